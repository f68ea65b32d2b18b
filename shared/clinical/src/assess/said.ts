import type { VitalKey } from '../codings.ts';
import { type Flag, type Level, worstFirst } from '../levels.ts';
import { roundHalfUp } from '../numbers.ts';
import { exactNumberOf } from '../parts.ts';
import type { Age } from './age.ts';
import type { Amount, Concept, Edge, JudgingRange, Measured, Person, Said, SaidRange, SaidWord } from './verdict.ts';

/** Meaning of an HL7 v3 ObservationInterpretation code; `other` marks words without a level. */
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

/** Systems of these codes: HL7 v3 and v2 table 0078, under any of their historical URLs. */
const STANDARD = /Interpretation|0078$|\.5\.83$/;
const WORDS = /high|low|normal|crit|pos|cao|thấp|thường|dương|nguy/i;

/** Whether a code has its HL7 meaning: a laboratory's own table may use H for haemolysis, and its display says so. */
const isStandard = ({ system, display }: NonNullable<Concept['coding']>[number]): boolean =>
  system === undefined || STANDARD.test(system) || display === undefined || WORDS.test(display);

/** What an interpretation means; undefined without one. */
export function meaningOf(interpretation: readonly Concept[] | undefined): Meaning | undefined {
  if (interpretation === undefined || interpretation.length === 0) return undefined;
  const known = interpretation
    .flatMap(({ coding = [] }) => coding.filter(isStandard).flatMap(({ code = '' }) => MEANINGS.get(code) ?? []))
    // of several, the worst wins
    .sort((a, b) => worstFirst(a.level, b.level));
  return known[0] ?? { word: 'other' };
}

/**
 * The only numeric reference range that fits the person, in the unit of the value; undefined if none or several fit.
 * Ranges of a converted number are converted too.
 * @param vital undefined for a number that stays as sent
 */
export function statedRange(
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

/** "Up to < 5" excludes 5. */
const isIncluded = ({ comparator }: Amount): boolean => comparator !== '<' && comparator !== '>';

/** An edge in the unit the value was sent in; undefined if given in another. */
function edgeAsSent(edge: Numbered, { unit, printed }: Pick<Measured, 'unit' | 'printed'>): Edge | undefined {
  const { value, code, unit: named } = edge;
  const isSame =
    code === unit || named === unit || (named ?? code) === printed || (code === undefined && named === undefined);
  return isSame ? { value, included: isIncluded(edge) } : undefined;
}

/** Decimals beyond these are conversion noise. */
const EDGE_DECIMALS = 6;

/** An edge in the vital's stored unit; an edge without a unit uses that of the number beside it. */
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
  // the number was rounded on conversion: keep it on the side of the edge where it was sent
  const isBeyond = (one: number, of: number): boolean =>
    (side === 'low' ? one < of : one > of) || (one === of && !exact.included);
  const wasBeyond = isBeyond(written.value, edge.value);
  return wasBeyond === isBeyond(value, exact.value) ? exact : { value, included: !wasBeyond };
}

const isSameUnit = (a: Amount, b: Amount): boolean =>
  (a.code ?? a.unit) === (b.code ?? b.unit) || (a.unit !== undefined && a.unit === b.unit);

/** Predicate for the people a range applies to. */
type Fit = (person: Person, years: number | undefined) => boolean;

const male: Fit = ({ sex }) => sex === 'male';
const female: Fit = ({ sex }) => sex === 'female';
/** Recognized by SNOMED CT, HL7 v2 0001 and FHIR codes, and by words. */
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

/** A concept's labels. Text wins over codes: text "pregnant" may come with the code for women. */
const labelsOf = (concept: Concept): readonly string[] =>
  concept.text === undefined ? wordsOf(concept) : [concept.text];

/** The population of a concept; undefined if it is not about people. */
const peopleIn = (concept: Concept): Fit | undefined =>
  PEOPLE.find(([words]) => labelsOf(concept).some((word) => words.test(word)))?.[1];

/** Whether a range is a normal range that fits this person. A range listing both sexes fits both. */
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

/** True if a range applies to one sex only. */
export const dependsOnSex = ({ appliesTo = [] }: SaidRange): boolean =>
  appliesTo.map(peopleIn).some((fit) => fit === male || fit === female);

const YEARS = /^(a|y.*|năm|tuổi)$/i;
const SHORTER: readonly (readonly [RegExp, number])[] = [
  [/^(mo.*|tháng.*)$/i, 12],
  [/^(w.*|tuần.*)$/i, 365.25 / 7],
  [/^(d.*|ngày.*)$/i, 365.25],
];

/** An age in years, and whether it is whole; undefined for an unknown unit. */
function inYears(amount: Amount | undefined): readonly [years: number, isYears: boolean] | undefined {
  if (amount?.value === undefined) return undefined;
  const unit = amount.code ?? amount.unit ?? '';
  const isYears = YEARS.test(unit);
  const share = isYears ? 1 : SHORTER.find(([words]) => words.test(unit))?.[1];
  return [amount.value / (share ?? NaN), isYears];
}
