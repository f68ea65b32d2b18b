import type { VitalKey } from '../codings.ts';
import type { Flag, Level } from '../levels.ts';
import { roundHalfUp } from '../numbers.ts';
import { exactNumberOf } from '../parts.ts';
import type { Age } from './age.ts';
import type { Amount, Concept, Edge, JudgingRange, Measured, Person, Said, SaidRange, SaidWord } from './verdict.ts';

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

/** Systems whose codes these are: HL7 v3 and the table 0078 of v2, by their addresses of any time. */
const STANDARD = /ObservationInterpretation|\b0078$|113883\.(?:5\.83|12\.78)$/;
const WORDS = /high|low|normal|crit|panic|positive|above|below|cao|thấp|bình thường|bất thường|dương|tăng|giảm|nguy/i;

/** Whether a code means what HL7 says: a table of a laboratory's own may call haemolysis H, and says so beside it. */
const isStandard = ({ system, display }: NonNullable<Concept['coding']>[number]): boolean =>
  system === undefined || STANDARD.test(system) || display === undefined || WORDS.test(display);

/** What an interpretation says; undefined without one. */
export function meaningOf(interpretation: readonly Concept[] | undefined): Meaning | undefined {
  if (interpretation === undefined || interpretation.length === 0) return undefined;
  const known = interpretation
    .flatMap(({ coding = [] }) => coding.filter(isStandard).flatMap(({ code = '' }) => MEANINGS.get(code) ?? []))
    .sort((a, b) => RANK.indexOf(b.level) - RANK.indexOf(a.level));
  return known[0] ?? { word: 'other' };
}

/**
 * The one numeric range that fits the person, in the unit of the value; undefined where none or several fit. A range of a number that was converted is
 * converted with it.
 * @param vital undefined for a number that stands as it was sent
 */
export function rangeSaid(
  said: Said | undefined,
  measured: Pick<Measured, 'value' | 'unit' | 'printed' | 'written'>,
  vital: VitalKey | undefined,
  person: Person,
  age: Age,
): Omit<JudgingRange, 'whose'> | undefined {
  const fitting = (said?.ranges ?? []).filter((range) => fits(range, person, age));
  const [range, ...more] = fitting;
  if (range === undefined || more.length > 0) return undefined;
  const edges: { low?: Edge; high?: Edge } = {};
  for (const side of ['low', 'high'] as const) {
    const amount = range[side];
    if (amount?.value === undefined) continue;
    const edge =
      vital === undefined
        ? edgeAsSent({ ...amount, value: amount.value }, measured)
        : edgeOf(vital, { ...amount, value: amount.value }, side, measured);
    if (edge === undefined) return undefined;
    edges[side] = edge;
  }
  return edges.low === undefined && edges.high === undefined ? undefined : { unit: measured.unit, ...edges };
}

type Numbered = Amount & { readonly value: number };

/** "Up to < 5" does not hold 5. */
const isIncluded = ({ comparator }: Amount): boolean => comparator !== '<' && comparator !== '>';

/** An edge in the unit in which the value was sent; undefined in another. */
function edgeAsSent(edge: Numbered, { unit, printed }: Pick<Measured, 'unit' | 'printed'>): Edge | undefined {
  const { value, code, unit: named } = edge;
  const isSame =
    code === unit || named === unit || (named ?? code) === printed || (code === undefined && named === undefined);
  return isSame ? { value, included: isIncluded(edge) } : undefined;
}

/** What is beyond them is noise of the conversion. */
const EDGE_DECIMALS = 6;

/** An edge in the kept unit of a vital; one without a unit is in that of the number beside it. */
function edgeOf(
  vital: VitalKey,
  edge: Numbered,
  side: 'low' | 'high',
  { value, unit, written }: Pick<Measured, 'value' | 'unit' | 'written'>,
): Edge | undefined {
  const named = edge.code === undefined && edge.unit === undefined ? (written ?? { code: unit }) : edge;
  const number = exactNumberOf(vital, { code: named.code, unit: named.unit, value: edge.value });
  if (number?.unit.code !== unit) return undefined;
  const exact = { value: roundHalfUp(number.value, EDGE_DECIMALS), included: isIncluded(edge) };
  if (written?.value === undefined || !isSameUnit(written, named)) return exact;
  // the number was rounded when it was converted: it stays on the side of the edge on which it was sent
  const isBeyond = (one: number, of: number): boolean =>
    (side === 'low' ? one < of : one > of) || (one === of && !exact.included);
  const wasBeyond = isBeyond(written.value, edge.value);
  return wasBeyond === isBeyond(value, exact.value) ? exact : { value, included: !wasBeyond };
}

const isSameUnit = (a: Amount, b: Amount): boolean =>
  (a.code ?? a.unit) === (b.code ?? b.unit) || (a.unit !== undefined && a.unit === b.unit);

/** What a word says about whom or what a range is for; what no word here says may be anything. */
type Fit = (person: Person, years: number | undefined) => boolean;

const yes: Fit = () => true;
const male: Fit = ({ sex }) => sex === 'male';
const female: Fit = ({ sex }) => sex === 'female';
const adult: Fit = (_person, years) => years !== undefined && years >= 18;
const child: Fit = (_person, years) => years !== undefined && years < 18;

/** By codes of SNOMED CT, HL7 v2 0001 and FHIR, and by words. */
const PEOPLE: ReadonlyMap<string, Fit> = new Map<string, Fit>([
  ...['248153007', 'm', 'male', 'males', 'man', 'men', 'nam'].map((word) => [word, male] as const),
  ...['248152002', 'f', 'female', 'females', 'woman', 'women', 'nữ'].map((word) => [word, female] as const),
  ...['133936004', 'adult', 'adults', 'người lớn'].map((word) => [word, adult] as const),
  ...['410601007', 'child', 'children', 'trẻ em'].map((word) => [word, child] as const),
  ...['all', 'any', 'everyone', 'mọi người', 'tất cả'].map((word) => [word, yes] as const),
]);
const NORMAL: ReadonlyMap<string, Fit> = new Map(
  ['normal', 'recommended', 'normal range', 'reference range', 'reference', 'bình thường', 'tham chiếu'].map((word) => [
    word,
    yes,
  ]),
);

/** The first word of a concept that a table knows; 'unknown' for a concept that says something else, undefined for one that says nothing. */
function readIn(table: ReadonlyMap<string, Fit>, { coding = [], text }: Concept): Fit | 'unknown' | undefined {
  const words = [...coding.map(({ code }) => code), text, ...coding.map(({ display }) => display)]
    .filter((word) => word !== undefined)
    .map((word) => word.trim().toLowerCase());
  return (
    words.map((word) => table.get(word)).find((fit) => fit !== undefined) ?? (words.length > 0 ? 'unknown' : undefined)
  );
}

function fits({ type, appliesTo = [], age: ages }: SaidRange, person: Person, age: Age): boolean {
  const years = age.days === undefined ? age.years : age.days / 365.25;
  if (type !== undefined && readIn(NORMAL, type) === 'unknown') return false;
  const people = appliesTo.map((one) => readIn(PEOPLE, one)).filter((fit) => fit !== undefined);
  // a range for both sexes names both
  const [sexes, others] = [
    people.filter((fit) => fit === male || fit === female),
    people.filter((fit) => fit !== male && fit !== female),
  ];
  if (others.some((fit) => fit === 'unknown' || !fit(person, years))) return false;
  if (sexes.length > 0 && !sexes.some((fit) => fit !== 'unknown' && fit(person, years))) return false;
  if (ages === undefined) return true;
  if (years === undefined) return false;
  const [from, to] = [inYears(ages.low), inYears(ages.high)];
  if (from === 'unknown' || to === 'unknown') return false;
  return (
    (from === undefined || years >= from.years) && (to === undefined || years < to.years + (to.unit === 'a' ? 1 : 0))
  );
}

/** True for a range that holds for one sex. */
export const dependsOnSex = ({ appliesTo = [] }: SaidRange): boolean =>
  appliesTo.some((one) => [male, female].some((sex) => readIn(PEOPLE, one) === sex));

const YEARS_IN: Readonly<Record<string, number>> = { a: 1, mo: 1 / 12, wk: 7 / 365.25, d: 1 / 365.25 };
const AGE_UNITS: ReadonlyMap<string, string> = new Map([
  ...['a', 'y', 'yr', 'yrs', 'year', 'years', 'năm', 'tuổi'].map((word) => [word, 'a'] as const),
  ...['mo', 'mon', 'month', 'months', 'tháng', 'tháng tuổi'].map((word) => [word, 'mo'] as const),
  ...['wk', 'week', 'weeks', 'tuần', 'tuần tuổi'].map((word) => [word, 'wk'] as const),
  ...['d', 'day', 'days', 'ngày', 'ngày tuổi'].map((word) => [word, 'd'] as const),
]);

/** An age in years with its unit; 'unknown' in a unit that nobody knows: nobody can say for whom it is. */
function inYears(
  amount: Amount | undefined,
): { readonly years: number; readonly unit: string } | 'unknown' | undefined {
  if (amount?.value === undefined) return undefined;
  const unit = AGE_UNITS.get((amount.code ?? amount.unit ?? '').toLowerCase());
  const factor = unit === undefined ? undefined : YEARS_IN[unit];
  return unit === undefined || factor === undefined ? 'unknown' : { years: amount.value * factor, unit };
}
