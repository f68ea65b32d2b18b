import { codesOf } from '@phr/clinical/codings';
import type { RequestPort } from '@phr/contract/host-api';
import { deleteReading } from '../readings/reading-writes.api.ts';
import type { Reading } from '../readings/reading.model.ts';
import { enteredTogether, isOfIndex } from './stored-reading.entity.ts';

type Deleted = Pick<Reading, 'id' | 'vitalKey' | 'measuredAt'>;

/** Deletes a reading, and with a weight or a height the person's body mass index that was computed with it. Rejects as `deleteReading` does. */
export async function deleteWhole(request: RequestPort, patientId: string, reading: Deleted): Promise<void> {
  // first what follows from it: should the second call fail, the index is computed anew from what is there
  const together = await enteredTogether(request, patientId, reading);
  for (const { id } of together.filter((one) => one.reading.vitalKey === 'bmis')) await deleteReading(request, id);
  await deleteReading(request, reading.id);
}

/** Codes of the vitals that change where a reading is deleted. */
export const changedWith = (reading: Pick<Reading, 'vitalKey'>): readonly string[] =>
  [reading.vitalKey, ...(isOfIndex(reading.vitalKey) ? (['bmis'] as const) : [])].flatMap(codesOf);
