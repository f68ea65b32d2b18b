import { type LoadProblem, problemOf } from '../files/load-problem.ts';
import { decodeFrame } from '../pixels/decode-frame.ts';
import type { FrameJob, Picture } from '../pixels/picture.ts';
import { codecs } from './codecs.ts';

/** A request to the worker: one frame, answered before the next is sent. */
export interface Order {
  readonly job: FrameJob;
  readonly bytes: Uint8Array;
}

export type Answer = { readonly picture: Picture } | { readonly problem: LoadProblem };

const scope = globalThis as unknown as {
  addEventListener(type: 'message', hear: (event: { readonly data: Order }) => void): void;
  postMessage(answer: Answer, give?: ArrayBufferLike[]): void;
};

scope.addEventListener('message', ({ data: { job, bytes } }) => {
  decodeFrame(job, bytes, codecs).then(
    (picture) => scope.postMessage({ picture }, [picture.values.buffer]),
    (error: unknown) => scope.postMessage({ problem: problemOf(error) }),
  );
});
