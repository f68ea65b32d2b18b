import { codesOf } from '@phr/clinical/codings';
import type { RequestPort } from '@phr/contract/host-api';
import { deleteReading } from '../readings/reading-writes.api.ts';
import type { Reading } from '../readings/reading.model.ts';
import { enteredTogether, isOfIndex } from './stored-reading.entity.ts';

type Deleted = Pick<Reading, 'id' | 'vitalKey' | 'measuredAt'>;

/** Deletes a reading, and with a weight or height the body mass index derived from it. Rejects like `deleteReading`. */
export async function deleteWhole(request: RequestPort, patientId: string, reading: Deleted): Promise<void> {
  // derived ones first: if the second call fails, the index is recomputed from what exists
  const together = await enteredTogether(request, patientId, reading);
  for (const { id } of together.filter((one) => one.reading.vitalKey === 'bmis')) await deleteReading(request, id);
  await deleteReading(request, reading.id);
}

/** Codes of vitals affected by a deletion. */
export const changedWith = (reading: Pick<Reading, 'vitalKey'>): readonly string[] =>
  [reading.vitalKey, ...(isOfIndex(reading.vitalKey) ? (['bmis'] as const) : [])].flatMap(codesOf);
