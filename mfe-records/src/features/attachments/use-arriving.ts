import type { StoredFile } from '@phr/http/stored-file';
import { useEffect } from 'react';
import type { Uploads } from './use-uploads.ts';

/** Hands each file that has arrived to the form, which keeps it in its draft. @param add the same function between renders */
export function useArriving({ receive }: Uploads, add: (file: StoredFile) => void): void {
  useEffect(() => receive((file) => add({ ...file, url: '' })), [receive, add]);
}
