import type { Locale } from '@phr/contract/host-api';
import type { SaidWord, WholeVerdict } from '@phr/clinical/assess/verdict';
import { conceptWords } from '@phr/fhir/concepts';
import { flagWords, rangesWords, valueWords } from '@phr/fhir/describe-value';
import { typeWords } from '@phr/fhir/dictionary.types';
import { verdictOf, verdictOfPart } from '@phr/fhir/judging';
import { hasCode } from '@phr/fhir/reading';
import { observation, type Observation, type ObservationComponent } from '@phr/fhir/resources';
import { isWithdrawn } from './status.model.ts';
import { JUDGING } from './judging.entity.ts';

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
    ...resultOf(part, locale, isTest, verdictOfPart(whole, part, JUDGING)),
  }));
  const own = { id: whole.id, ...told, ...resultOf(whole, locale, isTest, verdictOf(whole, JUDGING)) };
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
): Omit<Result, 'id' | 'observationId' | 'status'> {
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
