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
  /** Id of its observation; components share that of the whole. */
  readonly observationId: string;
  readonly name: string;
  readonly value: string | undefined;
  readonly reference: string | undefined;
  /** Position of the value; undefined if unknown or unsafe to say. */
  readonly place: 'within' | 'high' | 'low' | undefined;
  /** A further interpretation by the laboratory, in words. */
  readonly flag: string | undefined;
  /** The laboratory calls it critical or abnormal. */
  readonly severity: 'critical' | 'abnormal' | undefined;
  /** FHIR status. Withdrawn results have neither value nor verdict. */
  readonly status: string | undefined;
  /** Further data; absent if withdrawn or not in the record. */
  readonly details?: ResultDetails;
}

/** The number of a result as it was sent. */
export interface SentNumber {
  readonly value: number;
  /** Exact digits in the current locale, with comparator. */
  readonly words: string;
  readonly comparator?: Comparator;
  /** UCUM code if given, else as printed. */
  readonly unit: string;
  readonly unitWords: string;
}

/** What explains, draws and compares a result. */
export interface ResultDetails {
  readonly code: CodeableConcept;
  /** Its codes of LOINC. */
  readonly loinc: readonly string[];
  readonly number?: SentNumber;
  /** Unit as sent, for reference. */
  readonly unit?: { readonly code?: string; readonly unit?: string };
  /** The report's own range, if it fits person and unit. */
  readonly range?: { readonly low?: number; readonly high?: number };
  /** That range as sent, in words. */
  readonly rangeWords?: string;
  readonly verdict: WholeVerdict;
  /** Codes of the laboratory's interpretation. */
  readonly said: readonly string[];
  /** When it was measured, FHIR date or dateTime. */
  readonly at?: string;
  readonly laboratory?: string;
  readonly specimen?: string;
  /** The ranges depend on the unknown sex. */
  readonly needsSex: boolean;
  /** The laboratory notes that the sample was not fit. */
  readonly isSpoiled: boolean;
}

/** Parses an Observation into table rows: itself if it has a value, and each component. */
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

/** A result known by name only. */
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
/** Accentless laboratory terms for an unfit sample. */
const SPOILED =
  /tan huyet|vo hong cau|mau dong|khong du mau|h(?:a)?emoly[sz]ed|clotted|insufficient (?:sample|specimen|quantity)/;

/** Input for explaining: `part` is the whole observation or a component. */
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
  // unknown comparators and contradictory units could mean anything
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
 * The judge's position of a result judged by its laboratory's word or range. Levels of the product's own tables appear
 * on vital sign screens, where the age is known.
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
