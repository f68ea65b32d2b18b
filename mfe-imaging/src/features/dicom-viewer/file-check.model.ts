import { isCompressed, isPlain } from '../../pixels/decompress.ts';
import type { PixelFormat } from '../../pixels/picture.ts';
import { bitsOfFrame } from '../../pixels/stored-values.ts';
import { type DataSet, TAG } from './data-set.model.ts';
import { pixelElement } from './frame-bytes.model.ts';
import { paletteOf } from './lut.model.ts';
import { pixelFormat } from './pixel-format.model.ts';
import { frameCount } from './slice.model.ts';
import type { LoadProblem } from '../../files/load-problem.ts';

/** Maximum decoded frame size: larger ones would not fit the picture cache. */
export const MAX_FRAME_BYTES = 256 * 1024 * 1024;

/** Names of storage classes without a picture (PS3.4 B.5, first digits of the UID). */
const OTHER_OBJECTS: readonly (readonly [prefix: string, problem: LoadProblem])[] = [
  ['1.2.840.10008.5.1.4.1.1.88.', 'report'],
  ['1.2.840.10008.5.1.4.1.1.9.', 'waveform'],
  ['1.2.840.10008.5.1.4.1.1.104.', 'document'],
  ['1.2.840.10008.1.3.10', 'directory'],
];

/** Why a file cannot be drawn, from its header alone; undefined if it is worth trying. */
export function headerProblem(dataSet: DataSet): LoadProblem | undefined {
  const other = otherObject(dataSet);
  if (other) return other;
  const pixels = pixelElement(dataSet);
  if (!pixels) return 'noImage';
  const format = pixelFormat(dataSet);
  const cells = formatProblem(format);
  if (cells) return cells;
  if (format.photometric === 'PALETTE COLOR' && !paletteOf(dataSet, format.isSigned)) return 'noPalette';
  const frames = frameCount(dataSet);
  const syntax = dataSet.string(TAG.transferSyntaxUid) ?? '';
  if (isCompressed(syntax)) return cutOff(dataSet) || frames > (pixels.fragments?.length ?? frames) ? 'cut' : undefined;
  // video, or an unsupported encoding
  if (!isPlain(syntax)) return 'unsupported';
  if (pixels.fragments) return cutOff(dataSet) ? 'cut' : undefined;
  return pixels.length < Math.ceil((bitsOfFrame(format) * frames) / 8) || cutOff(dataSet) ? 'cut' : undefined;
}

const COLOURS = new Set(['RGB', 'YBR_FULL', 'YBR_FULL_422', 'YBR_RCT', 'YBR_ICT']);
const ONE_SAMPLE = new Set(['MONOCHROME1', 'MONOCHROME2', 'PALETTE COLOR']);

/** Why this pixel encoding cannot be drawn. */
function formatProblem({
  rows,
  columns,
  samples,
  photometric,
  bitsAllocated,
  isFloat,
}: PixelFormat): LoadProblem | undefined {
  if (rows === 0 || columns === 0) return 'noSize';
  if (!(isFloat ? [32, 64] : [1, 8, 16, 32]).includes(bitsAllocated)) return 'unsupported';
  const isColour = samples === 3 && COLOURS.has(photometric) && [8, 16].includes(bitsAllocated);
  if (!isColour && !(samples === 1 && ONE_SAMPLE.has(photometric))) return 'unsupported';
  const pixels = rows * columns;
  // the picture cache uses four bytes per colour pixel
  return Math.max(pixels * samples * Math.ceil(bitsAllocated / 8), samples > 1 ? pixels * 4 : 0) > MAX_FRAME_BYTES
    ? 'tooLarge'
    : undefined;
}

function otherObject(dataSet: DataSet): LoadProblem | undefined {
  const sopClass = dataSet.string(TAG.sopClassUid) ?? dataSet.string('x00020002') ?? '';
  const known = OTHER_OBJECTS.find(([prefix]) => sopClass.startsWith(prefix))?.[1];
  if (known) return known;
  if (dataSet.elements[TAG.encapsulatedDocument]) return 'document';
  return dataSet.elements[TAG.waveformSequence] ? 'waveform' : undefined;
}

/** True if the file ends within its pixel data. */
function cutOff(dataSet: DataSet): boolean {
  const pixels = pixelElement(dataSet);
  if (!pixels) return false;
  const size = dataSet.byteArray.length;
  const fragments = pixels.fragments ?? [];
  if (pixels.hadUndefinedLength)
    return fragments.length === 0 || fragments.some(({ position, length }) => position + length > size);
  return pixels.dataOffset + pixels.length > size;
}
