import en from '../../locales/en-US.json' with { type: 'json' };
import { TAG } from './data-set.model.ts';
import { fakeDataSet } from './fake-data-set.test-support.ts';
import { pictureInfo, viewOptions } from './picture-info.model.ts';
import { readSlice } from './slice.model.ts';

const TEXTS: Readonly<Record<string, string>> = { ...en, 'common.unknown': 'Unknown' };
const t = (key: string, values: Record<string, string | number> = {}) =>
  (TEXTS[key] ?? key).replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
const info = (values: Readonly<Record<string, string>>, drawn: object = {}) =>
  pictureInfo(readSlice(fakeDataSet(values), 'x', 1), { zoom: 1.4, place: 2, count: 9, ...drawn }, 'en-US', t);

test('[IMG-03] captions say how and when a picture was made, and nothing the file does not say', () => {
  expect(
    info({
      [TAG.patientName]: 'TRAN^CHAU',
      [TAG.studyDate]: '20261121',
      [TAG.modality]: 'US',
      [TAG.seriesDescription]: 'Abdomen',
    }).file,
  ).toEqual(['Name on the image: TRAN CHAU', 'Taken on: 21/11/2026', 'Ultrasound · Abdomen']);
  expect(info({ [TAG.modality]: 'MG', [TAG.imageLaterality]: 'L', [TAG.viewPosition]: 'CC' }).file).toEqual([
    'Name on the image: Unknown',
    'Mammography · L CC',
  ]);
  expect(info({ [TAG.modality]: 'DX', [TAG.imageLaterality]: 'U', [TAG.studyDate]: '20261345' }).file).toEqual([
    'Name on the image: Unknown',
    'X-ray',
  ]);
  expect(info({ [TAG.modality]: 'RTDOSE' }).file.at(-1)).toBe('RTDOSE');
  expect(info({}).file).toEqual(['Name on the image: Unknown']);
});

test('windows are told to their last digit, with notes; a picture without any difference says so', () => {
  expect(info({}, { window: { width: 0.00195, center: 0.000975 } }).drawing).toEqual([
    'slice 2/9',
    'Zoom: 140%',
    'Window: width 0.00195, centre 0.000975',
  ]);
  expect(info({}, { window: { width: 400.25, center: -40.123456789 } }).drawing).toContain(
    'Window: width 400.25, centre -40.123456789',
  );
  expect(info({}, { notes: ['allValues', 'sign'] }).drawing.slice(-2)).toEqual([
    en['dicom.info.allValues'],
    en['dicom.info.sign'],
  ]);
  expect(info({}, { flat: true }).drawing).toContain('All points of this image have one value');
});

test('the views of a file are offered by their names, with their numbers', () => {
  const lut = { first: 0, entries: Uint8Array.of(0, 255), bits: 8 };
  expect(
    viewOptions(
      [
        { kind: 'linear', window: { center: 40, width: 400 }, name: 'SOFT' },
        { kind: 'exact', window: { center: -600, width: 1500 } },
        { kind: 'table', lut },
      ],
      'en-US',
      t,
    ).map(({ label }) => label),
  ).toEqual(['SOFT (width 400, centre 40)', 'Width 1,500, centre -600', 'Table 3', 'All values']);
});
