import path from 'node:path';
import type { ModuleScope } from '../../kit/platform.ts';

/**
 * Upload folders for modules on partner pages: allowed types, and the call that creates the referencing entry, which is
 * required for uploading.
 */
const FOLDERS: Readonly<
  Record<string, { readonly extensions: readonly string[]; readonly method: string; readonly url: string }>
> = {
  ecg: { extensions: ['.json', '.pdf', '.png', '.jpg', '.jpeg'], method: 'POST', url: '/fhir/Observation' },
  encounters: {
    extensions: ['.json', '.pdf', '.png', '.jpg', '.jpeg', '.gif', '.dcm'],
    method: 'POST',
    url: '/patient-app/encounter/create',
  },
};

/** True if a module on a partner's page may upload to this key. */
export function mayModuleWriteFile(scope: ModuleScope, key: string): boolean {
  const [, name = '', ...rest] = key.split('/');
  const folder = rest.length === 1 ? FOLDERS[name] : undefined;
  return (
    folder !== undefined &&
    folder.extensions.includes(path.posix.extname(key).toLowerCase()) &&
    scope.permits(folder.method, folder.url)
  );
}
