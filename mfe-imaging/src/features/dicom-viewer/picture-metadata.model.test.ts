import { TAG } from './data-set.model.ts';
import { fakeDataSet } from './fake-data-set.test-support.ts';
import { pictureMetadata } from './picture-metadata.model.ts';

const ask = (values: Record<string, string>, type = 'imagePlaneModule') =>
  pictureMetadata(() => ({ dataSet: fakeDataSet(values), frame: 1 }))(type, 'phr:x?frame=1');

test('zero or malformed spacing becomes the shape of a pixel, and a missing direction the standard one', () => {
  expect(ask({ [TAG.pixelSpacing]: '0\\0', [TAG.imageOrientationPatient]: '0\\0\\0\\0\\0\\0' })).toMatchObject({
    rowPixelSpacing: 1,
    columnPixelSpacing: 1,
    rowCosines: [1, 0, 0],
    columnCosines: [0, 1, 0],
    imagePositionPatient: [0, 0, 0],
  });
});

test('a true plane is kept', () => {
  expect(
    ask({
      [TAG.pixelSpacing]: '0.5\\0.25',
      [TAG.imageOrientationPatient]: '0\\1\\0\\0\\0\\-1',
      [TAG.imagePositionPatient]: '1\\2\\3',
    }),
  ).toMatchObject({
    rowPixelSpacing: 0.5,
    columnPixelSpacing: 0.25,
    rowCosines: [0, 1, 0],
    columnCosines: [0, 0, -1],
    imagePositionPatient: [1, 2, 3],
  });
});

test('nothing is left to be scaled or inverted by what draws, and other pictures are none of ours', () => {
  expect(ask({ [TAG.photometricInterpretation]: 'MONOCHROME1' }, 'imagePixelModule')).toMatchObject({
    photometricInterpretation: 'MONOCHROME2',
  });
  expect(ask({}, 'modalityLutModule')).toBeUndefined();
  expect(pictureMetadata(() => undefined)('imagePlaneModule', 'other:x')).toBeUndefined();
});
