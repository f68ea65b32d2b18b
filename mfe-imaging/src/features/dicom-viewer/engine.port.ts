import { cache, Enums, imageLoader, init as initCore, metaData, type Types, utilities } from '@cornerstonejs/core';
import { LoadError, problemOf } from '../../files/load-problem.ts';
import type { Picture } from '../../pixels/picture.ts';
import { createDecoder, type Decoder } from './decoder.port.ts';
import { MAX_FRAME_BYTES } from './file-check.model.ts';
import { frameBytes } from './frame-bytes.model.ts';
import { frameJob } from './frame-job.model.ts';
import { pictureMetadata, type Source } from './picture-metadata.model.ts';
import { pixelFormat } from './pixel-format.model.ts';
import { pixelSize } from './pixel-size.model.ts';
import { curveOf, headerViews } from './voi.model.ts';

/** Scheme of image ids for files already in memory. */
const SCHEME = 'phr';
const PRIORITY = 99_999;

/** Files of open studies by key. */
const files = new Map<string, Source['dataSet']>();
/** Pictures whose stream and header disagree on signedness. */
const otherSigns = new Set<string>();
let decoder: Decoder = createDecoder();
let started: Promise<void> | undefined;

/** Starts the drawing library once per page. */
export function startEngine(): Promise<void> {
  started ??= start().catch((error: unknown) => {
    started = undefined;
    throw error;
  });
  return started;
}

async function start(): Promise<void> {
  initCore();
  imageLoader.registerImageLoader(SCHEME, (imageId) => ({ promise: loadPicture(imageId) }));
  metaData.addProvider(pictureMetadata(sourceOf), PRIORITY);
  cache.setMaxCacheSize(MAX_FRAME_BYTES);
}

/** Stores a file under a key while viewers are open. */
export const cacheFile = (key: string, dataSet: Source['dataSet']): void => void files.set(key, dataSet);

/** Image id of a frame (counted from 1) as modality values. */
export const imageIdOf = (key: string, frame: number): string => `${SCHEME}:${key}?frame=${frame}`;
/** Image id of the same frame as grey through one of its views, a curve. */
export const curveIdOf = (imageId: string, view: number): string => `${imageId}&view=${view}`;

function partsOf(imageId: string): (Source & { readonly view?: number }) | undefined {
  const [, key = '', frame, view] = /^phr:(.*)\?frame=(\d+)(?:&view=(\d+))?$/.exec(imageId) ?? [];
  const dataSet = files.get(key);
  return dataSet && { dataSet, frame: Number(frame), ...(view === undefined ? {} : { view: Number(view) }) };
}

function sourceOf(imageId: string): Source | undefined {
  return partsOf(imageId);
}

async function loadPicture(imageId: string): Promise<Types.IImage> {
  const parts = partsOf(imageId);
  if (!parts) throw new LoadError('missing');
  const { dataSet, frame, view } = parts;
  const curve = view === undefined ? undefined : curveOf(headerViews(dataSet, frame)[view]);
  const job = frameJob(dataSet, frame, curve);
  const picture = await decoder.decode(job, frameBytes(dataSet, frame, job.format));
  if (picture.hasOtherSign) otherSigns.add(imageId);
  return imageOf(imageId, picture, parts);
}

function imageOf(imageId: string, { values, components, min, max }: Picture, { dataSet, frame }: Source): Types.IImage {
  const { rows, columns } = pixelFormat(dataSet);
  const { row, column } = pixelSize(dataSet, frame);
  const isColour = components === 3;
  return {
    imageId,
    rows,
    columns,
    height: rows,
    width: columns,
    rowPixelSpacing: row,
    columnPixelSpacing: column,
    color: isColour,
    rgba: false,
    numberOfComponents: components,
    // triggers a re-render when colour follows grey
    photometricInterpretation: isColour ? 'RGB' : 'MONOCHROME2',
    dataType: values.constructor.name as Types.PixelDataTypedArrayString,
    sizeInBytes: values.byteLength,
    minPixelValue: min,
    maxPixelValue: max,
    // values are modality values already: nothing to scale
    slope: 1,
    intercept: 0,
    windowCenter: (min + max + 1) / 2,
    windowWidth: max - min + 1,
    voiLUTFunction: Enums.VOILUTFunctionType.LINEAR,
    invert: false,
    voxelManager: utilities.VoxelManager.createImageVoxelManager({
      scalarData: values,
      width: columns,
      height: rows,
      numberOfComponents: components,
    }) as NonNullable<Types.IImage['voxelManager']>,
    getPixelData: () => values,
    // used by the software renderer for colour
    getCanvas: () => canvasOf(values, rows, columns),
  };
}

/** A canvas with a colour picture, three bytes per pixel. */
function canvasOf(rgb: Picture['values'], rows: number, columns: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [columns, rows];
  const picture = new ImageData(columns, rows);
  for (let at = 0; at < rows * columns; at += 1) {
    picture.data.set(rgb.subarray(at * 3, at * 3 + 3), at * 4);
    picture.data[at * 4 + 3] = 255;
  }
  canvas.getContext('2d')?.putImageData(picture, 0, 0);
  return canvas;
}

/** True if a picture's stream and header disagree on signedness. */
export const hasOtherSign = (imageId: string): boolean => otherSigns.has(imageId);

/**
 * Decodes a picture, or takes it from the cache.
 * @throws LoadError
 */
export async function decodePicture(imageId: string): Promise<Types.IImage> {
  try {
    return await imageLoader.loadAndCacheImage(imageId);
  } catch (error) {
    settled.add(Object(error) as object);
    if (cache.getImageLoadObject(imageId)) cache.removeImageLoadObject(imageId, { force: true });
    throw error instanceof LoadError ? error : new LoadError(problemOf(error), error);
  }
}

/** Errors already handled: the library also rejects a second promise, which nobody awaits. */
const settled = new WeakSet<object>();

function hush(event: PromiseRejectionEvent): void {
  const reason: unknown = event.reason;
  if (typeof reason === 'object' && reason !== null && settled.has(reason)) event.preventDefault();
}

let viewers = 0;

/** Counts open viewers. The first starts the worker; the last to close clears all caches and stops it. */
export function enter(): () => void {
  decoder.warmUp();
  if (viewers === 0) window.addEventListener('unhandledrejection', hush);
  viewers += 1;
  let left = false;
  return () => {
    if (left) return;
    left = true;
    viewers -= 1;
    if (viewers > 0) return;
    window.removeEventListener('unhandledrejection', hush);
    // codecs never release memory, so the next picture starts a new worker
    decoder.end();
    decoder = createDecoder();
    cache.purgeCache();
    files.clear();
    otherSigns.clear();
  };
}
