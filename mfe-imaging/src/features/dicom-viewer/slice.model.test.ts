import { TAG } from './data-set.model.ts';
import { fakeDataSet } from './fake-data-set.test-support.ts';
import { bySeriesAndPlace, frameCount, readSlice } from './slice.model.ts';

const FLAT = '1\\0\\0\\0\\1\\0';
const at = (z: string, instance: string, series = '1') =>
  readSlice(
    fakeDataSet({
      [TAG.imagePositionPatient]: `0\\0\\${z}`,
      [TAG.imageOrientationPatient]: FLAT,
      [TAG.instanceNumber]: instance,
      [TAG.seriesNumber]: series,
    }),
    `z${z}`,
    1,
  );

test('slices follow their place in the body, not the number or name of their file', () => {
  const sorted = [at('10', '1'), at('-5', '3'), at('2.5', '2')].sort(bySeriesAndPlace);
  expect(sorted.map(({ imageId }) => imageId)).toEqual(['z-5', 'z2.5', 'z10']);
});

test('without positions slices sort by instance number, series stay together, frames keep their order', () => {
  const plain = (instance: string, series: string, frame = 1) =>
    readSlice(
      fakeDataSet({ [TAG.instanceNumber]: instance, [TAG.seriesNumber]: series }),
      `${series}-${instance}-${frame}`,
      frame,
    );
  const sorted = [plain('10', '2'), plain('2', '2'), plain('9', '1', 2), plain('9', '1', 1)].sort(bySeriesAndPlace);
  expect(sorted.map(({ imageId }) => imageId)).toEqual(['1-9-1', '1-9-2', '2-2-1', '2-10-1']);
});

test('an orientation of zeros is no place', () => {
  const slice = readSlice(
    fakeDataSet({ [TAG.imagePositionPatient]: '0\\0\\3', [TAG.imageOrientationPatient]: '0\\0\\0\\0\\0\\0' }),
    'x',
    1,
  );
  expect(slice.order.position).toBeUndefined();
});

test('[IMG-03] the description of a picture comes from its own file', () => {
  const slice = readSlice(
    fakeDataSet({
      [TAG.patientName]: 'NGUYỄN^THỊ ÁNH',
      [TAG.specificCharacterSet]: 'ISO_IR 192',
      [TAG.studyDate]: '20261121',
      [TAG.modality]: 'MG',
      [TAG.imageLaterality]: 'L',
      [TAG.viewPosition]: 'CC',
      [TAG.lossyImageCompression]: '01',
      [TAG.photometricInterpretation]: 'MONOCHROME1',
      [TAG.rows]: 20,
      [TAG.columns]: 30,
    }),
    'x',
    1,
  );
  expect(slice).toMatchObject({
    patientName: 'NGUYỄN THỊ ÁNH',
    studyDate: '20261121',
    modality: 'MG',
    view: 'L CC',
    lossy: true,
    inverted: true,
    colour: false,
    rows: 20,
    columns: 30,
  });
});

test('a name of separators only is no name', () => {
  expect(readSlice(fakeDataSet({ [TAG.patientName]: '^^' }), 'x', 1)).not.toHaveProperty('patientName');
});

test.each([
  [undefined, 1],
  ['30', 30],
  ['0', 1],
  ['many', 1],
])('frames "%s" are %d', (text, count) => {
  expect(frameCount(fakeDataSet(text === undefined ? {} : { [TAG.numberOfFrames]: text }))).toBe(count);
});
