import { Worker } from 'node:worker_threads';
import type { Finding } from '../ports.ts';
import { filesGate, filesToRead, type FilesToRead } from './files-gate.ts';
import type { Gate } from './gate.ts';

const LIMIT_MS = 120_000;
/** Of the heap of the thread. The syntax tree of a hostile script takes a hundred times its bytes. */
const LIMIT_MB = 1_500;

/**
 * The gate FILES in a thread of its own: reading scripts takes seconds for each megabyte, and the process that takes releases answers everybody. A release that
 * takes more time or memory than any build of ours is refused.
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
