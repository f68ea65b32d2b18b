import { codesOf } from '@phr/clinical/codings';
import type { RequestPort } from '@phr/contract/host-api';
import { observation } from '@phr/fhir/observation';
import { resourcesOf } from '@phr/module-kit/correction';
import { deviceZone } from '@phr/time/zone';
import { deleteReading } from './reading-writes.api.ts';
import { readingOf, type Reading } from './reading.model.ts';

type Deleted = Pick<Reading, 'id' | 'storeKey' | 'measuredAt'>;

const isOfIndex = ({ storeKey }: Pick<Reading, 'storeKey'>): boolean =>
  storeKey === 'weights' || storeKey === 'heights';

/** Deletes a reading, and with a weight or a height the person's body mass index that was computed with it. Rejects as `deleteReading` does. */
export async function deleteWhole(request: RequestPort, patientId: string, reading: Deleted): Promise<void> {
  // first what follows from it: should the second call fail, the index is computed anew from what is there
  for (const id of await computedWith(request, patientId, reading)) await deleteReading(request, id);
  await deleteReading(request, reading.id);
}

/** Of a weight or a height: the indexes that its form wrote for the same moment. */
async function computedWith(request: RequestPort, patientId: string, reading: Deleted): Promise<readonly string[]> {
  const { measuredAt } = reading;
  if (measuredAt === undefined || !isOfIndex(reading)) return [];
  const query = { code: codesOf('bmis').join(','), date: measuredAt };
  const context = { zone: deviceZone(), now: Date.now() };
  return (await resourcesOf(request, patientId, 'Observation', query)).flatMap((resource) => {
    const found = observation(resource);
    const index = found && readingOf(found, context);
    return index?.correctable === true && index.measuredAt === measuredAt ? [index.id] : [];
  });
}

/** Codes of the vitals that change where a reading is deleted. */
export const changedWith = (reading: Pick<Reading, 'storeKey'>): readonly string[] =>
  [reading.storeKey, ...(isOfIndex(reading) ? (['bmis'] as const) : [])].flatMap(codesOf);
