import type { GlucoseUnit } from '@phr/clinical/glucose';
import type { Meal } from '@phr/clinical/meal';
import { normalizeText } from '@phr/fhir/normalize-text';

// Recognizes columns of meter exports by their headings, in English, Vietnamese, German and French.

/** A unit in a file; its numbers times `factor` are in `unit`. */
export interface WrittenUnit {
  readonly unit: GlucoseUnit;
  readonly factor: number;
}

/** Column indexes of a table; -1 if missing. */
export interface Columns {
  /** One column with date and time, or two separate ones. */
  readonly stamp: number;
  /** Additional column with the same times in UTC. */
  readonly utc: number;
  readonly date: number;
  readonly time: number;
  /** Name of a zone, or its distance from UTC. */
  readonly zone: number;
  readonly values: readonly number[];
  /** The heading only means "value": each row names its kind. */
  readonly isGeneric: boolean;
  readonly unit: number;
  readonly kind: number;
  readonly meal: readonly number[];
  readonly note: number;
  readonly serial: number;
  readonly record: number;
  readonly event: number;
  /** Marks of rows that are not the person's readings: control solution, or withdrawn. */
  readonly marks: readonly number[];
  /** Columns that identify the person of each row. */
  readonly person: number;
}

const STAMP =
  /timestamp|zeitstempel|horodatage|date.{0,5}time|datum.{0,8}(?:zeit|uhrzeit)|date.{0,4}heure|datestring|local time|gio dia phuong|thoi gian|ngay.{0,3}gio|zeitpunkt|gio utc|utc time/;
const NO_STAMP = /transmit|new device time|duration|dauer|duree|download|generated|export/;
const DATE = /^(?:date|day|datum|tag|jour|ngay)\b/;
const TIME = /^(?:time|uhrzeit|zeit|heure|gio)\b/;
/** No time of day. */
const OTHER_TIME = new RegExp(`${STAMP.source}|^time ?zone`);
const ZONE = /^(?:time ?zone|zeitzone|fuseau horaire|mui gio|utc.{0,2}offset)/;
const GLUCOSE =
  /gluco|gluko|glykam|glycemi|blutzucker|blood sugar|duong huyet|^cgm\b|\bbg\b|^[sm]bg$|^sgv$|^udt_cgms$|^bg_level$/;
const NO_GLUCOSE =
  /trend|keton|cetone|insulin|rate\b|anderung|taux|\btarget|ziel|cible|muc tieu|bwz|sensitiv|ratio|carb|calibrat|source|\bid\b|^time|\btime\b|\bunit|average|mean|isig|alert|limit|predict|a1c|type\b|note|index|lbgi|hbgi|device|meal|trung binh/;
/** A heading that is only a unit. */
const UNIT_ALONE = /^(?:mg ?\/ ?dl|mmol ?\/ ?l)$/;
const GENERIC = /^(?:reading|result|value|ergebnis|resultat|messwert|valeur|gia tri|ket qua)\b/;
const UNIT = /^(?:glucose |bg )?(?:units?|einheit|unite|don vi|dvt)\b(?!.*insulin)/;
const KIND = /^(?:item|type|item type|reading type|sample type|sample|loai|loai mau|typ|messart|probe)$/;
const MEAL = /^context$|meal|mahlzeit|repas|bua an|^tags?$|marker|nuchtern|a jeun|^tag(?:s)? /;
const NO_MEAL = /insulin|carb|descri|units/;
const NOTE = /^(?:notes?|notiz(?:en)?|comments?|bemerkung(?:en)?|kommentar|remarques?|remark|ghi chu)\b/;
const SERIAL = /serial|seriennummer|numero de serie|so may|source device id|quellger.*id/;
/** The meter's record number. Not 'Index': exports renumber. */
const RECORD = /^(?:record|sequence) (?:id|number|no\.?)$/;
const EVENT = /^(?:event type|ereignistyp|ereignisart|type d.ev.*|loai su kien)$/;
const MARKS = /^control|kontroll|controle|^(?:is )?deleted|^geloscht|^supprim|^da xoa/;
/** A heading, or the word before a name above the table. */
export const PERSON =
  /^(?:patient(?:'s)? name|full name|name|patientenname|nom du patient|ho (?:va )?ten|(?:ten )?benh nhan) ?:?$/;

/** Columns from a heading row; undefined if it is no glucose table. */
export function columnsOf(cells: readonly string[]): Columns | undefined {
  const heads = cells.map(normalizeText);
  const first = (pattern: RegExp, not?: RegExp): number =>
    heads.findIndex((head) => pattern.test(head) && not?.test(head) !== true);
  const all = (pattern: RegExp, not?: RegExp): readonly number[] =>
    heads.flatMap((head, index) => (pattern.test(head) && not?.test(head) !== true ? [index] : []));
  const stamps = all(STAMP, NO_STAMP);
  const [date, time] = [first(DATE, STAMP), first(TIME, OTHER_TIME)];
  const lone = date === -1 ? time : time === -1 ? date : -1;
  const stamp = stamps[0] ?? lone;
  if (stamp === -1 && date === -1) return undefined;
  // a simulator exports the true value too; use the sensor's, as a person would have
  const sensor = first(/^cgm$/);
  const named = sensor === -1 ? all(GLUCOSE, NO_GLUCOSE) : [sensor];
  // a row of values may contain a unit too
  const alone = heads.some((head) => /^\d/.test(head)) ? [] : all(UNIT_ALONE);
  const values = named.length > 0 ? named : alone.length > 0 ? alone : all(GENERIC);
  if (values.length === 0) return undefined;
  return {
    stamp,
    utc: stamps.find((index) => index !== stamp && zoneOfHeading(cells[index] ?? '') === 'UTC') ?? -1,
    date,
    time,
    zone: first(ZONE),
    values,
    isGeneric: named.length === 0 && alone.length === 0,
    unit: first(UNIT),
    kind: first(KIND),
    meal: all(MEAL, NO_MEAL),
    note: first(NOTE),
    serial: first(SERIAL),
    record: first(RECORD),
    event: first(EVENT),
    marks: all(MARKS),
    person: first(PERSON),
  };
}

const UNITS: readonly (readonly [RegExp, WrittenUnit])[] = [
  // per mol is HbA1c
  [/mmol(?!\s*\/\s*mol)/i, { unit: 'mmol/L', factor: 1 }],
  [/\bmg\s*(?:\/|per)?\s*d[lL]|\bmg\s*%|\bmg\/100\s*ml/i, { unit: 'mg/dL', factor: 1 }],
  [/\bmg\s*\/\s*l\b/i, { unit: 'mg/dL', factor: 0.1 }],
  [/\bg\s*\/\s*l\b/i, { unit: 'mg/dL', factor: 100 }],
];

/** Unit named in a text; undefined if none. */
export function unitIn(text: string): WrittenUnit | undefined {
  return UNITS.find(([pattern]) => pattern.test(text))?.[1];
}

/** Unit of a column. Nightscout's `sgv` and `mbg` are in mg/dL by definition (its API, entries). */
export function unitOfHeading(text: string): WrittenUnit | undefined {
  return /^(?:sgv|mbg)$/i.test(text.trim()) ? { unit: 'mg/dL', factor: 1 } : unitIn(text);
}

/** Zone named in a time heading: 'UTC', an offset such as '+07:00', or undefined. */
export function zoneOfHeading(text: string): string | undefined {
  const match = /\b(?:utc|gmt)\b\s*(?:([+-])(\d{1,2})(?::?(\d{2}))?)?/i.exec(text);
  if (match === null) return undefined;
  const [, sign, hours = '0', minutes = '00'] = match;
  return sign === undefined ? 'UTC' : `${sign}${hours.padStart(2, '0')}:${minutes}`;
}

const MEALS: readonly (readonly [RegExp, Meal])[] = [
  [/fasting|nuchtern|a jeun|luc doi/, 'fasting'],
  [/bed|schlaf|coucher|truoc khi ngu/, 'bedtime'],
  [/\bpre|before|\bvor\b|avant|truoc/, 'preMeal'],
  [/\bpost|after|\bnach\b|apres|\bsau\b/, 'postMeal'],
  [/any time|casual|bat ky/, 'casual'],
];

/** Relation to a meal in a cell; a mark such as X means its heading's. */
export function mealIn(heading: string, cell: string): Meal | undefined {
  const text = normalizeText(/^(?:x|yes|ja|oui|1|true)$/i.test(cell) ? heading : cell);
  return MEALS.find(([words]) => words.test(text))?.[1];
}

/** A manufacturer with known measuring limits. */
export type Maker = 'Dexcom' | 'Libre';

/** Measuring limits in mg/dL. Sources: user guides of Dexcom G6/G7 (40 and 400) and FreeStyle Libre (40 and 500). */
export const LIMITS: Readonly<Record<Maker, { readonly low: number; readonly high: number }>> = {
  Dexcom: { low: 40, high: 400 },
  Libre: { low: 40, high: 500 },
};

/** Manufacturer named in headings or first rows; undefined if none or both. */
export function makerIn(cells: readonly string[]): Maker | undefined {
  const text = cells.join('\n');
  const isDexcom = /dexcom|clarity|transmitter|transmetteur|^EG[VW]$/im.test(text);
  const isLibre = /freestyle|\blibre|^record type$|historic glucose|glukosewert-verlauf|historique de la glyc/im.test(
    text,
  );
  return isDexcom === isLibre ? undefined : isDexcom ? 'Dexcom' : 'Libre';
}

/** Which measuring limit a word means; undefined for any other text. */
export function measuringLimitIn(cell: string): 'low' | 'high' | undefined {
  const word = normalizeText(cell);
  if (/^(?:lo|low|niedrig|tief|bas|faible|thap|below range)$/.test(word)) return 'low';
  return /^(?:hi|high|hoch|eleve|haut|cao|above range)$/.test(word) ? 'high' : undefined;
}
