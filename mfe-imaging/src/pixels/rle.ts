import { LoadError } from '../files/load-problem.ts';
import type { PixelFormat } from './picture.ts';

const MAX_SEGMENTS = 15;

/**
 * RLE (PS3.5 annex G): one segment per sample byte, most significant first. Returns little-endian bytes, colour planar.
 * @throws LoadError 'broken' for an inconsistent header, 'cut' for a short segment
 */
export function decodeRle(bytes: Uint8Array, { rows, columns, samples, bitsAllocated }: PixelFormat): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 64) throw new LoadError('cut');
  const segments = view.getUint32(0, true);
  const width = Math.ceil(bitsAllocated / 8);
  if (segments > MAX_SEGMENTS || segments !== width * samples) throw new LoadError('broken');
  const size = bitsAllocated === 1 ? Math.ceil((rows * columns) / 8) : rows * columns;
  const out = new Uint8Array(size * segments);
  for (let segment = 0; segment < segments; segment += 1) {
    const start = view.getUint32(4 + segment * 4, true);
    const end = segment + 1 < segments ? view.getUint32(8 + segment * 4, true) : bytes.length;
    const plane = Math.floor(segment / width) * size * width;
    const place = width - 1 - (segment % width);
    unpack(bytes.subarray(start, end), size, (at, value) => {
      out[plane + at * width + place] = value;
    });
  }
  return out;
}

function unpack(bytes: Uint8Array, size: number, put: (at: number, value: number) => void): void {
  let at = 0;
  for (let from = 0; from < bytes.length && at < size; ) {
    const head = bytes[from] ?? 128;
    from += 1;
    if (head === 128) continue;
    const isRun = head > 128;
    const count = isRun ? 257 - head : head + 1;
    if (from + (isRun ? 1 : count) > bytes.length) break;
    for (let step = 0; step < count && at < size; step += 1, at += 1) put(at, bytes[isRun ? from : from + step] ?? 0);
    from += isRun ? 1 : count;
  }
  if (at < size) throw new LoadError('cut');
}
