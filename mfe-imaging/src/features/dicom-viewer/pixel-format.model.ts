import type { PixelFormat } from '../../pixels/picture.ts';
import { type DataSet, TAG } from './data-set.model.ts';

/** Pixel format of a file. Missing or impossible header values default to the cell size. */
export function pixelFormat(dataSet: DataSet): PixelFormat {
  const word = (tag: string): number | undefined => dataSet.uint16(tag);
  const isDouble = dataSet.elements[TAG.doublePixelData] !== undefined;
  const isFloat =
    dataSet.elements[TAG.pixelData] === undefined && (isDouble || dataSet.elements[TAG.floatPixelData] !== undefined);
  const bitsAllocated = isFloat ? (isDouble ? 64 : 32) : (word(TAG.bitsAllocated) ?? 0);
  const bitsStored = within(word(TAG.bitsStored), 1, bitsAllocated) ?? bitsAllocated;
  return {
    rows: word(TAG.rows) ?? 0,
    columns: word(TAG.columns) ?? 0,
    samples: word(TAG.samplesPerPixel) ?? 1,
    photometric: dataSet.string(TAG.photometricInterpretation) ?? 'MONOCHROME2',
    bitsAllocated,
    bitsStored,
    highBit: within(word(TAG.highBit), bitsStored - 1, bitsAllocated - 1) ?? bitsStored - 1,
    isSigned: word(TAG.pixelRepresentation) === 1,
    isPlanar: word(TAG.planarConfiguration) === 1,
    isFloat,
  };
}

const within = (value: number | undefined, least: number, most: number): number | undefined =>
  value !== undefined && value >= least && value <= most ? value : undefined;

/**
 * Low values are bright. Presentation LUT Shape wins if present (PS3.3 C.7.6.1.1, C.11.6), else the photometric
 * interpretation: together they mean one inversion, never two.
 */
export function isInverted(dataSet: DataSet): boolean {
  const shape = dataSet.string(TAG.presentationLutShape);
  if (shape === 'INVERSE' || shape === 'IDENTITY') return shape === 'INVERSE';
  return dataSet.string(TAG.photometricInterpretation) === 'MONOCHROME1';
}
