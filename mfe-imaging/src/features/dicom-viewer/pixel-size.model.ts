import { type DataSet, numbers, TAG } from './data-set.model.ts';
import { scopeOf } from './functional-groups.model.ts';

/** Pixel size and its meaning: in the body, at the detector (projection images are magnified), or unknown. */
export interface PixelSize {
  /** Pixel height: millimetres, or multiples of the width if `meaning` is 'pixels'. */
  readonly row: number;
  readonly column: number;
  readonly meaning: 'body' | 'detector' | 'pixels';
}

const PROJECTION = new Set(['CR', 'DX', 'MG', 'XA', 'RF', 'IO', 'PX', 'RG']);
const positive = (pair: readonly number[] | undefined): pair is readonly [number, number] =>
  pair !== undefined && pair.every((side) => side > 0);

/**
 * PS3.3 10.7.1.3: PixelSpacing is true size except in projection images; ImagerPixelSpacing is at the detector;
 * otherwise only the aspect ratio is known.
 */
export function pixelSize(dataSet: DataSet, frame: number): PixelSize {
  const spacing = numbers(scopeOf(dataSet, frame, TAG.pixelMeasuresSequence), TAG.pixelSpacing, 2);
  const imager = numbers(dataSet, TAG.imagerPixelSpacing, 2);
  if (positive(spacing)) {
    const atDetector = PROJECTION.has(dataSet.string(TAG.modality) ?? '');
    return { row: spacing[0], column: spacing[1], meaning: atDetector ? 'detector' : 'body' };
  }
  if (positive(imager)) return { row: imager[0], column: imager[1], meaning: 'detector' };
  const ratio = numbers(dataSet, TAG.pixelAspectRatio, 2);
  return { row: positive(ratio) ? ratio[0] / ratio[1] : 1, column: 1, meaning: 'pixels' };
}
