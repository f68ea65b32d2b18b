import { createRequire } from 'node:module';
import {
  across,
  COLUMNS,
  cs,
  fileOf,
  type Header,
  jpegOfBlocks,
  PIXELS,
  ROWS,
  rle,
  SYNTAX,
  us,
  window,
  words,
} from '@phr/testing/dicom-kinds';
import { jpegHeader, markedRgb } from '../../pixels/jpeg-stream.ts';
import { drawnByDcmtk, hasDcmtk, jpegByDcmtk } from './dcmtk.test-support.ts';
import { draw, largestDifference } from './draw.test-support.ts';

interface Encoder {
  getDecodedBuffer(frame: object): Uint8Array;
  setDecompositions(count: number): void;
  encode(): void;
  getEncodedBuffer(): Uint8Array;
  delete(): void;
}
type Codec = (options: object) => Promise<{ readonly J2KEncoder: new () => Encoder }>;

/** A lossless JPEG 2000 stream of 16-bit values, signed or unsigned. */
async function jpeg2000(values: readonly number[], isSigned: boolean): Promise<Uint8Array> {
  const { J2KEncoder } = await (createRequire(import.meta.url)('@cornerstonejs/codec-openjpeg') as Codec)({
    print: () => undefined,
  });
  const encoder = new J2KEncoder();
  const frame = { width: COLUMNS, height: ROWS, bitsPerSample: 16, componentCount: 1, isSigned };
  encoder.getDecodedBuffer(frame).set(new Uint8Array(Uint16Array.from(values, (value) => value & 0xffff).buffer));
  // four rows can be halved once only
  encoder.setDecompositions(1);
  encoder.encode();
  const stream = encoder.getEncodedBuffer().slice();
  encoder.delete();
  return stream;
}

const SIGNED = across((column) => column * 272 - 2040);
const WIDE: Header = { '00280101': us(16), '00280102': us(15) };
const grey = SIGNED.map((value) => Math.min(Math.max((value + 0.5) / 4095 + 0.5, 0), 1) * 255);

test.each([
  ['signed', 1, true, false],
  ['signed', 0, true, true],
  ['unsigned', 1, false, true],
] as const)('a JPEG 2000 stream that is %s under PixelRepresentation %d', async (_name, header, isSigned, isTold) => {
  const { bytes, picture } = await draw(
    fileOf(
      {
        ...WIDE,
        ...window(0, 4096),
        '00280103': us(header),
        [PIXELS]: ['OB', { fragments: [await jpeg2000(SIGNED, isSigned)] }],
      },
      SYNTAX.jpeg2000,
    ),
  );
  expect(largestDifference(bytes, grey)).toBeLessThanOrEqual(1);
  expect(picture.hasOtherSign).toBe(isTold);
});

test('a stream of another size than its header, a cut one and one of no kind are told apart', async () => {
  const stream = jpegOfBlocks([1, 2, 3, 4], 8, 32);
  const told = (header: Header, bytes: Uint8Array, syntax: string) =>
    draw(fileOf({ ...header, [PIXELS]: ['OB', { fragments: [bytes] }] }, syntax)).then(
      () => 'drawn',
      ({ problem }: { problem: string }) => problem,
    );
  const right: Header = { '00280010': us(8), '00280011': us(32) };
  expect(await told(right, stream, SYNTAX.jpeg12)).toBe('drawn');
  expect(await told({}, stream, SYNTAX.jpeg12)).toBe('otherSize');
  expect(await told(right, stream.subarray(0, -8), SYNTAX.jpeg12)).toBe('cut');
  expect(await told(right, new Uint8Array(64), SYNTAX.jpeg12)).toBe('broken');
  expect(await told({}, rle([[1, 2, 3], [4]]), SYNTAX.rle)).toBe('cut');
  expect(await told({}, rle([[1, 2, 3]]), SYNTAX.rle)).toBe('broken');
});

test('files that cannot be drawn name their own cause', async () => {
  const told = (header: Header) =>
    draw(fileOf({ [PIXELS]: words(across((column) => column)), ...header })).then(
      () => 'drawn',
      ({ problem }: { problem: string }) => problem,
    );
  expect(await told({})).toBe('drawn');
  expect(await told({ '00280010': undefined })).toBe('noSize');
  expect(await told({ '00280010': us(ROWS * 2) })).toBe('cut');
  expect(await told({ '00280004': cs('PALETTE COLOR') })).toBe('noPalette');
  expect(await told({ '00280100': us(12) })).toBe('unsupported');
  expect(await told({ [PIXELS]: undefined })).toBe('noImage');
});

test('a JPEG without a word about its colours can be marked as red, green and blue', () => {
  const stream = jpegOfBlocks([1], 8, 8);
  expect(jpegHeader(stream)).toMatchObject({
    precision: 12,
    rows: 8,
    columns: 8,
    process: 'sequential',
    saysColour: false,
  });
  expect(jpegHeader(markedRgb(stream))).toMatchObject({ precision: 12, rows: 8, columns: 8, saysColour: true });
  expect(jpegHeader(Uint8Array.of(1, 2, 3))).toBeUndefined();
});

(hasDcmtk ? test : test.skip)('JPEG of 12 bits with all its frequencies is read as DCMTK reads it', async () => {
  const values = Array.from({ length: 50 * 37 }, (_, at) =>
    Math.round(2000 + 900 * Math.sin(at / 7) + 800 * Math.cos((at % 50) / 3)),
  );
  const file = jpegByDcmtk(
    fileOf({ '00280010': us(37), '00280011': us(50), ...window(2000, 3500), [PIXELS]: words(values) }),
  );
  const { bytes } = await draw(file);
  expect(largestDifference(bytes, drawnByDcmtk(file, 1, ['+Wi', '1']))).toBeLessThanOrEqual(1);
});

test('lossless colour of more than 8 bits is refused: its decoder would show one component as three', async () => {
  const head = [0xff, 0xd8, 0xff, 0xc3, 0, 17, 16, 0, ROWS, 0, COLUMNS, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0];
  const file = fileOf(
    {
      ...WIDE,
      '00280002': us(3),
      '00280004': cs('RGB'),
      '00280006': us(0),
      [PIXELS]: ['OB', { fragments: [Uint8Array.from([...head, 0xff, 0xd9])] }],
    },
    '1.2.840.10008.1.2.4.70',
  );
  await expect(draw(file)).rejects.toMatchObject({ problem: 'unsupported' });
});
