import type { Locale } from '@phr/contract/locale';
import { localized, perLocale, type Localized } from '@phr/i18n/localized';
import { ServerError } from '../../kit/server-error.ts';
import type { DicomImage } from './dicom-image.ts';
import type { ReadingApp, ReadingProvider } from './reading-port.ts';

/** Technical metrics of a picture. Shares are 0 to 1; contrast and sharpness are relative to its value range. */
export interface Quality {
  readonly tooDark: number;
  readonly tooBright: number;
  /** Root mean square contrast. */
  readonly contrast: number;
  /** Variance of the Laplacian. */
  readonly sharpness: number;
}

const MODALITIES: Readonly<Record<ReadingApp, readonly string[]>> = { cxr: ['CR', 'DX', 'RG', 'XR'], mmg: ['MG'] };
/** Pixel sample limit, so that a large picture does not block others. */
const SAMPLES = 1_000_000;
const CLIPPED = 0.25;
const FLAT = 0.05;
const BLURRED = 1e-5;

/** The built-in provider: measures quality, interprets nothing. */
export const qualityProvider: ReadingProvider = {
  kind: 'quality',
  async read({ app, image }) {
    if (!MODALITIES[app].includes(image.modality.toUpperCase()))
      throw new ServerError('NO_CLASSIFICATION', 'The image is not of the kind that was asked for');
    const quality = measure(image);
    const hints = quality === undefined ? [COMPRESSED] : hintsOf(quality);
    const said = hints.length === 0 ? [FINE] : hints;
    const words = (locale: Locale) =>
      [NOT_A_READING[locale], `${image.columns} × ${image.rows}.`, ...said.map((hint) => hint[locale])].join(' ');
    return {
      title: localized(
        'Kiểm tra chất lượng ảnh, không phải kết quả đọc phim',
        'Image quality check, not a medical reading',
      ),
      conclusion: perLocale(words),
      findings: [],
      pictures: [],
      performer: 'PHR image quality check 1',
    };
  },
};

const NOT_A_READING: Localized = localized(
  'Đây chỉ là kiểm tra chất lượng ảnh bằng phần mềm, không phải kết quả đọc phim và không thay thế bác sĩ.',
  'This is only a check of the image quality by software. It is not a medical reading and does not replace a doctor.',
);
const FINE: Localized = localized('Chất lượng ảnh phù hợp để xem.', 'The image quality is fit for viewing.');
const COMPRESSED: Localized = localized(
  'Ảnh nén, không đo được độ sáng và độ nét.',
  'The image is compressed; brightness and sharpness were not measured.',
);

function hintsOf({ tooDark, tooBright, contrast, sharpness }: Quality): readonly Localized[] {
  return [
    ...(tooDark > CLIPPED ? [localized('Ảnh có nhiều vùng quá tối.', 'Large parts of the image are too dark.')] : []),
    ...(tooBright > CLIPPED
      ? [localized('Ảnh có nhiều vùng quá sáng.', 'Large parts of the image are too bright.')]
      : []),
    ...(contrast < FLAT ? [localized('Độ tương phản thấp.', 'The contrast is low.')] : []),
    ...(sharpness < BLURRED ? [localized('Ảnh có thể bị mờ.', 'The image may be blurred.')] : []),
  ];
}

/** Measures an uncompressed picture; undefined for others and for uniform ones. */
export function measure({ rows, columns, valueAt }: DicomImage): Quality | undefined {
  if (valueAt === undefined) return undefined;
  const step = Math.max(1, Math.ceil(Math.sqrt((rows * columns) / SAMPLES)));
  let [low, high] = [Infinity, -Infinity];
  for (let row = 1; row < rows - 1; row += step) {
    for (let column = 1; column < columns - 1; column += step) {
      const value = valueAt(row, column);
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  const range = high - low;
  if (!(range > 0)) return undefined;
  let [count, sum, squares, dark, bright, edges, edgeSquares] = [0, 0, 0, 0, 0, 0, 0];
  for (let row = 1; row < rows - 1; row += step) {
    for (let column = 1; column < columns - 1; column += step) {
      const value = (valueAt(row, column) - low) / range;
      const around =
        valueAt(row - 1, column) + valueAt(row + 1, column) + valueAt(row, column - 1) + valueAt(row, column + 1);
      const edge = (around - 4 * valueAt(row, column)) / range;
      count += 1;
      sum += value;
      squares += value * value;
      edges += edge;
      edgeSquares += edge * edge;
      if (value <= 0.005) dark += 1;
      if (value >= 0.995) bright += 1;
    }
  }
  const variance = (total: number, ofSquares: number) => Math.max(0, ofSquares / count - (total / count) ** 2);
  return {
    tooDark: dark / count,
    tooBright: bright / count,
    contrast: Math.sqrt(variance(sum, squares)),
    sharpness: variance(edges, edgeSquares),
  };
}
