import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { inTurn } from '../../../../tools/sample.ts';
import { type LoadProblem, problemOf } from '../../files/load-problem.ts';
import { decodeFrame } from '../../pixels/decode-frame.ts';
import { drawnByDcmtk, hasDcmtk } from './dcmtk.test-support.ts';
import { draw, largestDifference, nodeCodecs } from './draw.test-support.ts';
import { frameBytes } from './frame-bytes.model.ts';
import { frameJob } from './frame-job.model.ts';
import { parseFile } from './parse-file.model.ts';
import { frameCount } from './slice.model.ts';

/** Public DICOM files of every syntax and fault, if available. */
const FOLDER = path.resolve(import.meta.dirname, '../../../../../shared/data/dicom');
const present = existsSync(path.join(FOLDER, 'MANIFEST.tsv'));
if (!present) console.log('skipped: no DICOM files beside the project');

/** Files without a drawable picture, and why. */
const REFUSED: Readonly<Record<string, LoadProblem>> = {
  'cr-chest-mono1-no-preamble': 'notDicom',
  'ct-no-meta.dcm': 'notDicom',
  'mr-truncated-pixels.dcm': 'cut',
  'rtplan-truncated.dcm': 'broken',
  'sr-no-pixel-data.dcm': 'report',
  'ecg-12lead-waveform.dcm': 'waveform',
  'encapsulated-pdf.dcm': 'document',
  dicomdir: 'directory',
  'mr-image-attributes-no-pixels.dcm': 'noImage',
  'no-rows.dcm': 'noSize',
  'corrupt-j2k-zeroed.dcm': 'broken',
  'corrupt-jpegls-half.dcm': 'broken',
};
/** The reference was made before sign extension or colour conversion. */
const OTHER_REFERENCE = new Set(['ct-j2k-pixelrep-mismatch.dcm']);
/** One large file takes four seconds; series slices are similar. */
const LEFT_OUT = /mr16\/mr-(?!01)|mg-l-mlo-modality-rg/;

/** A third of the files in rotation: this code changes only with its own module. */
const turn = <T>(all: readonly T[]): readonly T[] => inTurn(all, 3, ['mfe-imaging']);

const rows = present
  ? readFileSync(path.join(FOLDER, 'MANIFEST.tsv'), 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split('\t'))
      .filter(([name = '']) => !LEFT_OUT.test(name))
  : [['no files']];
const read = (name: string) => readFileSync(path.join(FOLDER, name));

(present ? describe : describe.skip)('real DICOM files', () => {
  test.each(turn(rows).map(([name = '']) => [name, REFUSED[name] ?? 'drawn']))(
    '%s is %s',
    async (name, outcome) => {
      const file = read(name);
      const told = await draw(file).then(
        () => 'drawn',
        (error: unknown) => problemOf(error),
      );
      expect(told).toBe(outcome);
      if (outcome === 'drawn') await otherFrames(file);
    },
    60_000,
  );

  const measured = rows.flatMap((row) => {
    const [name = '', photometric = '', reference = ''] = [0, 8, 15].map((column) => row[column]);
    const [, ...numbers] = /^min (\S+) max (\S+) mean (\S+)/.exec(reference) ?? [];
    const isCompared = photometric.startsWith('MONOCHROME') && numbers.length > 0;
    return isCompared && !REFUSED[name] && !OTHER_REFERENCE.has(name) ? [[name, numbers.map(Number)] as const] : [];
  });
  test.each(turn(measured))(
    '%s has the stored values of the reference %p',
    async (name, reference) => {
      const dataSet = parseFile(Uint8Array.from(read(name)));
      const { padding: _none, ...job } = frameJob(dataSet, 1);
      const stored = { ...job, modality: { kind: 'linear', slope: 1, intercept: 0 } } as const;
      const { values, min, max } = await decodeFrame(stored, frameBytes(dataSet, 1, job.format), nodeCodecs);
      let sum = 0;
      for (const value of values) sum += value;
      expect([min, max, Math.round((sum / values.length) * 100) / 100]).toEqual(reference);
    },
    60_000,
  );
});

/** Decodes the first frames after the rendered one: none fails or differs in size. */
async function otherFrames(file: Uint8Array): Promise<void> {
  const dataSet = parseFile(Uint8Array.from(file));
  for (let frame = 2; frame <= Math.min(frameCount(dataSet), 8); frame += 1) {
    const job = frameJob(dataSet, frame);
    const { values, components } = await decodeFrame(job, frameBytes(dataSet, frame, job.format), nodeCodecs);
    expect(values.length).toBe(job.format.rows * job.format.columns * components);
  }
}

/**
 * Files DCMTK 3.6.7 can read too (no JPEG 2000, near-lossless JPEG-LS or floats), without padding, which it renders.
 */
const WITH_DCMTK = [
  'ct-implicit-le.dcm',
  'ct-jpeg-baseline-50.dcm',
  'ct-jpeg-lossless-57.dcm',
  'ct-jpeg-lossless-70.dcm',
  'mr-overlay-plane.dcm',
  'mr-padded-pixel-data.dcm',
  'mr-small-big-endian.dcm',
  'mr-small-rle.dcm',
  'ot-jpeg-baseline-ybrfull.dcm',
  'ot-palette-8.dcm',
  'sc-ybr422-uncompressed.dcm',
  'sc-ybrfull-uncompressed.dcm',
  'series-mr16/mr-01.dcm',
  'us-8frames-44fragments-nobot.dcm',
  'us-palette.dcm',
  'us-rgb-planar-big-endian.dcm',
  'us-rgb-planar1-aspect-4-3.dcm',
  'us-ybr422-jpeg-30frames.dcm',
];

(present && hasDcmtk ? describe : describe.skip)('real DICOM files as DCMTK draws them', () => {
  test.each(turn(WITH_DCMTK))('%s', async (name) => {
    const { bytes, picture, look } = await draw(read(name));
    const options = picture.components === 3 ? [] : look.view === 'all' ? ['+Wm'] : ['+Wi', '1'];
    const other = drawnByDcmtk(read(name), 1, ['-O', ...options]);
    expect(largestDifference(bytes, other)).toBeLessThanOrEqual(picture.components === 3 ? 2 : 1);
  });
});
