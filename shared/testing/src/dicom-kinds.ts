import { deflateRawSync } from 'node:zlib';
import { type DicomElement, type DicomVr, writeDicom } from './dicom-writer.ts';

export const COLUMNS = 16;
export const ROWS = 4;
export const COUNT = COLUMNS * ROWS;

export const UID = '1.2.840.10008.1.2';
export const SYNTAX = {
  implicit: UID,
  explicit: `${UID}.1`,
  bigEndian: `${UID}.2`,
  rle: `${UID}.5`,
  jpeg: `${UID}.4.50`,
  jpeg12: `${UID}.4.51`,
  jpeg2000: `${UID}.4.90`,
  deflatedFrames: `${UID}.8.1`,
} as const;

/** Pixel values by column: the n-th column has `of(n)`. */
export const across = (of: (column: number, row: number) => number): readonly number[] =>
  Array.from({ length: COUNT }, (_, at) => of(at % COLUMNS, Math.floor(at / COLUMNS)));

export type Header = Readonly<Record<string, readonly [DicomVr, DicomElement['value']] | undefined>>;

export const us = (...value: readonly number[]) => ['US', value] as const;
export const ss = (...value: readonly number[]) => ['SS', value] as const;
export const ds = (...value: readonly number[]) => ['DS', value] as const;
export const cs = (value: string) => ['CS', value] as const;
export const lo = (value: string) => ['LO', value] as const;
export const sq = (...items: readonly Header[]) => ['SQ', items.map(elementsOf)] as const;
export const words = (values: readonly number[]) =>
  ['OW', Uint16Array.from(values, (value) => value & 0xffff)] as const;
export const bytes = (values: readonly number[], vr: DicomVr = 'OB') =>
  [vr, Uint8Array.from(values, (value) => value & 0xff)] as const;

const elementsOf = (header: Header): readonly DicomElement[] =>
  Object.entries(header).flatMap(([tag, written]) => (written ? [{ tag, vr: written[0], value: written[1] }] : []));

/** A 12-bit grey image, 16 x 4; given elements override defaults. */
export function fileOf(header: Header, syntax: string = SYNTAX.explicit): Uint8Array {
  const usual: Header = {
    '00080016': ['UI', '1.2.840.10008.5.1.4.1.1.7'],
    '00080018': ['UI', '2.25.7'],
    '00080060': cs('OT'),
    '00280002': us(1),
    '00280004': cs('MONOCHROME2'),
    '00280010': us(ROWS),
    '00280011': us(COLUMNS),
    '00280100': us(16),
    '00280101': us(12),
    '00280102': us(11),
    '00280103': us(0),
  };
  return writeDicom(elementsOf({ ...usual, ...header }), syntax);
}

export const PIXELS = '7FE00010';
export const window = (center: number, width: number, shape?: string): Header => ({
  '00281050': ds(center),
  '00281051': ds(width),
  ...(shape === undefined ? {} : { '00281056': cs(shape) }),
});
export const rescale = (slope: number, intercept: number): Header => ({
  '00281052': ds(intercept),
  '00281053': ds(slope),
});
/** 8 bits per sample. */
export const BYTES: Header = { '00280100': us(8), '00280101': us(8), '00280102': us(7) };
export const COLOUR: Header = { ...BYTES, '00280002': us(3), '00280004': cs('RGB'), '00280006': us(0) };

/** A table of a modality or VOI LUT sequence. */
export const lutItem = (
  first: number,
  bits: number,
  entries: DicomElement['value'],
  count: number,
  name?: string,
): Header => ({
  '00283002': us(count, first, bits),
  '00283003': name === undefined ? undefined : lo(name),
  '00283006': ['OW', entries],
});

/** RLE of one frame: each segment as literal and replicate runs (PS3.5 annex G). */
export function rle(segments: readonly (readonly number[])[]): Uint8Array {
  const packed = segments.map((segment) => {
    const out: number[] = [];
    for (let at = 0; at < segment.length; ) {
      // use replicate runs where possible, so that both kinds are tested
      let run = 1;
      while (run < 128 && segment[at + run] === segment[at]) run += 1;
      if (run > 2) out.push(257 - run, segment[at] ?? 0);
      else {
        run = Math.min(2, segment.length - at);
        out.push(run - 1, ...segment.slice(at, at + run));
      }
      at += run;
    }
    return out.length % 2 === 0 ? out : [...out, 128];
  });
  const head = new DataView(new ArrayBuffer(64));
  head.setUint32(0, packed.length, true);
  let start = 64;
  packed.forEach((segment, index) => {
    head.setUint32(4 + index * 4, start, true);
    start += segment.length;
  });
  return Uint8Array.from([...new Uint8Array(head.buffer), ...packed.flat()]);
}

export const deflated = (values: readonly number[]): Uint8Array =>
  new Uint8Array(deflateRawSync(Uint8Array.from(values)));

/** A 12-bit JPEG stream with constant 8 x 8 blocks, lossless: DC coefficients only, quantized by 8 (ITU-T T.81). */
export function jpegOfBlocks(values: readonly number[], rows: number, columns: number): Uint8Array {
  const segment = (marker: number, body: readonly number[]): number[] => [0xff, marker, 0, body.length + 2, ...body];
  const bits: number[] = [];
  const push = (value: number, count: number): void => {
    for (let at = count - 1; at >= 0; at -= 1) bits.push((value >> at) & 1);
  };
  let before = 0;
  for (const value of values) {
    // a constant block's DC coefficient is eight times its value; the table divides by eight
    const difference = value - 2048 - before;
    before += difference;
    const size = difference === 0 ? 0 : Math.floor(Math.log2(Math.abs(difference))) + 1;
    // sixteen 5-bit codes, one per size
    push(size, 5);
    push(difference >= 0 ? difference : difference + 2 ** size - 1, size);
    // end of block: the only 1-bit code
    push(0, 1);
  }
  while (bits.length % 8 !== 0) bits.push(1);
  const scan = Array.from({ length: bits.length / 8 }, (_, at) =>
    bits.slice(at * 8, at * 8 + 8).reduce((sum, bit) => sum * 2 + bit, 0),
  ).flatMap((byte) => (byte === 0xff ? [0xff, 0] : [byte]));
  const sizes = Array.from({ length: 16 }, (_, size) => size);
  return Uint8Array.from([
    0xff,
    0xd8,
    ...segment(0xdb, [0, ...Array.from({ length: 64 }, () => 8)]),
    ...segment(0xc1, [12, rows >> 8, rows & 255, columns >> 8, columns & 255, 1, 1, 0x11, 0]),
    ...segment(0xc4, [0, 0, 0, 0, 0, 16, ...Array.from({ length: 11 }, () => 0), ...sizes]),
    ...segment(0xc4, [0x10, 1, ...Array.from({ length: 15 }, () => 0), 0]),
    ...segment(0xda, [1, 1, 0, 0, 63, 0]),
    ...scan,
    0xff,
    0xd9,
  ]);
}
