import type { Verdict } from '@phr/clinical/assess/verdict';
import { observation } from '@phr/fhir/observation';
import { newestFirst, requiresAction, readingsOf, type ReadingContext } from '../readings/reading.model.ts';
import type { NewReading } from './new-reading.model.ts';

const URGENCIES = ['soon', 'today', 'now'];

/**
 * Required action after saving: the most urgent verdict among each vital's newest reading, as in a series the last
 * counts. Parsed like list readings, so that form and list agree.
 */
export function mostUrgentVerdict(written: readonly NewReading[], context: ReadingContext): Verdict | undefined {
  const observations = written.flatMap(({ formId, resource }) => observation({ ...resource, id: formId }) ?? []);
  const readings = [...readingsOf(observations, context)].sort(newestFirst);
  return readings
    .filter((one) => one === readings.find(({ vitalKey }) => vitalKey === one.vitalKey))
    .filter((reading) => requiresAction(reading, context.now))
    .map(({ verdict }) => verdict)
    .sort((a, b) => URGENCIES.indexOf(b.advice?.urgency ?? '') - URGENCIES.indexOf(a.advice?.urgency ?? ''))[0];
}
