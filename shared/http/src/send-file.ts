import { AppError } from '@phr/contract/app-error';
import type { Put } from './stored-file.ts';

/**
 * Uploads a file to a signed URL, reporting progress (0 to 1). The URL is the authorization, so no token is sent.
 * Rejects with AppError: INTERRUPTED if aborted by `signal`, NETWORK if the storage is unreachable.
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
