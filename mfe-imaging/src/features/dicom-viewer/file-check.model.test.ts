import { type DataElement, TAG } from './data-set.model.ts';
import { fakeDataSet } from './fake-data-set.test-support.ts';
import { headerProblem } from './file-check.model.ts';

const EXPLICIT = '1.2.840.10008.1.2.1';
const JPEG_2000 = '1.2.840.10008.1.2.4.90';

/** A 2 x 4 picture of 16 bits; its pixels need 16 bytes. */
function picture(change: Readonly<Record<string, string | number>> = {}, pixels: Partial<DataElement> = {}) {
  const values = {
    [TAG.transferSyntaxUid]: EXPLICIT,
    filler: 'x'.repeat(64),
    [TAG.rows]: 2,
    [TAG.columns]: 4,
    [TAG.bitsAllocated]: 16,
    ...change,
  };
  return fakeDataSet(values, { [TAG.pixelData]: { dataOffset: 0, length: 16, ...pixels } });
}

test('a whole picture is worth drawing', () => expect(headerProblem(picture())).toBeUndefined());

test('a file that ends before its pixels do is cut', () => {
  expect(headerProblem(picture({}, { length: 14 }))).toBe('cut');
  expect(headerProblem(picture({}, { dataOffset: 10_000 }))).toBe('cut');
  expect(headerProblem(picture({ [TAG.numberOfFrames]: '2' }))).toBe('cut');
});

test('compressed pixels are cut when a fragment reaches past the end or none is there', () => {
  const compressed = { [TAG.transferSyntaxUid]: JPEG_2000 };
  expect(
    headerProblem(
      picture(compressed, { hadUndefinedLength: true, fragments: [{ offset: 0, position: 0, length: 10 }] }),
    ),
  ).toBeUndefined();
  expect(
    headerProblem(
      picture(compressed, { hadUndefinedLength: true, fragments: [{ offset: 0, position: 0, length: 10_000 }] }),
    ),
  ).toBe('cut');
  expect(headerProblem(picture(compressed, { hadUndefinedLength: true, fragments: [] }))).toBe('cut');
});

test('refuses a file with more frames than pieces as cut, and films or unknown encodings as unsupported', () => {
  const two = {
    hadUndefinedLength: true,
    fragments: [
      { offset: 0, position: 0, length: 8 },
      { offset: 8, position: 8, length: 8 },
    ],
  };
  expect(
    headerProblem(picture({ [TAG.transferSyntaxUid]: JPEG_2000, [TAG.numberOfFrames]: '2' }, two)),
  ).toBeUndefined();
  expect(headerProblem(picture({ [TAG.transferSyntaxUid]: JPEG_2000, [TAG.numberOfFrames]: '999999999' }, two))).toBe(
    'cut',
  );
  for (const syntax of ['1.2.840.10008.1.2.4.102', '1.2.3.4', ''])
    expect([syntax, headerProblem(picture({ [TAG.transferSyntaxUid]: syntax }, two))]).toEqual([syntax, 'unsupported']);
});

test('65535 x 65535 pixels are refused before anything is decoded', () => {
  expect(
    headerProblem(picture({ [TAG.transferSyntaxUid]: JPEG_2000, [TAG.rows]: 65_535, [TAG.columns]: 65_535 })),
  ).toBe('tooLarge');
});

test.each([
  ['1.2.840.10008.5.1.4.1.1.88.11', 'report'],
  ['1.2.840.10008.5.1.4.1.1.9.1.1', 'waveform'],
  ['1.2.840.10008.5.1.4.1.1.104.1', 'document'],
  ['1.2.840.10008.1.3.10', 'directory'],
])('storage class %s is a %s', (sopClass, problem) => {
  expect(headerProblem(fakeDataSet({ [TAG.sopClassUid]: sopClass }))).toBe(problem);
});

test('no size, no pixels, no colour table and cells of another size are told by their own names', () => {
  expect(headerProblem(picture({ [TAG.rows]: 0 }))).toBe('noSize');
  expect(headerProblem(fakeDataSet({ [TAG.rows]: 2, [TAG.columns]: 4 }))).toBe('noImage');
  expect(headerProblem(picture({ [TAG.photometricInterpretation]: 'PALETTE COLOR' }))).toBe('noPalette');
  expect(headerProblem(picture({ [TAG.bitsAllocated]: 12 }))).toBe('unsupported');
  expect(headerProblem(picture({ [TAG.samplesPerPixel]: 3, [TAG.photometricInterpretation]: 'HSV' }))).toBe(
    'unsupported',
  );
});
