import type { Channel, Lut } from '../../pixels/picture.ts';
import { bytesOf, type DataSet, isBigEndian, TAG } from './data-set.model.ts';
import { expandedSegments } from './segmented-lut.model.ts';

/** Tags of a LUT. */
interface LutTags {
  readonly descriptor: string;
  readonly data: string;
  /** The same as segments (PS3.3 C.7.9.2). */
  readonly segmented?: string;
}

const OF_SEQUENCE: LutTags = { descriptor: TAG.lutDescriptor, data: TAG.lutData };
const PALETTE: Readonly<Record<Channel, LutTags>> = {
  red: { descriptor: 'x00281101', data: 'x00281201', segmented: 'x00281221' },
  green: { descriptor: 'x00281102', data: 'x00281202', segmented: 'x00281222' },
  blue: { descriptor: 'x00281103', data: 'x00281203', segmented: 'x00281223' },
};

/** LUT in a modality or VOI LUT sequence item (PS3.3 C.11.1.1, C.11.2.1.1). `isSigned`: its input may be negative. */
export const sequenceLut = (item: DataSet, file: DataSet, isSigned: boolean): Lut | undefined =>
  lutOf(item, file, OF_SEQUENCE, isSigned);

/** The three palette LUTs, each with its own descriptor; undefined if one is missing. */
export function paletteOf(dataSet: DataSet, isSigned: boolean): Readonly<Record<Channel, Lut>> | undefined {
  const [red, green, blue] = [PALETTE.red, PALETTE.green, PALETTE.blue].map((tags) =>
    lutOf(dataSet, dataSet, tags, isSigned),
  );
  return red && green && blue ? { red, green, blue } : undefined;
}

function lutOf(scope: DataSet, file: DataSet, tags: LutTags, isSigned: boolean): Lut | undefined {
  const [count, first, said] = [0, 1, 2].map((index) => scope.uint16(tags.descriptor, index));
  if (count === undefined || first === undefined || said === undefined) return undefined;
  // the entry count is 16 bits; 0 means 65536
  const length = count === 0 ? 65_536 : count;
  const entries = entriesOf(scope, file, tags, { length, bits: said });
  if (entries === undefined || entries.length === 0) return undefined;
  let largest = 0;
  for (const entry of entries) largest = Math.max(largest, entry);
  // some tables exceed their descriptor
  const bits = Math.max(said, Math.ceil(Math.log2(largest + 1)));
  return { first: isSigned && first > 32_767 ? first - 65_536 : first, entries, bits };
}

function entriesOf(
  scope: DataSet,
  file: DataSet,
  { data, segmented }: LutTags,
  { length, bits }: { readonly length: number; readonly bits: number },
): Uint8Array | Uint16Array | undefined {
  const plain = bytesOf(scope, data);
  const order = isBigEndian(file);
  if (plain.length > 0)
    return plain.length >= length * 2 ? wordsOf(plain, order).subarray(0, length) : plain.slice(0, length);
  const runs = segmented === undefined ? new Uint8Array(0) : bytesOf(scope, segmented);
  if (runs.length === 0) return undefined;
  return expandedSegments(bits > 8 ? wordsOf(runs, order) : runs, length);
}

function wordsOf(bytes: Uint8Array, isBig: boolean): Uint16Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Uint16Array.from({ length: bytes.length >> 1 }, (_, at) => view.getUint16(at * 2, !isBig));
}
