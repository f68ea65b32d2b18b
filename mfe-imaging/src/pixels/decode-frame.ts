import type { Codecs } from './codecs.ts';
import { paletteRgb, rgbOf } from './colour.ts';
import { alongCurve } from './curve.ts';
import { decompress, type Uncompressed } from './decompress.ts';
import { modalityValues } from './modality-values.ts';
import type { FrameJob, Picture, Samples } from './picture.ts';
import { storedValues } from './stored-values.ts';
import { LoadError } from '../files/load-problem.ts';

/**
 * The full pipeline from frame bytes to drawable values, in the standard's order (PS3.3 C.7.6.3, C.11.1, C.11.2):
 * stored values, colour or modality values, then the curve if any. Linear windows and inversion are left to the
 * renderer.
 * @throws LoadError, or any codec error for an unreadable stream
 */
export async function decodeFrame(job: FrameJob, bytes: Uint8Array, codecs: Codecs): Promise<Picture> {
  const uncompressed = await decompress(job, bytes, codecs);
  const stored = storedOf(uncompressed);
  const { hasOtherSign } = uncompressed;
  const rgb = colourOf(job, uncompressed, stored);
  if (rgb) return { values: rgb, components: 3, min: 0, max: 255, hasOtherSign };
  const { format } = uncompressed;
  if (stored.length !== format.rows * format.columns) throw new LoadError('otherSize');
  const grey = modalityValues(stored, job);
  const { values, min, max } = job.curve ? alongCurve(grey, job.curve, job.isInverted) : grey;
  return { values, components: 1, min, max, hasOtherSign };
}

function storedOf({ cells, format, isFinal }: Uncompressed): Samples {
  return isFinal ? cells : storedValues(cells, format);
}

function colourOf(job: FrameJob, { format, isShared }: Uncompressed, stored: Samples): Uint8Array | undefined {
  if (format.photometric === 'PALETTE COLOR') {
    if (!job.palette) throw new LoadError('noPalette');
    return paletteRgb(stored, job.palette);
  }
  return format.samples === 3 ? rgbOf(stored, format, isShared) : undefined;
}
