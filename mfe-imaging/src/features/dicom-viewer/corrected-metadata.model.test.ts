import { correctedMetadata } from './corrected-metadata.model.ts';
import { TAG } from './data-set.model.ts';
import { fakeDataSet } from './fake-data-set.test-support.ts';

const ask = (values: Record<string, string>, plane: object = {}) =>
  correctedMetadata(
    () => plane,
    () => fakeDataSet(values),
  )('imagePlaneModule', 'wadouri:x');

test('zero or malformed spacing becomes the shape of a pixel, and a missing direction the standard one', () => {
  expect(ask({ [TAG.pixelSpacing]: '0\\0' }, { rowCosines: [0, 0, 0] })).toMatchObject({
    rowPixelSpacing: 1,
    columnPixelSpacing: 1,
    rowCosines: [1, 0, 0],
    columnCosines: [0, 1, 0],
    imagePositionPatient: [0, 0, 0],
  });
});

test('a true plane is kept', () => {
  expect(
    ask(
      { [TAG.pixelSpacing]: '0.5\\0.25' },
      { rowCosines: [0, 1, 0], columnCosines: [0, 0, -1], imagePositionPatient: [1, 2, 3] },
    ),
  ).toMatchObject({
    rowPixelSpacing: 0.5,
    columnPixelSpacing: 0.25,
    rowCosines: [0, 1, 0],
    imagePositionPatient: [1, 2, 3],
  });
});

test('asking the other providers does not ask itself again', () => {
  const provider = correctedMetadata(
    (type, imageId) => provider(type, imageId),
    () => fakeDataSet({}),
  );
  expect(provider('imagePlaneModule', 'wadouri:x')).toMatchObject({ rowPixelSpacing: 1 });
  expect(provider('generalSeriesModule', 'wadouri:x')).toBeUndefined();
});
