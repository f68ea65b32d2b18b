import { appOf, DEFAULT_VIEW, isLargeEnough, isOffered, viewIn } from './reading.model.ts';

test('[IMG-06] mammography is read as a breast, anything else as a chest', () => {
  expect(['MG', 'DX', 'CR', 'CT', undefined].map(appOf)).toEqual(['mmg', 'cxr', 'cxr', 'cxr', 'cxr']);
  expect(['MG', 'DX', 'CT', 'US'].map((modality) => isOffered({ modality, colour: false }))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect([false, true].map((colour) => isOffered({ colour }))).toEqual([true, false]);
});

test('[IMG-10] a picture needs 1440 pixels on both sides: 1439 is too small', () => {
  expect(
    [
      [1440, 1440],
      [1439, 1440],
      [1440, 1439],
      [3000, 100],
    ].map(([rows = 0, columns = 0]) => isLargeEnough({ rows, columns })),
  ).toEqual([true, false, false, false]);
});

test('[IMG-09] the view begins with left CC', () => {
  expect(DEFAULT_VIEW).toEqual({ side: 'L', projection: 'CC' });
});

test('[IMG-08] a view is taken from the picture when it names one', () => {
  expect(['L CC', 'r mlo', 'RCC', 'L', 'PA', undefined].map(viewIn)).toEqual([
    'LCC',
    'RMLO',
    'RCC',
    undefined,
    undefined,
    undefined,
  ]);
});
