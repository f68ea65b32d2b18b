import type { StoredFile } from '@phr/http/stored-file';
import { useEffect } from 'react';
import type { Uploads } from './use-uploads.ts';

/**
 * Passes each uploaded file to the form, which stores it in its draft.
 * @param add must be referentially stable
 */
export function useOnUploaded({ receive }: Uploads, add: (file: StoredFile) => void): void {
  useEffect(() => receive((file) => add({ ...file, url: '' })), [receive, add]);
}
