import { Worker } from 'node:worker_threads';
import type { Finding } from '../ports.ts';
import { filesGate, filesToRead, type FilesToRead } from './files-gate.ts';
import type { Gate } from './gate.ts';

const LIMIT_MS = 120_000;
/** Heap limit of the thread. A hostile script's syntax tree takes a hundred times its size. */
const LIMIT_MB = 1_500;

/**
 * The gate FILES in its own thread: parsing takes seconds per megabyte, and the process serves everyone. Releases
 * exceeding time or memory limits are rejected.
 */
export function filesGateInThread(limitMs = LIMIT_MS): Gate {
  return {
    id: filesGate.id,
    findings: async (release, { approved }) => readInThread(await filesToRead(release, approved), limitMs),
  };
}

function readInThread(files: FilesToRead, limitMs: number): Promise<readonly Finding[]> {
  const worker = new Worker(new URL('files-worker.ts', import.meta.url), {
    workerData: files,
    resourceLimits: { maxOldGenerationSizeMb: LIMIT_MB },
  });
  return new Promise<readonly Finding[]>((resolve, reject) => {
    const limit = setTimeout(() => {
      reject(new Error(`it was not done after ${limitMs / 1_000} s`));
      void worker.terminate();
    }, limitMs);
    worker
      .once('message', resolve)
      .once('error', reject)
      .once('exit', () => {
        clearTimeout(limit);
        // of no use to a promise that is settled
        reject(new Error('the thread ended without an answer'));
      });
  });
}
