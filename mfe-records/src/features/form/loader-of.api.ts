import type { RequestPort } from '@phr/contract/host-api';
import { resourcesOf, type StoredResource } from '@phr/module-kit/correction';

/**
 * Creates a loader for correction forms: the person's entry by id, parsed for the form; undefined if missing or
 * unsuitable. The loader rejects with AppError.
 */
export function loaderOf<Stored>(type: string, read: (resource: StoredResource | undefined) => Stored | undefined) {
  return async (request: RequestPort, patientId: string, id: string): Promise<Stored | undefined> => {
    const [found] = await resourcesOf(request, patientId, type, { _id: id });
    return read(found);
  };
}
