import { conceptWords } from '@phr/fhir/concepts';
import type { CodeableConcept } from '@phr/fhir/datatypes';
import { flagWords, rangesWords, valueWords } from '@phr/fhir/describe-value';
import { typeWords } from '@phr/fhir/dictionary.types';
import type { Locale } from '@phr/fhir/locale';
import { hasCode } from '@phr/fhir/reading';
import { observation, type Observation, type ObservationComponent } from '@phr/fhir/resources';

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
  /** Another judgement of the laboratory, in words. */
  readonly flag: string | undefined;
}

/** Reads an Observation as the rows of a report's table: itself when it has a value, and each of its components. */
export function readResult(resource: unknown, locale: Locale): readonly Result[] | undefined {
  const whole = observation(resource);
  if (whole?.id === undefined) return undefined;
  const isTest = whole.category?.some((category) => hasCode(category, 'laboratory') || hasCode(category, 'LAB')) === true;
  const components = (whole.component ?? []).map((part, index) => resultOf(part, `${whole.id}-${index}`, whole.id ?? '', locale, isTest));
  const own = resultOf(whole, whole.id, whole.id, locale, isTest);
  return own.value === undefined && components.length > 0 ? components : [own, ...components];
}

function resultOf(part: Observation | ObservationComponent, id: string, observationId: string, locale: Locale, isTest: boolean): Result {
  const place = placeOf(part);
  return {
    id, observationId, place,
    name: conceptWords(part.code, locale) ?? typeWords('Observation', locale),
    value: valueWords(part, locale, isTest),
    reference: rangesWords(part.referenceRange, locale),
    flag: place === undefined ? flagWords(part.interpretation, locale) : undefined,
  };
}

const HIGH = ['H', 'HH', 'HU', '>'];
const LOW = ['L', 'LL', 'LU', '<'];

/** What the laboratory says, else what one plain numeric range of the same unit says; never guessed from text (B.3). */
function placeOf({ interpretation, referenceRange, valueQuantity }: Observation | ObservationComponent): Result['place'] {
  if (interpretation !== undefined) return says(interpretation, HIGH) ? 'high' : says(interpretation, LOW) ? 'low' : says(interpretation, ['N']) ? 'within' : undefined;
  const [range, ...more] = referenceRange ?? [];
  const value = valueQuantity?.value;
  if (range === undefined || more.length > 0 || range.type !== undefined || value === undefined || valueQuantity?.comparator !== undefined) return undefined;
  const { low, high } = range;
  const sameUnit = [low, high].every((limit) => limit === undefined || (limit.code ?? limit.unit) === (valueQuantity?.code ?? valueQuantity?.unit) || (limit.unit !== undefined && limit.unit === valueQuantity?.unit));
  if (!sameUnit || (low?.value === undefined && high?.value === undefined)) return undefined;
  if (high?.value !== undefined && value > high.value) return 'high';
  return low?.value !== undefined && value < low.value ? 'low' : 'within';
}

const says = (interpretation: readonly CodeableConcept[], codes: readonly string[]): boolean => interpretation.some((one) => codes.some((code) => hasCode(one, code)));
