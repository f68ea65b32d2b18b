import { cache, getWebWorkerManager, imageLoader, init as initCore, metaData, type Types } from '@cornerstonejs/core';
import { init as initLoader, wadouri } from '@cornerstonejs/dicom-image-loader';
import { correctedMetadata } from './corrected-metadata.model.ts';
import type { DataSet } from './data-set.model.ts';
import { MAX_FRAME_BYTES } from './file-check.model.ts';
import { LoadError, problemOf } from '../../files/load-problem.ts';
import { startWorker } from '../../files/module-worker.ts';

/** A picture that takes longer than this to decode has failed; the decoder starts anew for the next one. */
const DECODE_MS = 20_000;
const WORKER = 'dicomImageLoader';
/** The bundle made by webpack.config.ts, beside this module's other files. */
const DECODE_BUNDLE = 'decode/worker.mjs';
const PRIORITY = 99_999;

let started: Promise<void> | undefined;

/** Starts the picture library once per page: worker, loader, corrected metadata, cache limit. */
export function startEngine(): Promise<void> {
  started ??= start().catch((error: unknown) => {
    started = undefined;
    throw error;
  });
  return started;
}

async function start(): Promise<void> {
  initCore();
  // The loader would start a worker of its own; registered first, ours is kept.
  registerWorker();
  initLoader({ maxWebWorkers: 1, useLegacyMetadataProvider: true });
  metaData.addProvider(
    correctedMetadata((type, imageId) => metaData.get(type, imageId), dataSetOf),
    PRIORITY,
  );
  cache.setMaxCacheSize(MAX_FRAME_BYTES);
}

function registerWorker(): void {
  getWebWorkerManager().registerWorker(
    WORKER,
    () => {
      const worker = startWorker(DECODE_BUNDLE, 'dicom-decode');
      worker.addEventListener('error', () => {
        for (const fail of waiting) fail(new LoadError('viewer'));
      });
      return worker;
    },
    { maxWorkerInstances: 1, overwrite: true },
  );
}

/** Pictures being decoded: a worker that dies answers none of them. */
const waiting = new Set<(reason: LoadError) => void>();

function dataSetOf(imageId: string): DataSet | undefined {
  const key = imageId.slice('wadouri:'.length).replace(/\?frame=/, '&frame=');
  return wadouri.dataSetCacheManager.get(key) as DataSet | undefined;
}

/** Parses a file's bytes and keeps them under `key` for decoding. @throws LoadError */
export async function parseFile(key: string, bytes: ArrayBuffer): Promise<DataSet> {
  try {
    return (await wadouri.dataSetCacheManager.load(key, () => Promise.resolve(bytes), key)) as DataSet;
  } catch (error) {
    throw new LoadError(problemOf(error), error);
  }
}

/**
 * Decodes one picture, or takes it from the cache. @throws LoadError
 * A picture of another size than its header's is refused, whatever decoder it comes from.
 */
export async function decodePicture(
  imageId: string,
  size: { readonly rows: number; readonly columns: number },
): Promise<Types.IImage> {
  const loading = imageLoader.loadAndCacheImage(imageId);
  try {
    const image = await withLimit(loading);
    const perPixel = image.getPixelData().length / (size.rows * size.columns);
    if (image.rows !== size.rows || image.columns !== size.columns || ![1, 3, 4].includes(perPixel))
      throw new LoadError('broken');
    return image;
  } catch (error) {
    settled.add(Object(error) as object);
    if (cache.getImageLoadObject(imageId)) cache.removeImageLoadObject(imageId, { force: true });
    throw error instanceof LoadError ? error : new LoadError(problemOf(error), error);
  }
}

function withLimit<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const finish = () => {
      clearTimeout(timer);
      waiting.delete(fail);
    };
    const fail = (reason: LoadError) => {
      finish();
      restartWorker();
      reject(reason);
    };
    const timer = setTimeout(() => fail(new LoadError('timeout')), DECODE_MS);
    waiting.add(fail);
    work.then(
      (value) => {
        finish();
        resolve(value);
      },
      (error: unknown) => {
        finish();
        reject(error);
      },
    );
  });
}

function restartWorker(): void {
  getWebWorkerManager().terminate(WORKER);
  registerWorker();
}

/** Reasons that were caught and told to the person; the loader rejects a second promise with the same reason that nobody holds. */
const settled = new WeakSet<object>();

function hush(event: PromiseRejectionEvent): void {
  const reason: unknown = event.reason;
  if (typeof reason === 'object' && reason !== null && settled.has(reason)) event.preventDefault();
}

let viewers = 0;

/** Counts the viewers of the page. The last one to close empties all caches and ends the worker. */
export function enter(): () => void {
  if (viewers === 0) window.addEventListener('unhandledrejection', hush);
  viewers += 1;
  let left = false;
  return () => {
    if (left) return;
    left = true;
    viewers -= 1;
    if (viewers > 0) return;
    window.removeEventListener('unhandledrejection', hush);
    // Its codecs keep the memory they once needed; the next picture starts a new one.
    getWebWorkerManager().terminate(WORKER);
    cache.purgeCache();
    wadouri.dataSetCacheManager.purge();
  };
}
