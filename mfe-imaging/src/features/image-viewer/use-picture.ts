import { useEffect, useState } from 'react';
import { type LoadProblem, problemOf } from '../../files/load-problem.ts';
import { type PictureFile, readPictureFile } from './picture-file.port.ts';

export type PictureState =
  | { readonly phase: 'loading' }
  | { readonly phase: 'ready'; readonly address: string; readonly file: PictureFile }
  | { readonly phase: 'failed'; readonly problem: LoadProblem };

interface Held {
  readonly key: unknown;
  readonly state: PictureState;
}
const LOADING: PictureState = { phase: 'loading' };

/** A picture as an object URL, revoked when another is shown. */
export function usePicture(fetch: ((signal: AbortSignal) => Promise<Blob>) | undefined): PictureState {
  const [held, setHeld] = useState<Held>();
  useEffect(() => {
    if (!fetch) return undefined;
    const abort = new AbortController();
    let address: string | undefined;
    fetch(abort.signal)
      .then(async (blob) => [blob, readPictureFile(new Uint8Array(await blob.arrayBuffer()))] as const)
      .then(
        ([blob, file]) => {
          if (abort.signal.aborted) return;
          address = URL.createObjectURL(blob);
          setHeld({ key: fetch, state: { phase: 'ready', address, file } });
        },
        (error: unknown) => {
          if (!abort.signal.aborted) setHeld({ key: fetch, state: { phase: 'failed', problem: problemOf(error) } });
        },
      );
    return () => {
      abort.abort();
      if (address) URL.revokeObjectURL(address);
    };
  }, [fetch]);
  return held && held.key === fetch ? held.state : LOADING;
}
