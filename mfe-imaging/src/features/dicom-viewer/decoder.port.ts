import { LoadError, type LoadProblem } from '../../files/load-problem.ts';
import { startWorker } from '../../files/module-worker.ts';
import type { Answer, Order } from '../../decode-worker/worker.ts';
import type { FrameJob, Picture } from '../../pixels/picture.ts';

/** Timeout of decoding; the worker is then restarted for the next picture. */
const DECODE_MS = 20_000;
/** The bundle made by webpack.config.ts, beside this module's other files. */
const DECODE_BUNDLE = 'decode/worker.mjs';

interface Task {
  readonly order: Order;
  readonly done: (picture: Picture) => void;
  readonly fail: (reason: LoadError) => void;
}

/** Decodes frames sequentially in a worker. */
export interface Decoder {
  /** Starts the worker, so that its code loads while the first file is on its way. */
  warmUp(): void;
  /** @throws LoadError */
  decode(job: FrameJob, bytes: Uint8Array): Promise<Picture>;
  /** Frees the memory of worker and codecs; pending requests reject as stopped. */
  end(): void;
}

export function createDecoder(start: () => Worker = () => startWorker(DECODE_BUNDLE, 'dicom-decode')): Decoder {
  const waiting: Task[] = [];
  let current: { readonly task: Task; readonly timer: ReturnType<typeof setTimeout> } | undefined;
  let worker: Worker | undefined;

  function next(): void {
    const task = current ? undefined : waiting.shift();
    if (!task) return;
    current = { task, timer: setTimeout(() => giveUp('timeout'), DECODE_MS) };
    worker ??= started();
    worker.postMessage(task.order);
  }

  function started(): Worker {
    const fresh = start();
    fresh.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
      const task = finished();
      if ('picture' in data) task?.done(data.picture);
      else task?.fail(new LoadError(data.problem));
      next();
    });
    fresh.addEventListener('error', () => giveUp('viewer'));
    return fresh;
  }

  function finished(): Task | undefined {
    clearTimeout(current?.timer);
    const task = current?.task;
    current = undefined;
    return task;
  }

  /** A worker that hangs or dies will not respond any more. */
  function giveUp(problem: LoadProblem): void {
    worker?.terminate();
    worker = undefined;
    finished()?.fail(new LoadError(problem));
    next();
  }

  return {
    warmUp() {
      worker ??= started();
    },
    decode: (job, bytes) =>
      new Promise((done, fail) => {
        waiting.push({ order: { job, bytes }, done, fail });
        next();
      }),
    end() {
      for (const task of waiting.splice(0)) task.fail(new LoadError('stopped'));
      giveUp('stopped');
    },
  };
}
