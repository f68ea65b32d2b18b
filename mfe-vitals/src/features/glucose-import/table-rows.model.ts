import type { Meal } from '@phr/clinical/meal';
import { normalizeText } from '@phr/fhir/normalize-text';
import * as plainDate from '@phr/time/plain-date';
import { parseZone } from '@phr/time/zone';
import {
  columnsOf,
  makerIn,
  mealIn,
  PERSON,
  unitIn,
  unitOfHeading,
  zoneOfHeading,
  type Columns,
  type Maker,
  type WrittenUnit,
} from './columns.model.ts';
import type { CsvRow } from './csv-rows.model.ts';
import { offsetOf } from './file-times.model.ts';

/** What a file tells of one value. */
export interface RawValue {
  /** As it is written, without its unit. */
  readonly text: string;
  /** Told by the cell, the row's unit column or the column's heading, in this order; undefined when none does. */
  readonly unit: WrittenUnit | undefined;
}

/** One line of a file that may be a reading. */
export interface RawRow {
  readonly line: number;
  /** Milliseconds, or as written. */
  readonly date: string | number;
  /** Minutes east of UTC that the heading of the time column tells. */
  readonly offset?: number | undefined;
  /** IANA zone that the row names. */
  readonly zone?: string;
  /** True for a row of more cells than its heading: a comma inside a number has torn it. */
  readonly isTorn?: boolean;
  /** One, or several columns of the same reading. */
  readonly values: readonly RawValue[];
  readonly meal?: Meal | undefined;
  readonly note?: string | undefined;
  /** Readings of one series stand in the order in which they were measured. */
  readonly series: string;
  /** Device and its own number of the reading, where the file tells both. */
  readonly record?: string | undefined;
  readonly isSensorCode?: boolean;
}

/** Whom a file says it is about. */
export interface FilePerson {
  readonly name?: string;
  readonly birthDate?: string;
}

export interface RawFile {
  readonly format: 'LibreView' | 'Glooko' | 'Nightscout' | 'Dexcom' | 'CSV';
  readonly maker?: Maker | undefined;
  readonly rows: readonly RawRow[];
  readonly others: number;
  /** Cells above the table, which may hold a date that tells the order of day and month. */
  readonly title?: readonly string[];
  readonly person?: FilePerson | undefined;
}

/** Rows below the heading among which the maker's name is looked for. */
const FIRST_ROWS = 20;

/** The glucose rows of a table; undefined for a table without a time or a glucose column. */
export function tableRows(table: readonly CsvRow[]): RawFile | undefined {
  const head = table.findIndex(({ cells }) => columnsOf(cells) !== undefined);
  const heads = table[head]?.cells ?? [];
  const columns = columnsOf(heads);
  if (columns === undefined) return undefined;
  let part = { heads, columns };
  const above = table.slice(0, head);
  const below = table.slice(head + 1);
  const rows: RawRow[] = [];
  /** Whom the rows name, each by the columns of its own table. */
  const named = new Set<string | undefined>();
  let others = 0;
  for (const row of below) {
    const next = row.cells.some((cell) => /^\d/.test(cell)) ? undefined : columnsOf(row.cells);
    // some makers write one table below another, with columns and units of its own
    if (next !== undefined) {
      part = { heads: row.cells, columns: next };
      continue;
    }
    named.add(row.cells[part.columns.person]);
    const raw = rowOf(row, part.heads, part.columns);
    if (raw === undefined) others += 1;
    else rows.push(raw);
  }
  const first = [...above, ...below.slice(0, FIRST_ROWS)].flatMap(({ cells }) => cells);
  const maker = makerIn([...heads, ...first]);
  return {
    format: formatOf(heads, maker),
    maker,
    rows,
    others,
    title: above.flatMap(({ cells }) => cells),
    person: personIn(above, below, columns.event, [...named]),
  };
}

function formatOf(heads: readonly string[], maker: Maker | undefined): RawFile['format'] {
  if (maker !== undefined) return maker === 'Libre' ? 'LibreView' : 'Dexcom';
  return /trend|reading type/i.test(heads.join(' ')) ? 'Glooko' : 'CSV';
}

function rowOf({ line, cells }: CsvRow, heads: readonly string[], columns: Columns): RawRow | undefined {
  const cell = (index: number): string => cells[index] ?? '';
  const unitCell = cell(columns.unit);
  const values = columns.values.flatMap((index): readonly RawValue[] => {
    const value = valueOf(cell(index), unitIn(unitCell) ?? unitOfHeading(heads[index] ?? ''));
    return value === undefined ? [] : [value];
  });
  if (values.length === 0 || isOther(cells, columns, values)) return undefined;
  const { date, offset } = timeOf(cells, heads, columns);
  const place = offset === undefined ? zoneIn(cell(columns.zone)) : {};
  // above its readings Clarity lists the settings of alerts, which have a value and no time
  if (date === '' && columns.event !== -1) return undefined;
  const serial = cell(columns.serial);
  const record = cell(columns.record);
  return {
    line,
    date,
    offset,
    ...place,
    values,
    meal: columns.meal.map((index) => mealIn(heads[index] ?? '', cell(index))).find((meal) => meal !== undefined),
    note: cell(columns.note).replace(/^'(?=[=+\-@])/, ''),
    series: `${serial} ${columns.values.findIndex((index) => cell(index) !== '')}`,
    ...(serial === '' || record === '' ? {} : { record: `${serial} ${record}` }),
    ...(cells.slice(heads.length).some((one) => one !== '') ? { isTorn: true } : {}),
    ...(/^sgv$/i.test(heads[columns.values[0] ?? -1] ?? '') ? { isSensorCode: true } : {}),
  };
}

/** No meter writes a value at greater length; a file may, to keep its reader busy. */
const LONGEST_CELL = 100;

/** A value and the unit in its own cell, else the one told elsewhere. Undefined for an empty cell. */
function valueOf(cell: string, elsewhere: WrittenUnit | undefined): RawValue | undefined {
  const text = cell.slice(0, LONGEST_CELL).replaceAll('\u00a0', ' ').trim();
  if (text === '') return undefined;
  const own = unitIn(text);
  return own === undefined
    ? { text, unit: elsewhere }
    : { text: text.replace(/\s*[a-zµ%][a-z/%0-9 ]*$/i, '').trim(), unit: own };
}

/** True for a row of a control solution, and for one of a table of many kinds that is about something else than glucose. */
function isOther(cells: readonly string[], columns: Columns, values: readonly RawValue[]): boolean {
  if (columns.marks.some((index) => /^(?:x|yes|ja|oui|1|true)$/i.test(cells[index] ?? ''))) return true;
  const kind = normalizeText(cells[columns.kind] ?? '');
  if (/^(?:control|kontroll|controle|qc\b|dung dich)/.test(kind)) return true;
  if (!columns.isGeneric) return false;
  const unit = cells[columns.unit] ?? '';
  if (unit !== '' && unitIn(unit) === undefined && values.every((one) => one.unit === undefined)) return true;
  return kind !== '' && !/gluco|gluko|glycemi|blood sugar|blutzucker|duong huyet|\b[sc]?m?bg\b/.test(kind);
}

function timeOf(
  cells: readonly string[],
  heads: readonly string[],
  { stamp, utc, date, time }: Columns,
): Pick<RawRow, 'date' | 'offset'> {
  const of = (index: number): Pick<RawRow, 'date' | 'offset'> => {
    const zone = zoneOfHeading(heads[index] ?? '');
    return { date: cells[index] ?? '', ...(zone === undefined ? {} : { offset: offsetOf(zone) }) };
  };
  if (stamp === -1) {
    const [day, clock] = [cells[date] ?? '', cells[time] ?? ''];
    const zone = zoneOfHeading(heads[time] ?? '');
    return {
      date: day === '' || clock === '' ? day || clock : `${day} ${clock}`,
      ...(zone === undefined ? {} : { offset: offsetOf(zone) }),
    };
  }
  const local = of(stamp);
  return local.offset === undefined && !/[+-]\d{2}:?\d{2}$|Z$/.test(String(local.date)) && (cells[utc] ?? '') !== ''
    ? of(utc)
    : local;
}

/** What a cell says of the zone of its row: a name, hours from UTC, or minutes ("-420"). Nothing where it says neither. */
function zoneIn(cell: string): Pick<RawRow, 'zone' | 'offset'> {
  if (cell === '') return {};
  const [, sign = '+', hours, minutes] = /^(?:UTC|GMT)?\s?([+-])?(\d{1,2})(?::?(\d{2}))?$/i.exec(cell) ?? [];
  const whole = /^[+-]?\d{2,3}$/.test(cell) ? Number(cell) : 0;
  if (Math.abs(whole) > MOST_HOURS) return isOffset(whole) ? { offset: whole } : {};
  if (hours !== undefined) return { offset: offsetOf(`${sign}${hours.padStart(2, '0')}:${minutes ?? '00'}`) };
  // EST is that of New York to one maker and that of Panama to a table of zones: the person is asked
  const zone = cell.includes('/') || /^(?:UTC|GMT|Z)$/i.test(cell) ? parseZone(cell) : undefined;
  return zone === undefined ? {} : { zone };
}
/** No zone is farther from UTC. */
const MOST_HOURS = 14;
/** Minutes east of Greenwich: places on earth differ by quarters of an hour. */
const isOffset = (minutes: number): boolean => Math.abs(minutes) <= MOST_HOURS * 60 && minutes % 15 === 0;

const [GIVEN, FAMILY] = [/^(?:first name|vorname|prenom|ten) ?:?$/, /^(?:last name|nachname|nom|ho) ?:?$/];
const BORN = /^(?:patient )?(?:dob|date of birth|birth ?date|geburtsdatum|date de naissance|ngay sinh) ?:?$/;

/** Whom the lines above a table, the first rows of Clarity, or a column name. */
function personIn(
  above: readonly CsvRow[],
  below: readonly CsvRow[],
  event: number,
  named: readonly (string | undefined)[],
): FilePerson | undefined {
  const inRow = (name: string): string | undefined => {
    const row = below.slice(0, FIRST_ROWS).find((one) => event !== -1 && one.cells[event + 1] === name);
    return row?.cells.slice(event + 2).find((cell) => cell !== '');
  };
  const name =
    behind(above, PERSON) ??
    behind(above, /^(?:generated by|erstellt von|genere par)$/) ??
    joined([inRow('FirstName'), inRow('LastName')], ' ') ??
    joined([behind(above, GIVEN), behind(above, FAMILY)], ' ') ??
    joined(named, ', ');
  const birthDate = birthDateIn(inRow('DateOfBirth') ?? behind(above, BORN) ?? '');
  // a file that was made anonymous names nobody
  if ((name === undefined || /^anonym/i.test(name)) && birthDate === undefined) return undefined;
  return { ...(name === undefined ? {} : { name }), ...(birthDate === undefined ? {} : { birthDate }) };
}

function joined(names: readonly (string | undefined)[], between: string): string | undefined {
  const text = names.filter((name) => name !== undefined && name !== '').join(between);
  return text === '' ? undefined : text;
}

/** What is told of a word above the table: behind its colon, in the next cell, or below it in a row of such words. */
function behind(above: readonly CsvRow[], word: RegExp): string | undefined {
  for (const [index, { cells }] of above.entries())
    for (const [at, cell] of cells.entries()) {
      const [, label = cell, inside = ''] = /^([^:]+:)(.*)$/.exec(cell) ?? [];
      if (!word.test(normalizeText(label))) continue;
      if (inside.trim() !== '') return inside.trim();
      const isHeading = cells.some((other, place) =>
        [PERSON, GIVEN, FAMILY, BORN].some((one) => place !== at && one.test(normalizeText(other))),
      );
      return (isHeading ? above[index + 1]?.cells[at] : cells[at + 1]) || undefined;
    }
  return undefined;
}

/** A day of birth that can be read in one way only. */
function birthDateIn(text: string): string | undefined {
  const iso = /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0];
  const [, first = '', sign = '', second = '', year = ''] = /^(\d{1,2})([./-])(\d{1,2})[./-](\d{4})$/.exec(text) ?? [];
  if (iso !== undefined || year === '') return iso;
  const [day, month] = Number(second) > 12 ? [second, first] : [first, second];
  const isSure = sign === '.' || first === second || Number(first) > 12 || Number(second) > 12;
  return isSure ? plainDate.parse(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`) : undefined;
}

/** Entries of Nightscout and oref0: values in mg/dL, times as milliseconds or text with offset. Undefined for any other JSON. */
export function entryRows(text: string): RawFile | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
  if (!Array.isArray(parsed)) return undefined;
  const rows: RawRow[] = [];
  let others = 0;
  parsed.forEach((entry: unknown, index) => {
    const read = typeof entry === 'object' && entry !== null ? entryRow(entry, index + 1) : undefined;
    if (read === undefined) others += 1;
    else rows.push(read);
  });
  return rows.length === 0 ? undefined : { format: 'Nightscout', rows, others };
}

function entryRow(entry: object, line: number): RawRow | undefined {
  const of = (name: string): unknown => (Object.hasOwn(entry, name) ? Reflect.get(entry, name) : undefined);
  const value = of('sgv') ?? of('glucose') ?? of('mbg');
  if (typeof value !== 'number' && typeof value !== 'string') return undefined;
  // sensor values are in mg/dL whatever the profile shows; others may say their unit
  const declaredUnit = of('sgv') === undefined ? unitIn(String(of('units') ?? of('unit') ?? '')) : undefined;
  const [date, text] = [of('date'), of('dateString')];
  return {
    line,
    date: typeof date === 'number' ? date : typeof text === 'string' ? text : '',
    values: [{ text: String(value), unit: declaredUnit ?? { unit: 'mg/dL', factor: 1 } }],
    series: '',
    isSensorCode: of('mbg') === undefined && declaredUnit === undefined,
  };
}
