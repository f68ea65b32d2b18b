import { codesOf } from '@phr/clinical/codings';
import type { RequestPort } from '@phr/contract/host-api';
import { observation } from '@phr/fhir/observation';
import { resourcesOf } from '@phr/module-kit/correction';
import { deviceZone } from '@phr/time/zone';
import { readingOf, type Reading } from './reading.model.ts';

type Deleted = Pick<Reading, 'id' | 'storeKey' | 'measuredAt'>;

/**
 * Deletes a reading and its stored files (D-108), and with a weight or a height the person's body mass index that was computed with it. Rejects with NOT_DELETABLE
 * for one that a facility made.
 */
export async function deleteReading(request: RequestPort, patientId: string, reading: Deleted): Promise<void> {
  // first what follows from it: should the second call fail, the index is computed anew from what is there
  for (const id of [...(await computedWith(request, patientId, reading)), reading.id])
    await request.send({ service: 'phr', method: 'DELETE', path: `/api/phr/observation/${id}` });
}

/** Of a weight or a height: the indexes that its form wrote for the same moment. */
async function computedWith(
  request: RequestPort,
  patientId: string,
  { storeKey, measuredAt }: Deleted,
): Promise<readonly string[]> {
  if (measuredAt === undefined || (storeKey !== 'weights' && storeKey !== 'heights')) return [];
  const codes = { code: codesOf('bmis').join(','), date: measuredAt };
  const context = { zone: deviceZone(), now: Date.now() };
  return (await resourcesOf(request, patientId, 'Observation', codes)).flatMap((resource) => {
    const found = observation(resource);
    const index = found && readingOf(found, context);
    return index?.correctable === true && index.measuredAt === measuredAt ? [index.id] : [];
  });
}

/** Codes of the vitals that change where a reading is deleted. */
export const changedWith = ({ storeKey }: Pick<Reading, 'storeKey'>): readonly string[] =>
  [storeKey, ...(storeKey === 'weights' || storeKey === 'heights' ? (['bmis'] as const) : [])].flatMap(codesOf);

/** Sets the note of a reading (VIT-53). */
export async function saveNote(request: RequestPort, id: string, note: string): Promise<void> {
  await request.send({ service: 'phr', method: 'PUT', path: `/api/phr/observation/note/${id}`, body: { note } });
}
