import { createRequire } from 'node:module';
import { inflateRawSync } from 'node:zlib';
import { LoadError } from '../../files/load-problem.ts';
import { decodeFrame } from '../../pixels/decode-frame.ts';
import type { Codecs, LosslessDecoder, StreamCodec, StreamDecoder } from '../../pixels/codecs.ts';
import type { Picture } from '../../pixels/picture.ts';
import type { DataSet } from './data-set.model.ts';
import { headerProblem } from './file-check.model.ts';
import { frameBytes } from './frame-bytes.model.ts';
import { frameJob } from './frame-job.model.ts';
import { firstView, type Look, lookOf, type ViewChoice, viewFor, viewOf } from './look.model.ts';
import { parseFile } from './parse-file.model.ts';
import { readSlice, type Slice } from './slice.model.ts';
import { bounds, curveOf } from './voi.model.ts';

type CreateCodec = (options: { readonly print: () => void }) => Promise<Built>;
type Built = Readonly<Record<string, new () => StreamDecoder>>;
const load = createRequire(import.meta.url);

/** JPEG XL is excluded: its build works in browsers only. */
const SOURCES: Readonly<Partial<Record<StreamCodec, readonly [file: string, decoder: string]>>> = {
  jpeg: ['@cornerstonejs/codec-libjpeg-turbo-8bit/decodewasmjs', 'JPEGDecoder'],
  jpegLs: ['@cornerstonejs/codec-charls/decodewasmjs', 'JpegLSDecoder'],
  jpeg2000: ['@cornerstonejs/codec-openjpeg/decodewasmjs', 'J2KDecoder'],
  htj2k: ['@cornerstonejs/codec-openjph/wasmjs', 'HTJ2KDecoder'],
};
const built = new Map<StreamCodec, Promise<Built>>();

/** The decode worker's codecs, loaded in Node. */
export const nodeCodecs: Codecs = {
  async stream(codec) {
    const [file, decoder] = SOURCES[codec] ?? [];
    if (file === undefined || decoder === undefined) throw new Error(`No ${codec} in tests`);
    const building = built.get(codec) ?? (load(file) as CreateCodec)({ print: () => undefined });
    built.set(codec, building);
    const Decoder = (await building)[decoder];
    if (!Decoder) throw new Error(`No ${decoder}`);
    return new Decoder();
  },
  lossless: async () => {
    const { Decoder } = load('@cornerstonejs/jpeg-lossless-decoder-js') as { Decoder: new () => LosslessDecoder };
    return new Decoder();
  },
  inflate: (bytes) => new Uint8Array(inflateRawSync(bytes)),
};

/** A rendered picture: one byte per pixel for grey, three for colour. */
export interface Drawn {
  readonly bytes: Uint8Array;
  readonly picture: Picture;
  readonly slice: Slice;
  readonly look: Look;
}

/** Decodes a picture with one of its views, like the engine. */
async function decode(dataSet: DataSet, frame: number, slice: Slice, view: ViewChoice): Promise<[Picture, Look]> {
  const job = frameJob(dataSet, frame, curveOf(viewOf(slice, view)));
  const picture = await decodeFrame(job, frameBytes(dataSet, frame, job.format), nodeCodecs);
  return [picture, lookOf(slice, view, picture)];
}

/**
 * Opens a file, decodes a frame and renders it like the library: linear between the bounds, then inverted.
 * @throws LoadError
 */
export async function draw(
  file: Uint8Array,
  { frame = 1, choice }: { frame?: number; choice?: ViewChoice } = {},
): Promise<Drawn> {
  const dataSet = parseFile(Uint8Array.from(file));
  const problem = headerProblem(dataSet);
  if (problem) throw new LoadError(problem);
  const slice = readSlice(dataSet, 'phr:x?frame=1', frame);
  let [picture, look] = await decode(dataSet, frame, slice, firstView(slice, choice) ?? 'all');
  if (!look.isCurve) {
    const view = viewFor(slice, choice, picture);
    // values are decoded already; another window just changes the look
    if (curveOf(viewOf(slice, view))) [picture, look] = await decode(dataSet, frame, slice, view);
    else look = lookOf(slice, view, picture);
  }
  if (picture.components === 3) return { bytes: picture.values as Uint8Array, picture, slice, look };
  const { lower, upper } = bounds(look.kind, look.window);
  const bytes = Uint8Array.from(picture.values, (value) => {
    const grey = Math.round(Math.min(Math.max((value - lower) / (upper - lower), 0), 1) * 255);
    return slice.inverted ? 255 - grey : grey;
  });
  return { bytes, picture, slice, look };
}

/** Maximum difference between two pictures; infinite for different sizes. */
export function largestDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  if (a.length !== b.length) return Number.POSITIVE_INFINITY;
  let most = 0;
  for (let at = 0; at < a.length; at += 1) most = Math.max(most, Math.abs((a[at] ?? 0) - (b[at] ?? 0)));
  return most;
}
