import type { VitalKey } from '../codings.ts';
import { type Flag, type Level, worstFirst } from '../levels.ts';
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

/** Systems whose codes these are: HL7 v3 and the table 0078 of v2, by their addresses of any time. */
const STANDARD = /Interpretation|0078$|\.5\.83$/;
const WORDS = /high|low|normal|crit|pos|cao|thấp|thường|dương|nguy/i;

/** Whether a code means what HL7 says: a table of a laboratory's own may call haemolysis H, and says so beside it. */
const isStandard = ({ system, display }: NonNullable<Concept['coding']>[number]): boolean =>
  system === undefined || STANDARD.test(system) || display === undefined || WORDS.test(display);

/** What an interpretation says; undefined without one. */
export function meaningOf(interpretation: readonly Concept[] | undefined): Meaning | undefined {
  if (interpretation === undefined || interpretation.length === 0) return undefined;
  const known = interpretation
    .flatMap(({ coding = [] }) => coding.filter(isStandard).flatMap(({ code = '' }) => MEANINGS.get(code) ?? []))
    // the worse one speaks where several are written
    .sort((a, b) => worstFirst(a.level, b.level));
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

/** Whom a word is about. */
type Fit = (person: Person, years: number | undefined) => boolean;

const male: Fit = ({ sex }) => sex === 'male';
const female: Fit = ({ sex }) => sex === 'female';
/** By codes of SNOMED CT, HL7 v2 0001 and FHIR, and by words. */
const PEOPLE: readonly (readonly [RegExp, Fit])[] = [
  [/^(248153007|m|males?|m[ae]n|nam(?: giới)?)$/i, male],
  [/^(248152002|f|females?|wom[ae]n|nữ(?: giới)?|phụ nữ)$/i, female],
  [/^(133936004|adults?|người lớn)$/i, (_person, years = 0) => years >= 18],
  [/^(410601007|child(ren)?|trẻ em)$/i, (_person, years = 18) => years < 18],
  [/^(all|mọi người)$/i, () => true],
];
const NORMAL = /^(?:(?:normal|recommended|reference)(?: (?:range|interval))?|(?:khoảng )?(?:bình thường|tham chiếu))$/i;

const wordsOf = ({ coding = [], text }: Concept): readonly string[] =>
  [text, ...coding.flatMap(({ code, display }) => [code, display])].filter((word) => word !== undefined);

/** What a concept says. Its text tells more than its codes: "pregnant" may bear the code of women. */
const labelsOf = (concept: Concept): readonly string[] =>
  concept.text === undefined ? wordsOf(concept) : [concept.text];

/** The people of a concept; undefined for one that says something else: it may be about anybody. */
const peopleIn = (concept: Concept): Fit | undefined =>
  PEOPLE.find(([words]) => labelsOf(concept).some((word) => words.test(word)))?.[1];

/** Whether a range is for this person and of the usual kind. A range for both sexes names both. */
function fits({ type = {}, appliesTo = [], age: ages = {} }: SaidRange, person: Person, age: Age): boolean {
  const years = age.days === undefined ? age.years : age.days / 365.25;
  const kind = labelsOf(type);
  const people = appliesTo.filter((one) => wordsOf(one).length > 0).map(peopleIn);
  const isSex = (fit: Fit | undefined): boolean => fit === male || fit === female;
  const sexes = people.filter(isSex);
  const [from, to] = [inYears(ages.low), inYears(ages.high)];
  return (
    (kind.length === 0 || kind.some((word) => NORMAL.test(word))) &&
    people.every((fit) => isSex(fit) || fit?.(person, years)) &&
    (sexes.length === 0 || sexes.some((fit) => fit?.(person, years))) &&
    (from === undefined || (years ?? NaN) >= from[0]) &&
    (to === undefined || (years ?? NaN) < to[0] + (to[1] ? 1 : 0))
  );
}

/** True for a range that holds for one sex. */
export const dependsOnSex = ({ appliesTo = [] }: SaidRange): boolean =>
  appliesTo.map(peopleIn).some((fit) => fit === male || fit === female);

const YEARS = /^(a|y.*|năm|tuổi)$/i;
const SHORTER: readonly (readonly [RegExp, number])[] = [
  [/^(mo.*|tháng.*)$/i, 12],
  [/^(w.*|tuần.*)$/i, 365.25 / 7],
  [/^(d.*|ngày.*)$/i, 365.25],
];

/** An age in years, and whether it is a whole one; no number in a unit that nobody knows. */
function inYears(amount: Amount | undefined): readonly [years: number, isYears: boolean] | undefined {
  if (amount?.value === undefined) return undefined;
  const unit = amount.code ?? amount.unit ?? '';
  const isYears = YEARS.test(unit);
  const share = isYears ? 1 : SHORTER.find(([words]) => words.test(unit))?.[1];
  return [amount.value / (share ?? NaN), isYears];
}
