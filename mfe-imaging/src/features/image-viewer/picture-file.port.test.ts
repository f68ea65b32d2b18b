import { writePng } from '@phr/testing/png-writer';
import { readPictureFile } from './picture-file.port.ts';

const PNG = writePng(4, 4, new Uint8Array(4 * 4 * 3).fill(90));
const of = (...values: readonly (number | string)[]) =>
  Uint8Array.from(
    values.flatMap((value) => (typeof value === 'number' ? [value] : [...value].map((letter) => letter.charCodeAt(0)))),
  );
/** A header with a thumbnail (with its own end marker), then a scan. */
const JPEG = [0xff, 0xd8, 0xff, 0xe1, 0, 6, 0xff, 0xd8, 0xff, 0xd9, 0xff, 0xda, 0, 2, 17, 0xff, 0, 18] as const;

test('a picture that ends too early is known by its missing end, whatever its header holds', () => {
  expect(readPictureFile(of(...JPEG, 0xff, 0xd9)).cut).toBe(false);
  expect(readPictureFile(of(...JPEG, 0xff, 0xd9, 'trailer')).cut).toBe(false);
  expect(readPictureFile(of(...JPEG)).cut).toBe(true);
  expect(readPictureFile(PNG).cut).toBe(false);
  expect(readPictureFile(Uint8Array.of(...PNG, 0, 0)).cut).toBe(false);
  expect(readPictureFile(PNG.subarray(0, PNG.length - 14)).cut).toBe(true);
});

test('a format that not every browser draws is told apart from damage', () => {
  const why = (...values: readonly (number | string)[]) => readPictureFile(of(...values)).unreadable;
  expect([why('II*', 0), why('MM', 0, '*'), why(0, 0, 0, 24, 'ftypheic')]).toEqual([
    'unsupported',
    'unsupported',
    'unsupported',
  ]);
  expect([why('<html>'), why(), why(...JPEG)]).toEqual(['broken', 'broken', 'broken']);
});
