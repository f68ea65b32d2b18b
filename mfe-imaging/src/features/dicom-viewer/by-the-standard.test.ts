import { CASES } from '@phr/testing/dicom-cases';
import { drawnByDcmtk, hasDcmtk } from './dcmtk.test-support.ts';
import { draw, largestDifference } from './draw.test-support.ts';

/** Rounding tolerance: one for grey, two for colour. */
const tolerance = (components: number): number => (components === 3 ? 2 : 1);

describe('drawn as the formulae of the standard say', () => {
  test.each(CASES.map((one) => [one.name, one] as const))('%s', async (_name, { file, expected, frame = 1 }) => {
    const { bytes, picture } = await draw(file, { frame });
    expect(largestDifference(bytes, expected)).toBeLessThanOrEqual(tolerance(picture.components));
  });
});

if (!hasDcmtk) console.log('skipped: DCMTK is not installed, pictures are not compared with it');
(hasDcmtk ? describe : describe.skip)('drawn as DCMTK draws it', () => {
  test.each(CASES.flatMap((one) => (one.dcmtk ? [[one.name, one] as const] : [])))('%s', async (_name, one) => {
    const { file, frame = 1, dcmtk = [] } = one;
    const { bytes, picture } = await draw(file, { frame });
    const other = drawnByDcmtk(file, frame, dcmtk);
    expect(largestDifference(bytes, other)).toBeLessThanOrEqual(tolerance(picture.components));
  });
});
