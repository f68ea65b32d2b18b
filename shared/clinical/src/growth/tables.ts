import file from '../../data/growth-tables.json' with { type: 'json' };
import type { Lms } from './lms.ts';

/**
 * Measures of a growth chart: length or height in cm, weight in kg, body mass index in kg/m², head circumference in cm.
 */
export const INDICATORS = ['height', 'weight', 'bmi', 'head'] as const;
export type Indicator = (typeof INDICATORS)[number];
export type Sex = 'male' | 'female';

/** Mean month in days, as in WHO's tables: 365.25 / 12. */
export const MONTH_DAYS = 30.4375;
/** From here the 2007 reference applies, with monthly tables: 60 months. */
export const SCHOOL_DAYS = 60 * MONTH_DAYS;
/** From this day a child counts as measured standing, as in WHO's tables. */
export const STANDING_DAYS = 731;

/** Last age in days with a table, inclusive. */
export const LAST_DAYS: Readonly<Record<Indicator, number>> = {
  height: 228 * MONTH_DAYS,
  weight: 120 * MONTH_DAYS,
  bmi: 228 * MONTH_DAYS,
  head: SCHOOL_DAYS - 0.01,
};

interface Table {
  readonly first: number;
  readonly rows: readonly Lms[];
}

const opened = new Map<string, Table | undefined>();

/**
 * The distribution at an age in days; undefined if WHO has no table. Between months of the 2007 reference L, M and S
 * are interpolated linearly, as WHO does.
 */
export function lmsAt(indicator: Indicator, sex: Sex, ageDays: number): Lms | undefined {
  if (!(ageDays >= 0) || ageDays > LAST_DAYS[indicator]) return undefined;
  if (ageDays < SCHOOL_DAYS) return rowAt(tableOf(indicator, sex, 'day'), Math.round(ageDays));
  const months = ageDays / MONTH_DAYS;
  const table = tableOf(indicator, sex, 'month');
  const below = rowAt(table, Math.floor(months));
  const share = months - Math.floor(months);
  if (below === undefined || share === 0) return below;
  const above = rowAt(table, Math.floor(months) + 1);
  if (above === undefined) return undefined;
  const between = (key: keyof Lms): number => below[key] + share * (above[key] - below[key]);
  return { l: between('l'), m: between('m'), s: between('s') };
}

const rowAt = (table: Table | undefined, age: number): Lms | undefined =>
  table === undefined ? undefined : table.rows[age - table.first];

/** Tables are unpacked on first use. */
function tableOf(indicator: Indicator, sex: Sex, age: 'day' | 'month'): Table | undefined {
  const key = `${indicator} ${sex} ${age}`;
  if (!opened.has(key)) {
    const packed = file.tables.find((one) => one.indicator === indicator && one.sex === sex && one.age === age);
    opened.set(key, packed === undefined ? undefined : { first: packed.first, rows: unpacked(packed) });
  }
  return opened.get(key);
}

function unpacked({ l, m, s }: Readonly<Record<keyof Lms, string>>): readonly Lms[] {
  const [powers, medians, variations] = [column(l, 10_000), column(m, 10_000), column(s, 100_000)];
  return powers.map((power, at) => ({ l: power, m: medians[at] ?? Number.NaN, s: variations[at] ?? Number.NaN }));
}

/** Delta-encoded integers. */
function column(packed: string, factor: number): readonly number[] {
  let whole = 0;
  return packed.split(' ').map((step) => {
    whole += Number(step);
    return whole / factor;
  });
}
