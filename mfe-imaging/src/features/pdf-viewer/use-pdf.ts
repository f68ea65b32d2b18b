import type { HostApi } from '@phr/contract/host-api';
import { useCallback, useEffect, useState } from 'react';
import { codeProblem, LoadError, type LoadProblem } from '../../files/load-problem.ts';
import { openSource } from './pdf-viewer.api.ts';
import type { OpenDocument } from './pdf-engine.port.ts';
import type { Source } from './source.entity.ts';

export type PdfState =
  | { readonly phase: 'loading' }
  | { readonly phase: 'password'; readonly wrong: boolean }
  | { readonly phase: 'ready'; readonly document: OpenDocument; readonly bytes: ArrayBuffer }
  | { readonly phase: 'failed'; readonly problem: LoadProblem };

export interface PdfControl {
  readonly state: PdfState;
  /** Number of documents; 0 until known. */
  readonly count: number;
  readonly index: number;
  choose(index: number): void;
  usePassword(password: string): void;
  retry(): void;
}

type Fetch = (signal: AbortSignal) => Promise<ArrayBuffer>;
interface Wanted {
  readonly index: number;
  readonly attempt: number;
  readonly password?: string;
}

const LOADING: PdfState = { phase: 'loading' };

/** Loads a source's documents, one at a time, freeing the previous one. */
export function usePdf(host: HostApi, patientId: string, source: Source): PdfControl {
  const [wanted, setWanted] = useState<Wanted>({ index: 0, attempt: 0 });
  const [documents, setDocuments] = useState<readonly Fetch[]>();
  const [held, setHeld] = useState<{ readonly key: string; readonly state: PdfState }>();
  const key = JSON.stringify([patientId, source, wanted]);

  useEffect(() => {
    const abort = new AbortController();
    let opened: OpenDocument | undefined;
    const setState = (state: PdfState) => setHeld({ key, state });
    run().catch((error: unknown) => {
      if (abort.signal.aborted) return;
      if (error instanceof Error && error.name === 'PasswordNeeded') {
        setState({ phase: 'password', wrong: 'wrong' in error && error.wrong === true });
        return;
      }
      const problem = error instanceof LoadError ? error.problem : 'viewer';
      host.log.error('pdf-load', new Error(problem));
      setState({ phase: 'failed', problem });
    });

    async function run(): Promise<void> {
      // in parallel: the code is large, the URLs take a round trip
      const engine = import('./pdf-engine.port.ts').catch((error: unknown) => {
        throw new LoadError(codeProblem(), error);
      });
      engine.catch(() => undefined);
      // signed URLs expire soon, so request new ones on each attempt
      const all = await openSource(host.request, patientId, source, abort.signal);
      if (abort.signal.aborted) return;
      setDocuments(all);
      const fetch = all[Math.min(wanted.index, all.length - 1)];
      if (!fetch) throw new LoadError('missing');
      const bytes = await fetch(abort.signal);
      // the reader takes ownership of the bytes; keep a copy for download
      opened = await (await engine).openDocument(bytes.slice(0), wanted.password, abort.signal);
      if (abort.signal.aborted) opened.close();
      else setState({ phase: 'ready', document: opened, bytes });
    }

    return () => {
      abort.abort();
      opened?.close();
    };
    // The key represents its content: new objects with the same content are no reason to reload.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [host, key]);

  const choose = useCallback((index: number) => setWanted({ index, attempt: 0 }), []);
  const usePassword = useCallback(
    (password: string) => setWanted((last) => ({ ...last, attempt: last.attempt + 1, password })),
    [],
  );
  const retry = useCallback(() => setWanted(({ index, attempt }) => ({ index, attempt: attempt + 1 })), []);
  const state = held?.key === key ? held.state : LOADING;
  return { state, count: documents?.length ?? 0, index: wanted.index, choose, usePassword, retry };
}
