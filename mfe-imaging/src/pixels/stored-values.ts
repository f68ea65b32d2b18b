import { LoadError } from '../files/load-problem.ts';
import type { PixelFormat, Samples } from './picture.ts';

/** Samples in one uncompressed frame; in YBR_FULL_422 two pixels share chroma (PS3.3 C.7.6.3.1.2). */
export function samplesInFrame({ rows, columns, samples, photometric }: PixelFormat): number {
  return photometric === 'YBR_FULL_422' && samples === 3 ? rows * Math.ceil(columns / 2) * 4 : rows * columns * samples;
}

/** Bits of one uncompressed frame; single-bit frames are packed without gaps (PS3.5 8.1.1). */
export const bitsOfFrame = (format: PixelFormat): number => samplesInFrame(format) * format.bitsAllocated;

interface Order {
  readonly isBigEndian: boolean;
  readonly hasSwappedBytes: boolean;
}

/**
 * Uncompressed frame bytes as numbers of the cell size, unsigned unless floats. May return a view of `bytes`.
 * @throws LoadError 'cut' for too few bytes, 'unsupported' for other cell sizes
 */
export function cellsOf(bytes: Uint8Array, format: PixelFormat, { isBigEndian, hasSwappedBytes }: Order): Samples {
  const { bitsAllocated, isFloat } = format;
  const count = samplesInFrame(format);
  if (bytes.length * 8 < count * bitsAllocated) throw new LoadError('cut');
  if (bitsAllocated === 1) return bitsOf(bytes, count);
  if (bitsAllocated === 8) return (hasSwappedBytes ? swapped(bytes, 2) : bytes).subarray(0, count);
  const width = bitsAllocated / 8;
  // wide integers are 16-bit words, low word first, whatever the byte order (PS3.5 8.1.1 and 8.2)
  const ordered = isBigEndian ? swapped(bytes, isFloat ? width : 2) : bytes;
  const aligned = ordered.byteOffset % width === 0 ? ordered : ordered.slice();
  const { buffer, byteOffset } = aligned;
  if (isFloat && bitsAllocated === 32) return new Float32Array(buffer, byteOffset, count);
  if (isFloat && bitsAllocated === 64) return new Float64Array(buffer, byteOffset, count);
  if (bitsAllocated === 16) return new Uint16Array(buffer, byteOffset, count);
  if (bitsAllocated === 32) return new Uint32Array(buffer, byteOffset, count);
  throw new LoadError('unsupported');
}

function bitsOf(bytes: Uint8Array, count: number): Uint8Array {
  return Uint8Array.from({ length: count }, (_, at) => ((bytes[at >> 3] ?? 0) >> (at & 7)) & 1);
}

function swapped(bytes: Uint8Array, width: number): Uint8Array {
  const out = bytes.slice();
  for (let at = 0; at + width <= out.length; at += width) out.subarray(at, at + width).reverse();
  return out;
}

/**
 * Extracts stored values from cells (PS3.5 8.1.1): BitsStored bits below HighBit, sign-extended; other bits, such as
 * overlays in old files, are dropped. May return a view of `cells`, or change them.
 */
export function storedValues(cells: Samples, format: PixelFormat): Samples {
  const { bitsStored, highBit, isSigned, isFloat } = format;
  if (isFloat) return cells;
  const bits = cells.BYTES_PER_ELEMENT * 8;
  const shift = Math.max(0, Math.min(highBit, bits - 1) + 1 - bitsStored);
  if (shift > 0 || bitsStored < bits) keepBits(cells, shift, Math.min(bitsStored, bits), isSigned);
  return isSigned ? asSigned(cells) : cells;
}

function keepBits(cells: Samples, shift: number, bits: number, isSigned: boolean): void {
  const unused = 32 - bits;
  // separate loops: signed and unsigned shifts differ
  if (isSigned)
    for (let at = 0; at < cells.length; at += 1) cells[at] = (((cells[at] ?? 0) >>> shift) << unused) >> unused;
  else for (let at = 0; at < cells.length; at += 1) cells[at] = (((cells[at] ?? 0) >>> shift) << unused) >>> unused;
}

function asSigned({ buffer, byteOffset, length, BYTES_PER_ELEMENT: width }: Samples): Samples {
  if (width === 1) return new Int8Array(buffer, byteOffset, length);
  return width === 2 ? new Int16Array(buffer, byteOffset, length) : new Int32Array(buffer, byteOffset, length);
}
