import type { RequestPort } from '@phr/contract/host-api';
import { resourcesOf, type StoredResource } from '@phr/module-kit/correction';

/**
 * How an entry comes to the form that corrects it: the person's one with an id, read for the form; undefined when there is none, or it is none for the form.
 * What it makes rejects with AppError.
 */
export function loaderOf<Stored>(type: string, read: (resource: StoredResource | undefined) => Stored | undefined) {
  return async (request: RequestPort, patientId: string, id: string): Promise<Stored | undefined> => {
    const [found] = await resourcesOf(request, patientId, type, { _id: id });
    return read(found);
  };
}
