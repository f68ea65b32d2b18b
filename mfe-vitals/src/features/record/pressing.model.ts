import type { Verdict } from '@phr/clinical/assess/verdict';
import { observation } from '@phr/fhir/observation';
import { newestFirst, presses, readingsOf, type ReadingContext } from '../readings/reading.model.ts';
import type { NewReading } from './new-reading.model.ts';

const URGENCIES = ['soon', 'today', 'now'];

/**
 * What was just written asks for: the most urgent verdict among the newest reading of each vital, for of a series the last one counts. The readings are read
 * as any list reads them, so that a form says what the list will say.
 */
export function pressingOf(written: readonly NewReading[], context: ReadingContext): Verdict | undefined {
  const observations = written.flatMap(({ formId, resource }) => observation({ ...resource, id: formId }) ?? []);
  const readings = [...readingsOf(observations, context)].sort(newestFirst);
  return readings
    .filter((one) => one === readings.find(({ vitalKey }) => vitalKey === one.vitalKey))
    .filter((reading) => presses(reading, context.now))
    .map(({ verdict }) => verdict)
    .sort((a, b) => URGENCIES.indexOf(b.advice?.urgency ?? '') - URGENCIES.indexOf(a.advice?.urgency ?? ''))[0];
}
