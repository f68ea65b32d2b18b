import { AppError } from '@phr/contract/app-error';
import { createFakeHost, type FakeHost } from './fake-host.ts';

/** A host on a path of a module whose every call fails, for tests of what a person then sees. */
export function createFailingHost(path: string): FakeHost {
  return createFakeHost({
    path,
    respond: () => {
      throw new AppError({ code: '500', httpStatus: 500, source: 'FHIR_SERVER' });
    },
  });
}
