import type { Locale } from '@phr/contract/host-api';
import { dateOrder } from '@phr/fhir/dates';
import { conceptsWords, conceptWords } from '@phr/fhir/concepts';
import { verdictOf, type JudgingContext } from '@phr/fhir/judging';
import { notesOf, type Note } from '@phr/fhir/note-words';
import { formatQuantity } from '@phr/fhir/quantities';
import type { Observation } from '@phr/fhir/observation';
import { levelWords } from '@phr/fhir/verdict-words';
import { sourceOf, type Source } from '../readings/reading.model.ts';

/** One result as the list shows it. */
export interface Result {
  readonly id: string;
  /** One line for each value, a part with its name: "98 cm", "Vòng eo: 98 cm". Empty when nothing was measured. */
  readonly lines: readonly string[];
  /** What the sender says about it, e.g. "Cao". */
  readonly flag?: string;
  readonly measuredAt?: string;
  readonly source: Source;
  readonly notes: readonly Note[];
}

type Measured = Pick<Observation, 'valueQuantity' | 'valueString' | 'valueCodeableConcept'>;

/** The results among observations, newest first. What was never a result of this person is left out; nothing is judged. */
export function resultsOf(observations: readonly Observation[], locale: Locale): readonly Result[] {
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
      const flag = flagOf(one, locale);
      return {
        id: one.id ?? '',
        lines: [...(own === undefined ? [] : [own]), ...parts.filter((words) => words !== '')],
        source: sourceOf(one),
        notes: notesOf(one.note),
        ...(flag === undefined ? {} : { flag }),
        ...(measuredAt === undefined ? {} : { measuredAt }),
      };
    })
    .sort((a, b) => dateOrder(b.measuredAt) - dateOrder(a.measuredAt));
}

/** For whom nothing is known of the person here: only the facility's own word and range judge these results. */
const ANYBODY: JudgingContext = { person: {}, zone: 'UTC', now: Date.parse('9999-01-01') };

/** What the facility says about its result, by its word or its range; of a result in words its interpretation. */
function flagOf(one: Observation, locale: Locale): string | undefined {
  const verdict = verdictOf(one, ANYBODY);
  const isJudged = verdict.trace.judge === 'facility' && verdict.said !== 'other';
  return isJudged ? levelWords(verdict, { locale, t: (key) => key }) : conceptsWords(one.interpretation, locale);
}
