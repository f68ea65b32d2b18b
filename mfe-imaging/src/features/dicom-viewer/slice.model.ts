import { type DataSet, numberIn, numbers, TAG } from './data-set.model.ts';
import { textOf } from './file-text.model.ts';
import { displayName } from './person-name.model.ts';
import { leavesModalityOut } from './frame-job.model.ts';
import { scopeOf } from './functional-groups.model.ts';
import { isInverted, pixelFormat } from './pixel-format.model.ts';
import { pixelSize, type PixelSize } from './pixel-size.model.ts';
import { headerViews, type View } from './voi.model.ts';

/** One picture of the stack: what its file says about it. */
export interface Slice {
  /** Id of the picture in the image cache. */
  readonly imageId: string;
  readonly rows: number;
  readonly columns: number;
  readonly colour: boolean;
  /** Low values are bright. */
  readonly inverted: boolean;
  readonly pixelSize: PixelSize;
  readonly views: readonly View[];
  /** The file has a modality transformation that is no step of display. */
  readonly plainValues: boolean;
  readonly patientName?: string;
  /** YYYYMMDD as in the file. */
  readonly studyDate?: string;
  readonly description?: string;
  readonly modality?: string;
  /** Side and projection of a mammogram or X-ray, e.g. 'L CC'. */
  readonly view?: string;
  readonly lossy: boolean;
  readonly order: SliceOrder;
}

export interface SliceOrder {
  readonly seriesUid: string;
  readonly seriesNumber: number;
  /** Millimetres along the normal of the picture plane; absent when the file does not say. */
  readonly position?: number;
  readonly instanceNumber: number;
  readonly frame: number;
}

/** Pictures in a file; 1 when it does not say. */
export const frameCount = (dataSet: DataSet): number =>
  Math.max(1, Math.trunc(numberIn(dataSet, TAG.numberOfFrames) ?? 1));

/** Reads one frame's description. `frame` counts from 1. */
export function readSlice(dataSet: DataSet, imageId: string, frame: number): Slice {
  const { rows, columns, samples, photometric } = pixelFormat(dataSet);
  const position = positionAlongNormal(dataSet, frame);
  const name = displayName(textOf(dataSet, TAG.patientName) ?? '');
  const side = dataSet.string(TAG.imageLaterality) ?? dataSet.string(TAG.laterality);
  // 'U' says that there is only one of what is seen.
  const view = [side === 'U' ? undefined : side, dataSet.string(TAG.viewPosition)].filter(Boolean).join(' ');
  const description = textOf(dataSet, TAG.seriesDescription) ?? textOf(dataSet, TAG.studyDescription);
  const studyDate = dataSet.string(TAG.studyDate);
  const modality = dataSet.string(TAG.modality);
  return {
    imageId,
    rows,
    columns,
    colour: photometric === 'PALETTE COLOR' || samples > 1,
    inverted: isInverted(dataSet),
    pixelSize: pixelSize(dataSet, frame),
    views: headerViews(dataSet, frame),
    plainValues: leavesModalityOut(dataSet, frame),
    lossy: dataSet.string(TAG.lossyImageCompression) === '01',
    order: {
      seriesUid: dataSet.string(TAG.seriesInstanceUid) ?? '',
      seriesNumber: numberIn(dataSet, TAG.seriesNumber) ?? 0,
      ...(position === undefined ? {} : { position }),
      instanceNumber: numberIn(dataSet, TAG.instanceNumber) ?? 0,
      frame,
    },
    ...(name === '' ? {} : { patientName: name }),
    ...(studyDate === undefined ? {} : { studyDate }),
    ...(description === undefined ? {} : { description }),
    ...(modality === undefined ? {} : { modality }),
    ...(view === '' ? {} : { view }),
  };
}

/** Pictures in the order of looking through: series, then place along the body, then the number given by the machine, then frame. */
export function bySeriesAndPlace(a: Pick<Slice, 'order'>, b: Pick<Slice, 'order'>): number {
  const [left, right] = [a.order, b.order];
  return (
    left.seriesNumber - right.seriesNumber ||
    left.seriesUid.localeCompare(right.seriesUid) ||
    (left.position !== undefined && right.position !== undefined ? left.position - right.position : 0) ||
    left.instanceNumber - right.instanceNumber ||
    left.frame - right.frame
  );
}

/** PS3.3 C.7.6.2.1.1: the position projected on the cross product of row and column direction. */
function positionAlongNormal(dataSet: DataSet, frame: number): number | undefined {
  const position = numbers(scopeOf(dataSet, frame, TAG.planePositionSequence), TAG.imagePositionPatient, 3);
  const orientation = numbers(scopeOf(dataSet, frame, TAG.planeOrientationSequence), TAG.imageOrientationPatient, 6);
  if (!position || !orientation) return undefined;
  const [rx = 0, ry = 0, rz = 0, cx = 0, cy = 0, cz = 0] = orientation;
  const [px = 0, py = 0, pz = 0] = position;
  const normal = [ry * cz - rz * cy, rz * cx - rx * cz, rx * cy - ry * cx] as const;
  if (Math.hypot(...normal) < 0.5) return undefined;
  return px * normal[0] + py * normal[1] + pz * normal[2];
}
