import type { Locale } from '@phr/contract/host-api';
import { conceptWords } from '@phr/fhir/concepts';
import type { CodeableConcept } from '@phr/fhir/datatypes';
import { flagWords, rangesWords, valueWords } from '@phr/fhir/describe-value';
import { typeWords } from '@phr/fhir/dictionary.types';
import { hasCode } from '@phr/fhir/reading';
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
}

/** Reads an Observation as the rows of a report's table: itself when it has a value, and each of its components. */
export function readResult(resource: unknown, locale: Locale): readonly Result[] | undefined {
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
  const told = { observationId: whole.id, status: whole.status };
  const components = (whole.component ?? []).map((part, index) => ({
    id: `${whole.id}-${index}`,
    ...told,
    ...resultOf(part, locale, isTest),
  }));
  const own = { id: whole.id, ...told, ...resultOf(whole, locale, isTest) };
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
): Omit<Result, 'id' | 'observationId' | 'status'> {
  const place = placeOf(part);
  const severity = severityOf(part.interpretation);
  return {
    place,
    severity,
    name: conceptWords(part.code, locale) ?? typeWords('Observation', locale),
    value: valueWords(part, locale, isTest),
    reference: rangesWords(part.referenceRange, locale),
    flag: place === undefined || severity === 'critical' ? flagWords(part.interpretation, locale) : undefined,
  };
}

const HIGH = ['H', 'HH', 'HU', '>'];
const LOW = ['L', 'LL', 'LU', '<'];

/** What the laboratory says, else what one plain numeric range of the same unit says; never guessed from text (B.3). */
function placeOf({
  interpretation,
  referenceRange,
  valueQuantity,
}: Observation | ObservationComponent): Result['place'] {
  if (interpretation !== undefined)
    return says(interpretation, HIGH)
      ? 'high'
      : says(interpretation, LOW)
        ? 'low'
        : says(interpretation, ['N'])
          ? 'within'
          : undefined;
  const [range, ...more] = referenceRange ?? [];
  const value = valueQuantity?.value;
  if (
    range === undefined ||
    more.length > 0 ||
    range.type !== undefined ||
    value === undefined ||
    valueQuantity?.comparator !== undefined
  )
    return undefined;
  const { low, high } = range;
  const sameUnit = [low, high].every(
    (limit) =>
      limit === undefined ||
      (limit.code ?? limit.unit) === (valueQuantity?.code ?? valueQuantity?.unit) ||
      (limit.unit !== undefined && limit.unit === valueQuantity?.unit),
  );
  if (!sameUnit || (low?.value === undefined && high?.value === undefined)) return undefined;
  if (high?.value !== undefined && value > high.value) return 'high';
  return low?.value !== undefined && value < low.value ? 'low' : 'within';
}

/** HL7 v3 ObservationInterpretation: HH, LL and AA are the critical ones, on which a laboratory calls the doctor. */
function severityOf(interpretation: readonly CodeableConcept[] | undefined): Result['severity'] {
  if (interpretation === undefined) return undefined;
  return says(interpretation, ['HH', 'LL', 'AA']) ? 'critical' : says(interpretation, ['A']) ? 'abnormal' : undefined;
}

const says = (interpretation: readonly CodeableConcept[], codes: readonly string[]): boolean =>
  interpretation.some((one) => codes.some((code) => hasCode(one, code)));
