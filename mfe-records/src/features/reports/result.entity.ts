import type { Locale } from '@phr/contract/host-api';
import type { Comparator, SaidWord, WholeVerdict } from '@phr/clinical/assess/verdict';
import { needsSex, writtenRange } from '@phr/clinical/assess/written-range';
import { LOINC } from '@phr/clinical/codings';
import { conceptWords } from '@phr/fhir/concepts';
import type { CodeableConcept } from '@phr/fhir/datatypes';
import { flagWords, rangesWords, valueWords } from '@phr/fhir/describe-value';
import { typeWords } from '@phr/fhir/dictionary.types';
import { saidOf, verdictOf, verdictOfPart, type JudgingContext } from '@phr/fhir/judging';
import { normalizeText } from '@phr/fhir/normalize-text';
import { contradiction, formatRange, sentNumber, unitWords } from '@phr/fhir/quantities';
import { defined, hasCode, readable } from '@phr/fhir/reading';
import { observation, type Observation, type ObservationComponent } from '@phr/fhir/resources';
import { isWithdrawn } from './status.model.ts';

/** One measurement of a report, in words. */
export interface Result {
  readonly id: string;
  /** Id of the observation it is of; a component has that of its whole. */
  readonly observationId: string;
  readonly name: string;
  readonly value: string | undefined;
  readonly reference: string | undefined;
  /** Where the value lies; undefined when nobody says and it cannot be told safely. */
  readonly place: 'within' | 'high' | 'low' | undefined;
  /** Another judgement of the laboratory, or one that says more than high or low, in words. */
  readonly flag: string | undefined;
  /** The laboratory calls it critical or abnormal. */
  readonly severity: 'critical' | 'abnormal' | undefined;
  /** FHIR status of the observation. A withdrawn one keeps neither value nor judgement. */
  readonly status: string | undefined;
  /** What else is known of it; absent where it was withdrawn or is not in the record. */
  readonly details?: ResultDetails;
}

/** The number of a result as it was sent. */
export interface SentNumber {
  readonly value: number;
  /** Digit for digit, in the language on screen, with its comparator. */
  readonly words: string;
  readonly comparator?: Comparator;
  /** UCUM where the sender gave it, else as it was printed. */
  readonly unit: string;
  readonly unitWords: string;
}

/** What explains, draws and compares a result. */
export interface ResultDetails {
  readonly code: CodeableConcept;
  /** Its codes of LOINC. */
  readonly loinc: readonly string[];
  readonly number?: SentNumber;
  /** Unit as it was sent, for whoever looks it up. */
  readonly unit?: { readonly code?: string; readonly unit?: string };
  /** The report's own range, where it fits the person and the unit. */
  readonly range?: { readonly low?: number; readonly high?: number };
  /** That range as it was sent, in words. */
  readonly rangeWords?: string;
  readonly verdict: WholeVerdict;
  /** Codes of what the laboratory says about it. */
  readonly said: readonly string[];
  /** When it was measured, FHIR date or dateTime. */
  readonly at?: string;
  readonly laboratory?: string;
  readonly specimen?: string;
  /** The ranges differ by a sex that is not known. */
  readonly needsSex: boolean;
  /** The laboratory notes that the sample was not fit. */
  readonly isSpoiled: boolean;
}

/** Reads an Observation as the rows of a report's table: itself when it has a value, and each of its components. */
export function readResult(resource: unknown, locale: Locale, context: JudgingContext): readonly Result[] | undefined {
  const whole = observation(resource);
  if (whole?.id === undefined) return undefined;
  if (isWithdrawn(whole.status ?? ''))
    return [
      {
        id: whole.id,
        observationId: whole.id,
        name: conceptWords(whole.code, locale) ?? typeWords('Observation', locale),
        ...NOTHING,
        status: whole.status,
      },
    ];
  const isTest =
    whole.category?.some((category) => hasCode(category, 'laboratory') || hasCode(category, 'LAB')) === true;
  const facts = { observationId: whole.id, status: whole.status };
  const components = (whole.component ?? []).map((part, index) => {
    const verdict = verdictOfPart(whole, part, context);
    return {
      id: `${whole.id}-${index}`,
      ...facts,
      ...resultOf(part, locale, isTest, verdict),
      details: detailsOf(whole, part, verdict, locale, context),
    };
  });
  const verdict = verdictOf(whole, context);
  const own = {
    id: whole.id,
    ...facts,
    ...resultOf(whole, locale, isTest, verdict),
    details: detailsOf(whole, whole, verdict, locale, context),
  };
  return own.value === undefined && components.length > 0 ? components : [own, ...components];
}

/** A result of which nothing is known but its name. */
export const NOTHING = {
  value: undefined,
  reference: undefined,
  place: undefined,
  flag: undefined,
  severity: undefined,
} as const;

function resultOf(
  part: Observation | ObservationComponent,
  locale: Locale,
  isTest: boolean,
  verdict: WholeVerdict,
): Omit<Result, 'id' | 'observationId' | 'status' | 'details'> {
  const { place, severity } = saidBy(verdict);
  return {
    place,
    severity,
    name: conceptWords(part.code, locale) ?? typeWords('Observation', locale),
    value: valueWords(part, locale, isTest),
    reference: rangesWords(part.referenceRange, locale),
    flag: place === undefined || severity === 'critical' ? flagWords(part.interpretation, locale) : undefined,
  };
}

const COMPARATORS: readonly Comparator[] = ['<', '<=', '>=', '>'];
const SIGNS: Readonly<Record<Comparator, string>> = { '<': '< ', '<=': '≤ ', '>=': '≥ ', '>': '> ' };
/** Words of laboratories for a sample that was not fit, without accents. */
const SPOILED =
  /tan huyet|vo hong cau|mau dong|khong du mau|h(?:a)?emoly[sz]ed|clotted|insufficient (?:sample|specimen|quantity)/;

/** What explains a result: `part` is the whole observation, or one of its components. */
function detailsOf(
  whole: Observation,
  part: Observation | ObservationComponent,
  verdict: WholeVerdict,
  locale: Locale,
  context: JudgingContext,
): ResultDetails {
  const quantity = part.valueQuantity;
  const said = saidOf(part);
  const unit = quantity?.code ?? quantity?.unit ?? '';
  const at = whole.effectiveDateTime ?? whole.effectiveInstant ?? whole.effectivePeriod?.start ?? whole.issued;
  const range = writtenRange({ ...context, ...(at === undefined ? {} : { at }) }, said, {
    unit,
    ...(quantity?.unit === undefined ? {} : { printed: quantity.unit }),
  });
  return {
    code: part.code ?? {},
    loinc: (part.code?.coding ?? []).flatMap(({ system, code }) =>
      system === LOINC && code !== undefined ? [code] : [],
    ),
    verdict,
    said: (part.interpretation ?? []).flatMap(({ coding = [] }) => coding.flatMap(({ code }) => code ?? [])),
    needsSex: needsSex(said, context.person),
    isSpoiled: (whole.note ?? []).some(({ text }) => SPOILED.test(normalizeText(text ?? ''))),
    ...defined({
      number: numberOf(quantity, locale),
      unit: quantity === undefined ? undefined : defined({ code: quantity.code, unit: quantity.unit }),
      rangeWords: formatRange(
        range &&
          part.referenceRange?.find(
            ({ low, high }) => low?.value === range.low?.value && high?.value === range.high?.value,
          ),
        locale,
      ),
      range: range === undefined ? undefined : defined({ low: range.low?.value, high: range.high?.value }),
      at: readable(at),
      laboratory: whole.performer?.map(({ display }) => display).find((display) => display !== undefined),
      specimen: whole.specimen?.display,
    }),
  };
}

function numberOf(quantity: Observation['valueQuantity'], locale: Locale): SentNumber | undefined {
  if (quantity?.value === undefined) return undefined;
  const comparator = COMPARATORS.find((one) => one === quantity.comparator);
  // a comparator that nobody knows may mean anything, and so may a unit that its code contradicts
  if ((quantity.comparator !== undefined && comparator === undefined) || contradiction(quantity) !== undefined)
    return undefined;
  return {
    value: quantity.value,
    words: `${comparator === undefined ? '' : SIGNS[comparator]}${sentNumber(quantity, 'value', locale) ?? ''}`,
    unit: quantity.code ?? quantity.unit ?? '',
    unitWords: unitWords(quantity, locale),
    ...(comparator === undefined ? {} : { comparator }),
  };
}

/**
 * Where the judge of all values puts a result that its laboratory has judged, by its word or by its range. What only the product's tables would judge stands
 * with its level on the screens of vital signs, where the person's age is known.
 */
function saidBy({ trace, said }: WholeVerdict): Pick<Result, 'place' | 'severity'> {
  if (trace.judge !== 'facility' || said === undefined) return { place: undefined, severity: undefined };
  return SAID[said];
}

const SAID: Readonly<Record<SaidWord, Pick<Result, 'place' | 'severity'>>> = {
  within: { place: 'within', severity: undefined },
  high: { place: 'high', severity: undefined },
  low: { place: 'low', severity: undefined },
  veryHigh: { place: 'high', severity: 'critical' },
  veryLow: { place: 'low', severity: 'critical' },
  abnormal: { place: undefined, severity: 'abnormal' },
  critical: { place: undefined, severity: 'critical' },
  other: { place: undefined, severity: undefined },
};
