import { AppError } from '@phr/contract/app-error';
import type { Put } from './stored-file.ts';

/**
 * Sends a file to a signed address, telling how much of it has gone (0 to 1). The address itself is the permission: no token goes along.
 * Rejects with AppError: INTERRUPTED when `signal` stops it, NETWORK when the storage is not reached.
 */
export function sendFile(signal: AbortSignal, onProgress: (share: number) => void): Put {
  return (url, file) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      const fail = (code: string) => () => reject(new AppError({ code, httpStatus: 0, source: 'PHR_API' }));
      request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
        if (lengthComputable && total > 0) onProgress(loaded / total);
      };
      request.onload = () => resolve(request.status);
      request.onerror = fail('NETWORK');
      request.onabort = fail('INTERRUPTED');
      request.open('PUT', url);
      request.setRequestHeader('Content-Type', file.type);
      signal.addEventListener('abort', () => request.abort(), { once: true });
      if (signal.aborted) fail('INTERRUPTED')();
      else request.send(file);
    });
}
