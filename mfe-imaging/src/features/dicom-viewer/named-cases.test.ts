import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { drawnByDcmtk, hasDcmtk } from './dcmtk.test-support.ts';
import { draw, largestDifference } from './draw.test-support.ts';

/** Small synthetic files that were once drawn wrongly, if available. */
const FOLDER = path.resolve(import.meta.dirname, '../../../../../shared/data/cases');
const present = existsSync(path.join(FOLDER, 'MANIFEST.tsv'));
if (!present) console.log('skipped: no small DICOM cases beside the project');
const SIZE = 64;

const drawn = (name: string, frame = 1) => draw(readFileSync(path.join(FOLDER, name)), { frame });
const pixels = (of: (x: number, y: number) => number | readonly number[]): readonly number[] =>
  Array.from({ length: SIZE * SIZE }, (_, at) => of(at % SIZE, Math.floor(at / SIZE))).flat();
/** A window as computed by the files' author: from edge to edge. */
const grey = (value: number, center: number, width: number): number =>
  Math.min(Math.max((value - center) / width + 0.5, 0), 1) * 255;
const RGB = pixels((x, y) => [x * 4, y * 4, 255 - x * 4]);

const EXPECTED: readonly (readonly [name: string, frame: number, expected: readonly number[]])[] = [
  ['hb15.dcm', 1, pixels((x) => grey(x * 64, 2048, 4096))],
  ['ovl.dcm', 1, pixels((x) => grey(x * 64, 2048, 4096))],
  ['s12.dcm', 1, pixels((x) => grey(x * 64 - 2016, 0, 4096))],
  ['s8.dcm', 1, pixels((x) => grey(x * 4 - 128, 0, 256))],
  ['neg.dcm', 1, pixels((x) => grey(4032 - x * 64, 2016, 4032))],
  ['pres.dcm', 1, pixels((x) => 255 - grey(x * 64, 2016, 4032))],
  ['voi.dcm', 1, pixels((x) => 255 - x * 4)],
  ['pad.dcm', 1, pixels((x) => (x < 16 ? 0 : ((x - 16) / 47) * 255))],
  ['enh.dcm', 1, pixels((x) => grey(x * 16, 2016, 4032))],
  // the same window over doubled values
  ['enh.dcm', 2, pixels((x) => grey(x * 32, 2016, 4032))],
  ['w1.dcm', 1, pixels((x) => (x * 64 < 2016 ? 0 : 255))],
  ['planar.dcm', 1, RGB],
  ['ybr.dcm', 1, RGB],
  [
    'pal.dcm',
    1,
    pixels((x) => {
      const at = x >> 1;
      return [(at * 1000) >> 8, ((63 - at) * 1000) >> 8, 30_000 >> 8];
    }),
  ],
  ['j2k-signed-header-unsigned.dcm', 1, pixels((x) => grey(x * 64 - 2016, 0, 4032))],
  ['j2k-signed-header-signed.dcm', 1, pixels((x) => grey(x * 64 - 2016, 0, 4032))],
];

(present ? describe : describe.skip)('made-up files that were wrong once', () => {
  test.each(EXPECTED)('%s, frame %d', async (name, frame, expected) => {
    const { bytes, picture } = await drawn(name, frame);
    expect(largestDifference(bytes, expected)).toBeLessThanOrEqual(picture.components === 3 ? 2 : 1);
  });

  test('a header that says otherwise than a signed stream is told, one that agrees is not', async () => {
    const told = await Promise.all(
      ['unsigned', 'signed'].map(
        async (header) => (await drawn(`j2k-signed-header-${header}.dcm`)).picture.hasOtherSign,
      ),
    );
    expect(told).toEqual([true, false]);
  });

  (hasDcmtk ? test : test.skip)('colours are those of DCMTK', async () => {
    for (const name of ['planar.dcm', 'ybr.dcm', 'pal.dcm']) {
      const other = drawnByDcmtk(readFileSync(path.join(FOLDER, name)), 1, []);
      expect([name, largestDifference((await drawn(name)).bytes, other) <= 2]).toEqual([name, true]);
    }
  });
});
