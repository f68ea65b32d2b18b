import { LoadError } from '../files/load-problem.ts';
import { lookUp } from './modality-values.ts';
import type { Channel, Lut, PixelFormat, Samples } from './picture.ts';

/** Parts of the format that determine colour conversion. */
type Colour = Pick<PixelFormat, 'rows' | 'columns' | 'photometric' | 'bitsStored' | 'isPlanar'>;

const LUMINANCE = new Set(['YBR_FULL', 'YBR_FULL_422']);
/** JPEG 2000 codecs output RGB. */
const DIRECT = new Set(['RGB', 'YBR_RCT', 'YBR_ICT']);

/**
 * RGB bytes of samples with three values per pixel (PS3.3 C.7.6.3.1.2), scaled to eight bits.
 * @param isShared two pixels of a row share chroma: Y Y Cb Cr, as in uncompressed YBR_FULL_422
 * @throws LoadError 'unsupported' for another colour model
 */
export function rgbOf(samples: Samples, colour: Colour, isShared: boolean): Uint8Array {
  const isLuminance = LUMINANCE.has(colour.photometric);
  if (!isLuminance && !DIRECT.has(colour.photometric)) throw new LoadError('unsupported');
  const bytes = inBytes(samples, colour.bitsStored);
  const pixels = isShared ? fromPairs(bytes, colour) : colour.isPlanar ? fromPlanes(bytes, colour) : bytes;
  return isLuminance ? fromLuminance(pixels) : Uint8Array.from(pixels);
}

function inBytes(samples: Samples, bits: number): Samples {
  if (bits === 8) return samples;
  const scale = 255 / (2 ** bits - 1);
  const out = new Uint8Array(samples.length);
  for (let at = 0; at < samples.length; at += 1) out[at] = Math.round((samples[at] ?? 0) * scale);
  return out;
}

function fromPlanes(samples: Samples, { rows, columns }: Colour): Uint8Array {
  const count = rows * columns;
  const out = new Uint8Array(count * 3);
  for (let at = 0; at < count; at += 1)
    for (let part = 0; part < 3; part += 1) out[at * 3 + part] = samples[part * count + at] ?? 0;
  return out;
}

function fromPairs(samples: Samples, { rows, columns }: Colour): Uint8Array {
  const out = new Uint8Array(rows * columns * 3);
  const perRow = Math.ceil(columns / 2) * 4;
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const pair = row * perRow + (column >> 1) * 4;
      const to = (row * columns + column) * 3;
      out[to] = samples[pair + (column & 1)] ?? 0;
      out[to + 1] = samples[pair + 2] ?? 0;
      out[to + 2] = samples[pair + 3] ?? 0;
    }
  return out;
}

/** Inverse of YBR_FULL (PS3.3 C.7.6.3.1.2). */
function fromLuminance(pixels: Samples): Uint8Array {
  const out = new Uint8ClampedArray(pixels.length);
  for (let at = 0; at + 2 < pixels.length; at += 3) {
    const y = pixels[at] ?? 0;
    const blue = (pixels[at + 1] ?? 0) - 128;
    const red = (pixels[at + 2] ?? 0) - 128;
    out[at] = y + 1.402 * red;
    out[at + 1] = y - 0.344136 * blue - 0.714136 * red;
    out[at + 2] = y + 1.772 * blue;
  }
  return new Uint8Array(out.buffer);
}

/** RGB bytes of palette indexes, each channel with its own LUT (PS3.3 C.7.6.3.1.5). */
export function paletteRgb(indices: Samples, palette: Readonly<Record<Channel, Lut>>): Uint8Array {
  const channels = [palette.red, palette.green, palette.blue];
  // some tables declare 16 bits but hold bytes
  const isByBytes = channels.every(({ entries }) => entries.every((entry) => entry <= 255));
  const out = new Uint8Array(indices.length * 3);
  channels.forEach((lut, part) => {
    const shift = isByBytes ? 0 : Math.max(0, lut.bits - 8);
    for (let at = 0; at < indices.length; at += 1) out[at * 3 + part] = lookUp(lut, indices[at] ?? 0) >> shift;
  });
  return out;
}
