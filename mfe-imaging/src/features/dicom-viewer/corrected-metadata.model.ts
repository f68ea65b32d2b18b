import { type DataSet } from './data-set.model.ts';
import { pixelSize } from './pixel-size.model.ts';

type Provider = (type: string, imageId: string) => unknown;
interface PlaneModule {
  readonly [key: string]: unknown;
}

const ALONG_ROW = [1, 0, 0] as const;
const ALONG_COLUMN = [0, 1, 0] as const;

/**
 * A metadata provider in front of the loader's: spacing of zero, of text or of nothing draws no picture, so it becomes the pixel's shape;
 * a plane without direction gets the standard one; windows and LUTs are left to the viewer, which chooses from the values.
 * @param next asks all other providers
 */
export function correctedMetadata(next: Provider, dataSetOf: (imageId: string) => DataSet | undefined): Provider {
  let asking = false;
  return (type, imageId) => {
    if (asking || typeof imageId !== 'string' || (type !== 'imagePlaneModule' && type !== 'voiLutModule'))
      return undefined;
    const dataSet = dataSetOf(imageId);
    if (!dataSet) return undefined;
    if (type === 'voiLutModule') return { windowCenter: undefined, windowWidth: undefined, voiLUTFunction: 'LINEAR' };
    asking = true;
    try {
      return correctedPlane(next(type, imageId), dataSet);
    } finally {
      asking = false;
    }
  };
}

function correctedPlane(given: unknown, dataSet: DataSet): PlaneModule {
  const plane: PlaneModule = typeof given === 'object' && given !== null ? { ...given } : {};
  const { row, column } = pixelSize(dataSet);
  const directed = isDirection(plane['rowCosines']) && isDirection(plane['columnCosines']);
  return {
    ...plane,
    rowPixelSpacing: row,
    columnPixelSpacing: column,
    pixelSpacing: [row, column],
    usingDefaultValues: false,
    ...(directed
      ? {}
      : {
          rowCosines: ALONG_ROW,
          columnCosines: ALONG_COLUMN,
          imageOrientationPatient: [...ALONG_ROW, ...ALONG_COLUMN],
        }),
    ...(isPoint(plane['imagePositionPatient']) ? {} : { imagePositionPatient: [0, 0, 0] }),
  };
}

const isPoint = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && value.length === 3 && value.every((one) => Number.isFinite(Number(one)));
const isDirection = (value: unknown): boolean => isPoint(value) && Math.hypot(...value) > 0.5;
