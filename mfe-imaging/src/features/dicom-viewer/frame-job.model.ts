import type { Curve, FrameJob, Modality, PixelFormat } from '../../pixels/picture.ts';
import { type DataSet, isBigEndian, itemsOf, numberIn, TAG } from './data-set.model.ts';
import { pixelElement } from './frame-bytes.model.ts';
import { scopeOf } from './functional-groups.model.ts';
import { paletteOf, sequenceLut } from './lut.model.ts';
import { isInverted, pixelFormat } from './pixel-format.model.ts';

/**
 * X-ray angiography and fluoroscopy (also enhanced): their modality transformation is not meant for display (PS3.3
 * C.8.7.1.1.2).
 */
const NOT_FOR_DISPLAY = new Set(
  ['12.1', '12.1.1', '12.2', '12.2.1', '12.3'].map((end) => `1.2.840.10008.5.1.4.1.1.${end}`),
);
const IDENTITY: Modality = { kind: 'linear', slope: 1, intercept: 0 };

/** Decoder input for one frame, counted from 1. */
export function frameJob(dataSet: DataSet, frame: number, curve?: Curve): FrameJob {
  const format = pixelFormat(dataSet);
  const padding = paddingOf(dataSet, format);
  const palette = format.photometric === 'PALETTE COLOR' ? paletteOf(dataSet, format.isSigned) : undefined;
  return {
    syntax: dataSet.string(TAG.transferSyntaxUid) ?? '',
    format,
    hasSwappedBytes: isBigEndian(dataSet) && format.bitsAllocated <= 8 && pixelElement(dataSet)?.vr === 'OW',
    modality: modalityOf(dataSet, frame),
    isInverted: isInverted(dataSet),
    ...(padding ? { padding } : {}),
    ...(palette ? { palette } : {}),
    ...(curve ? { curve } : {}),
  };
}

/** The modality transformation, if it is meant for display. */
export const modalityOf = (dataSet: DataSet, frame: number): Modality =>
  isForDisplay(dataSet) ? writtenModality(dataSet, frame) : IDENTITY;

/** The file has a modality transformation that is not applied. */
export function leavesModalityOut(dataSet: DataSet, frame: number): boolean {
  if (isForDisplay(dataSet)) return false;
  const modality = writtenModality(dataSet, frame);
  return modality.kind === 'table' || modality.slope !== 1 || modality.intercept !== 0;
}

const isForDisplay = (dataSet: DataSet): boolean => !NOT_FOR_DISPLAY.has(dataSet.string(TAG.sopClassUid) ?? '');

function writtenModality(dataSet: DataSet, frame: number): Modality {
  const group = scopeOf(dataSet, frame, TAG.pixelValueTransformationSequence);
  const [item] = itemsOf(dataSet, TAG.modalityLutSequence);
  const lut = item && sequenceLut(item, dataSet, pixelFormat(dataSet).isSigned);
  for (const scope of [group, dataSet]) {
    const slope = numberIn(scope, TAG.rescaleSlope);
    const intercept = numberIn(scope, TAG.rescaleIntercept);
    // a slope of zero would make the whole picture one value
    if (slope !== undefined || intercept !== undefined)
      return lut && scope === dataSet
        ? { kind: 'table', lut }
        : { kind: 'linear', slope: slope || 1, intercept: intercept ?? 0 };
  }
  if (lut) return { kind: 'table', lut };
  const dose = dataSet.string(TAG.modality) === 'RTDOSE' ? numberIn(dataSet, TAG.doseGridScaling) : undefined;
  return dose === undefined ? IDENTITY : { kind: 'linear', slope: dose || 1, intercept: 0 };
}

/** Padding values (PS3.3 C.7.5.1.1.2): one, or a range up to the limit, on either side. */
function paddingOf(dataSet: DataSet, { isSigned, bitsStored, samples }: PixelFormat): FrameJob['padding'] {
  const [value, limit] = [TAG.pixelPaddingValue, TAG.pixelPaddingRangeLimit].map((tag) => dataSet.uint16(tag));
  if (value === undefined || samples !== 1) return undefined;
  const unused = 32 - Math.min(bitsStored, 16);
  const signed = (raw: number): number => (isSigned ? (raw << unused) >> unused : raw);
  const [one, other] = [signed(value), signed(limit ?? value)];
  return [Math.min(one, other), Math.max(one, other)];
}

/** True if modality values may be negative: a LUT may then start below zero. */
export function mayBeNegative(dataSet: DataSet, frame: number): boolean {
  const modality = modalityOf(dataSet, frame);
  if (modality.kind === 'table') return false;
  const { isSigned, bitsStored } = pixelFormat(dataSet);
  const span = 2 ** bitsStored;
  const ends = isSigned ? [-span / 2, span / 2 - 1] : [0, span - 1];
  return ends.some((end) => end * modality.slope + modality.intercept < 0);
}
