import type { Flag, Level } from '../levels.ts';
import type { Age } from './age.ts';
import type { Amount, Concept, JudgingRange, Measured, Person, Said, SaidRange, SaidWord } from './verdict.ts';

/** What a code of HL7 v3 ObservationInterpretation means for the level; `other` codes are words without a level. */
interface Meaning {
  readonly level?: Level;
  readonly word: SaidWord;
  readonly flag?: Flag;
}

const MEANINGS: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ['N', { level: 'target', word: 'within', flag: 'N' }],
  ['L', { level: 'mild', word: 'low', flag: 'L' }],
  ['H', { level: 'mild', word: 'high', flag: 'H' }],
  ['A', { level: 'mild', word: 'abnormal' }],
  ['POS', { level: 'mild', word: 'other' }],
  ['<', { level: 'mild', word: 'low', flag: 'L' }],
  ['>', { level: 'mild', word: 'high', flag: 'H' }],
  ['LL', { level: 'veryDangerous', word: 'veryLow', flag: 'L' }],
  ['HH', { level: 'veryDangerous', word: 'veryHigh', flag: 'H' }],
  ['LU', { level: 'veryDangerous', word: 'low', flag: 'L' }],
  ['HU', { level: 'veryDangerous', word: 'high', flag: 'H' }],
  ['AA', { level: 'veryDangerous', word: 'critical' }],
]);
/** The worse one speaks where several are written. */
const RANK: readonly (Level | undefined)[] = [undefined, 'target', 'veryMild', 'mild', 'dangerous', 'veryDangerous'];

/** What an interpretation says; undefined without one. */
export function meaningOf(interpretation: readonly Concept[] | undefined): Meaning | undefined {
  if (interpretation === undefined || interpretation.length === 0) return undefined;
  const known = interpretation
    .flatMap(({ coding = [] }) => coding.flatMap(({ code = '' }) => MEANINGS.get(code) ?? []))
    .sort((a, b) => RANK.indexOf(b.level) - RANK.indexOf(a.level));
  return known[0] ?? { word: 'other' };
}

const NORMAL: readonly (string | undefined)[] = ['normal', 'recommended'];

/** The one numeric range that fits the person, in the unit of the value; undefined where none or several fit. */
export function rangeSaid(
  said: Said | undefined,
  { unit, printed }: Pick<Measured, 'unit' | 'printed'>,
  person: Person,
  age: Age,
): Omit<JudgingRange, 'whose'> | undefined {
  const fitting = (said?.ranges ?? []).filter((range) => fits(range, person, age));
  const [range, ...more] = fitting;
  if (range === undefined || more.length > 0) return undefined;
  const { low, high } = range;
  if (![low, high].every((edge) => edge === undefined || isOfUnit(edge, unit, printed))) return undefined;
  if (low?.value === undefined && high?.value === undefined) return undefined;
  return {
    unit,
    ...(low?.value === undefined ? {} : { low: { value: low.value, included: true } }),
    ...(high?.value === undefined ? {} : { high: { value: high.value, included: true } }),
  };
}

const isOfUnit = ({ code, unit }: Amount, wanted: string, printed: string | undefined): boolean =>
  code === wanted || unit === wanted || (unit ?? code) === printed || (code === undefined && unit === undefined);

function fits({ type, appliesTo, age: ages }: SaidRange, { sex }: Person, age: Age): boolean {
  const codes = type?.coding?.map(({ code }) => code);
  if (codes !== undefined && codes.length > 0 && !codes.some((code) => NORMAL.includes(code))) return false;
  const sexes = sexesIn(appliesTo);
  if (sexes.length > 0 && !sexes.some((one) => one === sex)) return false;
  if (ages === undefined) return true;
  const years = age.days === undefined ? age.years : age.days / 365.25;
  if (years === undefined) return false;
  const [from, to] = [inYears(ages.low), inYears(ages.high)];
  return (from === undefined || years >= from) && (to === undefined || years < to + (ages.high?.code === 'a' ? 1 : 0));
}

/** True for a range that holds for one sex. */
export const dependsOnSex = ({ appliesTo }: SaidRange): boolean => sexesIn(appliesTo).length > 0;

const sexesIn = (appliesTo: SaidRange['appliesTo']): readonly string[] =>
  (appliesTo ?? []).flatMap(({ coding = [] }) => coding.flatMap(({ code }) => SEXES[code ?? ''] ?? []));

/** Sex by codes of SNOMED CT, HL7 v2 0001 and FHIR. */
const SEXES: Readonly<Record<string, string>> = {
  248153007: 'male',
  248152002: 'female',
  M: 'male',
  F: 'female',
  male: 'male',
  female: 'female',
};

const YEARS_IN: Readonly<Record<string, number>> = { a: 1, mo: 1 / 12, wk: 7 / 365.25, d: 1 / 365.25 };

function inYears(amount: Amount | undefined): number | undefined {
  const factor = YEARS_IN[amount?.code ?? amount?.unit ?? ''];
  return amount?.value === undefined || factor === undefined ? undefined : amount.value * factor;
}
