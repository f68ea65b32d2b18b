import path from 'node:path';
import type { ModuleScope } from '../../kit/platform.ts';

/**
 * Folders into which a module may send files on a partner's page: the types of file, and the call that makes the entry which will name them. Whoever may not
 * make the entry may not send its file.
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

/** True when a module of a partner's page may send a file under this key. */
export function mayModuleWriteFile(scope: ModuleScope, key: string): boolean {
  const [, name = '', ...rest] = key.split('/');
  const folder = rest.length === 1 ? FOLDERS[name] : undefined;
  return (
    folder !== undefined &&
    folder.extensions.includes(path.posix.extname(key).toLowerCase()) &&
    scope.permits(folder.method, folder.url)
  );
}
