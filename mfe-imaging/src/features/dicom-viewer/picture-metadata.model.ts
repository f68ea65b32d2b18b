import { type DataSet, numbers, TAG } from './data-set.model.ts';
import { scopeOf } from './functional-groups.model.ts';
import { pixelSize } from './pixel-size.model.ts';

type Provider = (type: string, imageId: string) => unknown;
type Vector = readonly [x: number, y: number, z: number];

const ALONG_ROW: Vector = [1, 0, 0];
const ALONG_COLUMN: Vector = [0, 1, 0];

/** File and frame (counted from 1) of an image id. */
export interface Source {
  readonly dataSet: DataSet;
  readonly frame: number;
}

/**
 * Metadata for the drawing library. Values are modality values or colour bytes, so nothing remains to be transformed;
 * the viewer sets windows from the values.
 */
export function pictureMetadata(sourceOf: (imageId: string) => Source | undefined): Provider {
  return (type, imageId) => {
    const source = typeof imageId === 'string' ? sourceOf(imageId) : undefined;
    if (!source) return undefined;
    if (type === 'imagePlaneModule') return planeOf(source);
    if (type === 'imagePixelModule')
      return {
        photometricInterpretation: 'MONOCHROME2',
        samplesPerPixel: 1,
        pixelRepresentation: 1,
        bitsAllocated: 16,
        bitsStored: 16,
        highBit: 15,
      };
    return type === 'generalSeriesModule' ? { modality: source.dataSet.string(TAG.modality) } : undefined;
  };
}

/**
 * Position and spacing: invalid spacing would draw nothing, so it falls back to the pixel aspect ratio; missing
 * orientation gets the standard one.
 */
function planeOf({ dataSet, frame }: Source): object {
  const { row, column } = pixelSize(dataSet, frame);
  const orientation = scopeOf(dataSet, frame, TAG.planeOrientationSequence);
  const [rx = 0, ry = 0, rz = 0, cx = 0, cy = 0, cz = 0] = numbers(orientation, TAG.imageOrientationPatient, 6) ?? [];
  const isDirected = Math.hypot(rx, ry, rz) > 0.5 && Math.hypot(cx, cy, cz) > 0.5;
  const rowCosines: Vector = isDirected ? [rx, ry, rz] : ALONG_ROW;
  const columnCosines: Vector = isDirected ? [cx, cy, cz] : ALONG_COLUMN;
  const position = numbers(scopeOf(dataSet, frame, TAG.planePositionSequence), TAG.imagePositionPatient, 3);
  return {
    rows: dataSet.uint16(TAG.rows),
    columns: dataSet.uint16(TAG.columns),
    rowPixelSpacing: row,
    columnPixelSpacing: column,
    pixelSpacing: [row, column],
    usingDefaultValues: false,
    rowCosines,
    columnCosines,
    imageOrientationPatient: [...rowCosines, ...columnCosines],
    imagePositionPatient: position ?? [0, 0, 0],
    frameOfReferenceUID: dataSet.string('x00200052'),
  };
}
