import { bitsOfFrame } from '../../pixels/stored-values.ts';
import type { PixelFormat } from '../../pixels/picture.ts';
import { LoadError } from '../../files/load-problem.ts';
import { bytesOf, type DataElement, type DataSet, type Fragment, numberIn, TAG } from './data-set.model.ts';

/** The pixel data element: integers, or 32 or 64-bit floats. */
export const pixelElement = (dataSet: DataSet): DataElement | undefined =>
  dataSet.elements[TAG.pixelData] ?? dataSet.elements[TAG.floatPixelData] ?? dataSet.elements[TAG.doublePixelData];

/**
 * A copy of one frame's bytes, counted from 1.
 * @throws LoadError 'noImage', 'cut'
 */
export function frameBytes(dataSet: DataSet, frame: number, format: PixelFormat): Uint8Array {
  const element = pixelElement(dataSet);
  if (!element) throw new LoadError('noImage');
  return element.fragments
    ? joined(dataSet, fragmentsOfFrame(dataSet, element, frame))
    : plain(dataSet, element, frame, format);
}

function plain(dataSet: DataSet, { dataOffset }: DataElement, frame: number, format: PixelFormat): Uint8Array {
  const bits = bitsOfFrame(format);
  const first = (frame - 1) * bits;
  const { byteArray } = dataSet;
  const bytes = byteArray.slice(dataOffset + (first >> 3), dataOffset + Math.ceil((first + bits) / 8));
  if (bytes.length * 8 < bits) throw new LoadError('cut');
  // single-bit frames may start within a byte
  const shift = first & 7;
  return shift === 0 ? bytes : bytes.map((byte, at) => (byte >> shift) | ((bytes[at + 1] ?? 0) << (8 - shift)));
}

function joined({ byteArray }: DataSet, fragments: readonly Fragment[]): Uint8Array {
  if (fragments.length === 0) throw new LoadError('cut');
  const out = new Uint8Array(fragments.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const { position, length } of fragments) {
    out.set(byteArray.subarray(position, position + length), at);
    at += length;
  }
  return out;
}

/**
 * Fragments of a frame (PS3.5 A.4): by offset table, one per frame, all for a single frame, or by stream start markers.
 */
function fragmentsOfFrame(dataSet: DataSet, element: DataElement, frame: number): readonly Fragment[] {
  const fragments = element.fragments ?? [];
  const frames = Math.max(1, Math.trunc(numberIn(dataSet, TAG.numberOfFrames) ?? 1));
  const starts = offsetsOf(dataSet, element);
  if (starts.length >= frames && starts.every((start) => fragments.some(({ offset }) => offset === start))) {
    const [from = 0, to = Number.POSITIVE_INFINITY] = starts.slice(frame - 1);
    return fragments.filter(({ offset }) => offset >= from && offset < to);
  }
  if (frames === 1) return fragments;
  if (fragments.length === frames) return fragments.slice(frame - 1, frame);
  const first = fragments.flatMap((fragment, index) => (beginsStream(dataSet, fragment) ? [index] : []));
  return first.length === frames ? fragments.slice(first[frame - 1], first[frame]) : [];
}

function offsetsOf(dataSet: DataSet, { basicOffsetTable = [] }: DataElement): readonly number[] {
  const extended = bytesOf(dataSet, TAG.extendedOffsetTable);
  if (extended.length === 0) return basicOffsetTable;
  const view = new DataView(extended.buffer, extended.byteOffset, extended.byteLength);
  return Array.from({ length: extended.length >> 3 }, (_, at) => Number(view.getBigUint64(at * 8, true)));
}

/** Start markers of JPEG and JPEG-LS (SOI), JPEG 2000 (SOC) and its boxes, and JPEG XL. */
const STREAM_STARTS = [
  [0xff, 0xd8, 0xff],
  [0xff, 0x4f, 0xff, 0x51],
  [0, 0, 0, 0x0c, 0x6a, 0x50],
  [0xff, 0x0a],
];
const beginsStream = ({ byteArray }: DataSet, { position }: Fragment): boolean =>
  STREAM_STARTS.some((start) => start.every((byte, at) => byteArray[position + at] === byte));
