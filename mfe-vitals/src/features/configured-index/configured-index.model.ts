import type { ConfiguredRange, WholeVerdict } from '@phr/clinical/assess/verdict';
import type { Locale } from '@phr/contract/host-api';
import { dateOrder } from '@phr/fhir/dates';
import { conceptsWords, conceptWords } from '@phr/fhir/concepts';
import { verdictOf, type JudgingContext } from '@phr/fhir/judging';
import { notesOf, type Note } from '@phr/fhir/note-words';
import { formatQuantity } from '@phr/fhir/quantities';
import type { Observation } from '@phr/fhir/observation';
import { sourceOf, type Source } from '../readings/reading.model.ts';

/** One result as the list shows it. */
export interface Result {
  readonly id: string;
  /** One line per value, parts with their name: "98 cm", "Vòng eo: 98 cm". Empty if nothing was measured. */
  readonly lines: readonly string[];
  /** Verdict; absent if nobody judges. */
  readonly verdict?: WholeVerdict;
  /** The sender's interpretation of an unjudged result. */
  readonly flag?: string;
  readonly measuredAt?: string;
  readonly source: Source;
  readonly notes: readonly Note[];
}

type Measured = Pick<Observation, 'valueQuantity' | 'valueString' | 'valueCodeableConcept'>;

/** Results among observations, newest first. Erroneous ones are dropped. */
export function resultsOf(
  observations: readonly Observation[],
  locale: Locale,
  context: JudgingContext,
  configured: readonly ConfiguredRange[],
): readonly Result[] {
  const valueOf = ({ valueQuantity, valueString, valueCodeableConcept }: Measured): string | undefined =>
    formatQuantity(valueQuantity, locale) ?? valueString ?? conceptWords(valueCodeableConcept, locale);
  return observations
    .filter(({ id, status }) => id !== undefined && status !== 'entered-in-error' && status !== 'cancelled')
    .map((one): Result => {
      const own = valueOf(one);
      const parts = (one.component ?? []).map((part) =>
        [conceptWords(part.code, locale), valueOf(part)].filter((words) => words !== undefined).join(': '),
      );
      const measuredAt = one.effectiveDateTime ?? one.effectiveInstant ?? one.effectivePeriod?.start ?? one.issued;
      const verdict = verdictOf(one, context, configured);
      const isJudged = verdict.level !== undefined && verdict.said !== 'other';
      const flag = isJudged ? undefined : conceptsWords(one.interpretation, locale);
      return {
        id: one.id ?? '',
        lines: [...(own === undefined ? [] : [own]), ...parts.filter((words) => words !== '')],
        source: sourceOf(one),
        notes: notesOf(one.note),
        ...(isJudged ? { verdict } : {}),
        ...(flag === undefined ? {} : { flag }),
        ...(measuredAt === undefined ? {} : { measuredAt }),
      };
    })
    .sort((a, b) => dateOrder(b.measuredAt) - dateOrder(a.measuredAt));
}
