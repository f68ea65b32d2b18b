import { type DataSet, numberIn, TAG } from './data-set.model.ts';
import type { LoadProblem } from '../../files/load-problem.ts';

/** A single frame larger than this, decoded, is refused: it would not fit the picture cache. */
export const MAX_FRAME_BYTES = 256 * 1024 * 1024;

const UNCOMPRESSED = new Set([
  '1.2.840.10008.1.2',
  '1.2.840.10008.1.2.1',
  '1.2.840.10008.1.2.2',
  '1.2.840.10008.1.2.1.99',
]);

/** Compressed ways of writing that there is a decoder for (PS3.5 annex A): RLE, JPEG, JPEG-LS, JPEG 2000, HTJ2K, JPEG XL, deflated frames. */
const DECODED = new Set(
  [
    '5',
    '8.1',
    ...['50', '51', '53', '55', '57', '70', '80', '81', '90', '91', '201', '202', '203', '110', '111', '112'].map(
      (code) => `4.${code}`,
    ),
  ].map((end) => `1.2.840.10008.1.2.${end}`),
);

/** What the storage class of an object without a picture is called (PS3.4 B.5, first digits of the UID). */
const OTHER_OBJECTS: readonly (readonly [prefix: string, problem: LoadProblem])[] = [
  ['1.2.840.10008.5.1.4.1.1.88.', 'report'],
  ['1.2.840.10008.5.1.4.1.1.9.', 'waveform'],
  ['1.2.840.10008.5.1.4.1.1.104.', 'document'],
  ['1.2.840.10008.1.3.10', 'directory'],
];

/** Why this file cannot be drawn, known from its header alone; undefined when it is worth trying. */
export function headerProblem(dataSet: DataSet): LoadProblem | undefined {
  const other = otherObject(dataSet);
  if (other) return other;
  const pixels = dataSet.elements[TAG.pixelData];
  if (!pixels)
    return dataSet.elements[TAG.floatPixelData] || dataSet.elements[TAG.doublePixelData] ? 'unsupported' : 'noImage';
  const rows = dataSet.uint16(TAG.rows) ?? 0;
  const columns = dataSet.uint16(TAG.columns) ?? 0;
  if (rows === 0 || columns === 0) return 'broken';
  const samples = dataSet.uint16(TAG.samplesPerPixel) ?? 1;
  const bits = dataSet.uint16(TAG.bitsAllocated) ?? 0;
  // A mask of single bits is read only as it is.
  if (bits === 1 && DECODED.has(dataSet.string(TAG.transferSyntaxUid) ?? '')) return 'unsupported';
  if (![1, 8, 16, 32].includes(bits) || (samples > 1 && bits > 8)) return 'unsupported';
  if (samples === 3 && unmarkedRgb(dataSet)) return 'unsupported';
  const pixelsInFrame = rows * columns * samples;
  // Colour is kept with four bytes a pixel by the picture cache.
  if (Math.max(pixelsInFrame * Math.ceil(bits / 8), samples > 1 ? rows * columns * 4 : 0) > MAX_FRAME_BYTES)
    return 'tooLarge';
  const frames = numberIn(dataSet, TAG.numberOfFrames) ?? 1;
  const syntax = dataSet.string(TAG.transferSyntaxUid) ?? '';
  if (DECODED.has(syntax)) return cutOff(dataSet) || frames > (pixels.fragments?.length ?? frames) ? 'cut' : undefined;
  // A film, or a way of writing that nobody here can read.
  if (!UNCOMPRESSED.has(syntax)) return 'unsupported';
  if ((dataSet.string(TAG.photometricInterpretation) ?? '').startsWith('YBR_FULL_422')) return 'unsupported';
  const expected = Math.ceil((pixelsInFrame * bits * frames) / 8);
  return pixels.length < expected || cutOff(dataSet) ? 'cut' : undefined;
}

function otherObject(dataSet: DataSet): LoadProblem | undefined {
  const sopClass = dataSet.string(TAG.sopClassUid) ?? dataSet.string('x00020002') ?? '';
  const known = OTHER_OBJECTS.find(([prefix]) => sopClass.startsWith(prefix))?.[1];
  if (known) return known;
  if (dataSet.elements[TAG.encapsulatedDocument]) return 'document';
  return dataSet.elements[TAG.waveformSequence] ? 'waveform' : undefined;
}

/** True when the file ends before its pixel data does. */
function cutOff(dataSet: DataSet): boolean {
  const pixels = dataSet.elements[TAG.pixelData];
  if (!pixels) return false;
  const size = dataSet.byteArray.length;
  const fragments = pixels.fragments ?? [];
  if (pixels.hadUndefinedLength)
    return fragments.length === 0 || fragments.some(({ position, length }) => position + length > size);
  return pixels.dataOffset + pixels.length > size;
}

/**
 * True for a baseline JPEG of red, green and blue whose codestream does not say so (no JFIF or Adobe marker): decoders take it for
 * luminance and colour difference, and every hue would be wrong.
 */
function unmarkedRgb(dataSet: DataSet): boolean {
  if (
    dataSet.string(TAG.transferSyntaxUid) !== '1.2.840.10008.1.2.4.50' ||
    dataSet.string(TAG.photometricInterpretation) !== 'RGB'
  )
    return false;
  const start = dataSet.elements[TAG.pixelData]?.fragments?.[0]?.position;
  if (start === undefined) return false;
  const [, , mark, kind] = dataSet.byteArray.subarray(start, start + 4);
  return !(mark === 0xff && (kind === 0xe0 || kind === 0xee));
}
