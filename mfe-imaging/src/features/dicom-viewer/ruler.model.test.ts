import { TAG } from './data-set.model.ts';
import { fakeDataSet } from './fake-data-set.test-support.ts';
import { pixelSize } from './pixel-size.model.ts';
import { moveEnd, rulerLength } from './ruler.model.ts';

const THREE_FOUR = { from: [0, 0], to: [3, 4] } as const;

test('millimetres use the height of a row and the width of a column', () => {
  const size = pixelSize(fakeDataSet({ [TAG.pixelSpacing]: '0.5\\2', [TAG.modality]: 'CT' }), 1);
  expect(rulerLength({ from: [0, 0], to: [3, 0] }, size)).toEqual({ value: 6, unit: 'mm', meaning: 'body' });
  expect(rulerLength({ from: [0, 0], to: [0, 4] }, size).value).toBe(2);
});

test('a distance in a projection image is said to be at the detector', () => {
  expect(pixelSize(fakeDataSet({ [TAG.imagerPixelSpacing]: '0.1\\0.1', [TAG.modality]: 'DX' }), 1).meaning).toBe(
    'detector',
  );
  expect(pixelSize(fakeDataSet({ [TAG.pixelSpacing]: '0.2\\0.2', [TAG.modality]: 'CR' }), 1).meaning).toBe('detector');
});

test.each([['0.000\\0.000'], ['abc\\1'], ['0.5'], ['-1\\1']])(
  'spacing "%s" gives pixels, never 0 mm or NaN',
  (spacing) => {
    expect(rulerLength(THREE_FOUR, pixelSize(fakeDataSet({ [TAG.pixelSpacing]: spacing }), 1))).toEqual({
      value: 5,
      unit: 'px',
      meaning: 'pixels',
    });
  },
);

test('the aspect ratio of a pixel is kept when its size is unknown', () => {
  expect(pixelSize(fakeDataSet({ [TAG.pixelAspectRatio]: '4\\3' }), 1)).toEqual({
    row: 4 / 3,
    column: 1,
    meaning: 'pixels',
  });
});

test('an end stays inside the picture', () => {
  expect(moveEnd(THREE_FOUR, 'to', [10, 10], { rows: 5, columns: 6 }).to).toEqual([6, 5]);
  expect(moveEnd(THREE_FOUR, 'from', [-1, 0], { rows: 5, columns: 6 }).from).toEqual([0, 0]);
});
