import { lenientObject, list, number, text } from '@phr/fhir/json';
import type { StoredFile } from '@phr/http/stored-file';

const storedFile = lenientObject({ path: text, url: text, extension: text, size: number, uid: text, name: text });

/** Files of a stored draft; they are already in storage. */
export function draftFilesOf(kept: unknown): readonly StoredFile[] {
  return (list(storedFile)(kept) ?? []).flatMap(({ path, url = '', extension = '', size = 0, uid = '', name = '' }) =>
    path === undefined ? [] : [{ path, url, extension, size, uid, name }],
  );
}
