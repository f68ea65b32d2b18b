import { type DataSet, numberIn, numbers, TAG } from './data-set.model.ts';
import { textOf } from './file-text.model.ts';
import { displayName } from './person-name.model.ts';
import { leavesModalityOut } from './frame-job.model.ts';
import { scopeOf } from './functional-groups.model.ts';
import { isInverted, pixelFormat } from './pixel-format.model.ts';
import { pixelSize, type PixelSize } from './pixel-size.model.ts';
import { headerViews, type View } from './voi.model.ts';

/** A picture of the stack, as described by its file. */
export interface Slice {
  /** Key in the image cache. */
  readonly imageId: string;
  readonly rows: number;
  readonly columns: number;
  readonly colour: boolean;
  /** Low values are bright. */
  readonly inverted: boolean;
  readonly pixelSize: PixelSize;
  readonly views: readonly View[];
  /** The file has a modality transformation not meant for display. */
  readonly plainValues: boolean;
  readonly patientName?: string;
  /** YYYYMMDD as in the file. */
  readonly studyDate?: string;
  readonly description?: string;
  readonly modality?: string;
  /** Laterality and projection of a mammogram or X-ray, e.g. 'L CC'. */
  readonly view?: string;
  readonly lossy: boolean;
  readonly order: SliceOrder;
}

export interface SliceOrder {
  readonly seriesUid: string;
  readonly seriesNumber: number;
  /** Millimetres along the slice normal; absent if unknown. */
  readonly position?: number;
  readonly instanceNumber: number;
  readonly frame: number;
}

/** Frames in a file; 1 by default. */
export const frameCount = (dataSet: DataSet): number =>
  Math.max(1, Math.trunc(numberIn(dataSet, TAG.numberOfFrames) ?? 1));

/** Parses one frame's description. `frame` counts from 1. */
export function readSlice(dataSet: DataSet, imageId: string, frame: number): Slice {
  const { rows, columns, samples, photometric } = pixelFormat(dataSet);
  const position = positionAlongNormal(dataSet, frame);
  const name = displayName(textOf(dataSet, TAG.patientName) ?? '');
  const side = dataSet.string(TAG.imageLaterality) ?? dataSet.string(TAG.laterality);
  // 'U' means unpaired
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

/** Viewing order: series, slice position, instance number, frame. */
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

/** PS3.3 C.7.6.2.1.1: the position projected onto the slice normal. */
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
