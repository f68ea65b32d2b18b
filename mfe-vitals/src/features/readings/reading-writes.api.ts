import type { RequestPort } from '@phr/contract/host-api';

/** Deletes a reading and its files (D-108). Rejects with NOT_DELETABLE for a facility's. */
export async function deleteReading(request: RequestPort, id: string): Promise<void> {
  await request.send({ service: 'phr', method: 'DELETE', path: `/api/phr/observation/${id}` });
}

/** Sets the note of a reading (VIT-53). */
export async function saveNote(request: RequestPort, id: string, note: string): Promise<void> {
  await request.send({ service: 'phr', method: 'PUT', path: `/api/phr/observation/note/${id}`, body: { note } });
}
