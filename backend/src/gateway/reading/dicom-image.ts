/** Parsed parts of a DICOM image (PS3.5, PS3.10): size, content type, and stored values if uncompressed. */
export interface DicomImage {
  readonly rows: number;
  readonly columns: number;
  /** CR, DX, MG ... */
  readonly modality: string;
  /** CC, MLO, PA ... */
  readonly viewPosition: string;
  /** L or R. */
  readonly laterality: string;
  readonly photometric: string;
  readonly bitsStored: number;
  /** A value of the first frame by row and column; absent for compressed and colour images. */
  readonly valueAt?: (row: number, column: number) => number;
}

const IMPLICIT = '1.2.840.10008.1.2';
const EXPLICIT = '1.2.840.10008.1.2.1';
const LONG_VR = new Set(['OB', 'OW', 'OF', 'OD', 'OL', 'OV', 'SQ', 'UC', 'UR', 'UT', 'UN', 'SV', 'UV']);
const UNDEFINED_LENGTH = 0xffff_ffff;
const ITEM = 0xfffe_e000;
const SEQUENCE_END = 0xfffe_e0dd;
const ITEM_END = 0xfffe_e00d;
const PIXEL_DATA = 0x7fe0_0010;
const MAX_DEPTH = 8;
/** Elements that are looked at. */
const WANTED = new Set([
  0x0002_0010,
  0x0008_0060,
  0x0018_5101,
  0x0020_0062,
  0x0028_0002,
  0x0028_0004,
  0x0028_0010,
  0x0028_0011,
  0x0028_0100,
  0x0028_0101,
  0x0028_0103,
  PIXEL_DATA,
]);

/** Parses a DICOM file. Undefined if invalid or truncated. */
export function readDicomImage(bytes: Buffer): DicomImage | undefined {
  if (bytes.toString('latin1', 128, 132) !== 'DICM') return undefined;
  const elements = new Map<number, Buffer>();
  if (!readAll(bytes, elements)) return undefined;
  const number = (tag: number): number =>
    (elements.get(tag)?.length ?? 0) >= 2 ? (elements.get(tag)?.readUInt16LE(0) ?? 0) : 0;
  const rows = number(0x0028_0010);
  const columns = number(0x0028_0011);
  if (rows === 0 || columns === 0) return undefined;
  const image = {
    rows,
    columns,
    modality: text(elements.get(0x0008_0060)),
    viewPosition: text(elements.get(0x0018_5101)),
    laterality: text(elements.get(0x0020_0062)),
    photometric: text(elements.get(0x0028_0004)),
    bitsStored: number(0x0028_0101),
  };
  const pixels = elements.get(PIXEL_DATA);
  const bytesEach = number(0x0028_0100) / 8;
  const plain =
    [IMPLICIT, EXPLICIT].includes(text(elements.get(0x0002_0010))) &&
    number(0x0028_0002) <= 1 &&
    (bytesEach === 1 || bytesEach === 2);
  if (!plain || pixels === undefined || pixels.length < rows * columns * bytesEach) return image;
  const signed = number(0x0028_0103) === 1;
  return {
    ...image,
    valueAt(row, column) {
      const at = (row * columns + column) * bytesEach;
      return bytesEach === 1
        ? signed
          ? pixels.readInt8(at)
          : pixels.readUInt8(at)
        : signed
          ? pixels.readInt16LE(at)
          : pixels.readUInt16LE(at);
    },
  };
}

/** Parses elements; false if truncated or malformed. */
function readAll(bytes: Buffer, into: Map<number, Buffer>): boolean {
  try {
    const at = readElements(bytes, 132, true, into, (tag) => tag >>> 16 === 2);
    readElements(bytes, at, text(into.get(0x0002_0010)) !== IMPLICIT, into, () => true);
    return true;
  } catch (error) {
    // a read past the end of the buffer, or one of our own
    if (typeof error === 'object' && error !== null && 'name' in error && error.name === 'RangeError') return false;
    throw error;
  }
}

/**
 * Walks elements from `at` while `belongs` holds; returns the end position.
 * @throws RangeError past the end
 */
function readElements(
  bytes: Buffer,
  at: number,
  explicit: boolean,
  into: Map<number, Buffer>,
  belongs: (tag: number) => boolean,
  depth = 0,
): number {
  while (at + 8 <= bytes.length) {
    const tag = ((bytes.readUInt16LE(at) << 16) >>> 0) + bytes.readUInt16LE(at + 2);
    if (!belongs(tag)) return at;
    const { length, start } = lengthAt(bytes, at, explicit);
    if (tag === ITEM_END || tag === SEQUENCE_END) return start;
    if (length === UNDEFINED_LENGTH) {
      // a compressed picture is not looked into
      if (tag === PIXEL_DATA) return bytes.length;
      if (depth >= MAX_DEPTH) throw new RangeError('sequences are nested too deep');
      at = readSequence(bytes, start, explicit, depth);
      continue;
    }
    if (start + length > bytes.length) throw new RangeError('an element reaches past the end');
    if (depth === 0 && WANTED.has(tag)) into.set(tag, bytes.subarray(start, start + length));
    at = start + length;
  }
  return at;
}

/** Skips a sequence of undefined length. */
function readSequence(bytes: Buffer, at: number, explicit: boolean, depth: number): number {
  for (;;) {
    const tag = ((bytes.readUInt16LE(at) << 16) >>> 0) + bytes.readUInt16LE(at + 2);
    const length = bytes.readUInt32LE(at + 4);
    at += 8;
    if (tag === SEQUENCE_END) return at;
    if (tag !== ITEM) throw new RangeError('a sequence holds something that is no item');
    at =
      length === UNDEFINED_LENGTH ? readElements(bytes, at, explicit, new Map(), () => true, depth + 1) : at + length;
  }
}

function lengthAt(bytes: Buffer, at: number, explicit: boolean): { length: number; start: number } {
  if (!explicit || bytes.readUInt16LE(at) === 0xfffe) return { length: bytes.readUInt32LE(at + 4), start: at + 8 };
  if (LONG_VR.has(bytes.toString('latin1', at + 4, at + 6)))
    return { length: bytes.readUInt32LE(at + 8), start: at + 12 };
  return { length: bytes.readUInt16LE(at + 6), start: at + 8 };
}

function text(value: Buffer | undefined): string {
  return (value?.toString('latin1') ?? '').replaceAll('\u0000', '').trim();
}
