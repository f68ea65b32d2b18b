import { AppError } from '@phr/contract/app-error';
import { createFakeHost, type FakeHost } from './fake-host.ts';

/** A host, at a path of a module, whose calls all fail; for tests of error states. */
export function createFailingHost(path: string): FakeHost {
  return createFakeHost({
    path,
    respond: () => {
      throw new AppError({ code: '500', httpStatus: 500, source: 'FHIR_SERVER' });
    },
  });
}
