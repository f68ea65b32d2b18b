import type { HostApi } from '@phr/contract/host-api';
import { useCallback, useEffect, useState } from 'react';
import { codeProblem, LoadError, type LoadProblem, problemOf } from '../../files/load-problem.ts';
import type { FileSource } from '../../files/source.ts';
import { openStudy } from './dicom-viewer.api.ts';
import type * as drawing from './study.entity.ts';

/** The drawing code; loaded when a report with pictures opens. */
export type Drawing = typeof drawing;

export type StudyState =
  | { readonly phase: 'loading'; readonly done: number; readonly total?: number }
  | { readonly phase: 'ready'; readonly study: drawing.Study; readonly drawing: Drawing }
  | { readonly phase: 'failed'; readonly problem: LoadProblem };

export interface StudyControl {
  readonly state: StudyState;
  stop(): void;
  retry(): void;
}

const START: StudyState = { phase: 'loading', done: 0 };

/** Loads a source's pictures, reloading for another source or person; frees memory on unmount. */
export function useStudy(host: HostApi, patientId: string, source: FileSource): StudyControl {
  const [attempt, setAttempt] = useState(0);
  const [load, setLoad] = useState<{ readonly key: string; readonly state: StudyState; readonly stop: () => void }>();
  const key = JSON.stringify([patientId, source, attempt]);

  useEffect(() => {
    const abort = new AbortController();
    let study: drawing.Study | undefined;
    let left = false;
    const tell = (state: StudyState) => {
      if (!left) setLoad({ key, state, stop: () => abort.abort() });
    };
    tell(START);
    run().catch((error: unknown) => {
      const problem = abort.signal.aborted ? 'stopped' : problemOf(error);
      if (!left && problem !== 'stopped') host.log.error('dicom-load', new Error(problem));
      tell({ phase: 'failed', problem });
    });

    async function run(): Promise<void> {
      // in parallel: the code is large, the URLs take a round trip
      const [code, files] = await Promise.all([
        importDrawing(),
        openStudy(host.request, patientId, source, abort.signal),
      ]);
      const total = files.length;
      tell({ phase: 'loading', done: 0, total });
      study = await code.loadStudy(files, {
        stop: abort.signal,
        onProgress: (done) => tell({ phase: 'loading', done, total }),
      });
      const problem = code.problemOfAll(study);
      if (left || problem !== undefined) study.close();
      if (problem !== undefined) throw new LoadError(problem);
      tell({ phase: 'ready', study, drawing: code });
    }

    return () => {
      left = true;
      abort.abort();
      study?.close();
    };
    // The key represents its content: new objects with the same content are no reason to reload.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [host, key]);

  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  const current = load?.key === key ? load : undefined;
  return { state: current?.state ?? START, stop: () => current?.stop(), retry };
}

function importDrawing(): Promise<Drawing> {
  return import('./study.entity.ts').catch((error: unknown) => {
    throw new LoadError(codeProblem(), error);
  });
}
