import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from '@playwright/test';
import { inTurn } from '../../../tools/sample.ts';
import { expect } from '../../support/proves.ts';
import { lookOf, settled, startViewerPage, type ViewerPage, violations } from './viewer-page.ts';

/**
 * Public DICOM files of every transfer syntax and many defects; only if the corpus is present next to the repository.
 */
const CORPUS = path.resolve(import.meta.dirname, '../../../../shared/data/dicom');
const present = existsSync(path.join(CORPUS, 'MANIFEST.tsv'));

/** Code that affects rendering. */
const DRAWING = ['features/dicom-viewer', 'pixels', 'decode-worker'].map((folder) => `mfe-imaging/src/${folder}`);

/** Files that cannot be rendered, with the error expected for each. All others must be rendered. */
const REFUSED: Readonly<Record<string, RegExp>> = {
  'cr-chest-mono1-no-preamble': /không phải là ảnh DICOM/,
  'ct-no-meta.dcm': /không phải là ảnh DICOM/,
  'mr-truncated-pixels.dcm': /thiếu một phần/,
  'rtplan-truncated.dcm': /thiếu một phần|bị hỏng/,
  'sr-no-pixel-data.dcm': /báo cáo/,
  'ecg-12lead-waveform.dcm': /dạng sóng/,
  'encapsulated-pdf.dcm': /tài liệu/,
  dicomdir: /danh mục/,
  'mr-image-attributes-no-pixels.dcm': /không chứa hình ảnh/,
  'no-rows.dcm': /không ghi kích thước/,
  'corrupt-j2k-zeroed.dcm': /bị hỏng/,
  'corrupt-jpegls-half.dcm': /bị hỏng/,
};
/** Images with a single pixel value. */
const FLAT = new Set(['mr-window-width-0.dcm']);

const rows = present
  ? readFileSync(path.join(CORPUS, 'MANIFEST.tsv'), 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split('\t'))
  : [];

test.describe('real DICOM files', () => {
  let viewer: ViewerPage;
  test.describe.configure({ mode: 'serial' });
  test.beforeAll(async () => {
    if (present) viewer = await startViewerPage(CORPUS);
    else console.log('skipped: no DICOM files beside the project');
  });
  test.afterAll(async () => {
    if (present) await viewer.close();
  });
  test.skip(!present, 'no DICOM files beside the project');

  const pictures = rows.filter(([file]) => !/mr16\/mr-(?!01)/.test(file ?? ''));
  for (const [name = '', , , , , photometric = ''] of inTurn(pictures, 3, DRAWING)) {
    test(`${name} is ${REFUSED[name] ? 'refused in words' : 'drawn'}`, async ({ page }) => {
      await viewer.open(page, [name]);
      const refusal = REFUSED[name];
      expect(await settled(page)).toBe(refusal ? 'refused' : 'drawn');
      if (refusal) await expect(page.getByRole('alert')).toContainText(refusal);
      else if (FLAT.has(name)) await expect(page.getByText('Mọi điểm của ảnh có cùng một giá trị')).toBeVisible();
      else {
        const { lightest, darkest, saturation } = await lookOf(page);
        expect(lightest - darkest).toBeGreaterThan(20);
        if (photometric.startsWith('MONOCHROME')) expect(saturation).toBe(0);
      }
      expect(await page.locator('main, #root').first().innerText()).not.toMatch(/undefined|NaN|Invalid Date|\[object/);
      expect(await violations(page)).toEqual([]);
    });
  }

  test('a broken JPEG 2000 slice never shows the slice before it', async ({ page }) => {
    await viewer.open(page, ['ct-j2k-lossy-tiny.dcm', 'corrupt-j2k-zeroed.dcm']);
    await settled(page);
    const seen: string[] = [];
    for (const place of ['1', '2', '1', '2']) {
      await page.getByRole('slider').fill(place);
      // Either this slice's image or its error. The previous image may still be visible, but under its own number.
      const picture = page.locator(`[data-shown="${Number(place) - 1}"]`);
      await expect(picture.or(page.getByText(new RegExp(`^lát ${place}/2: Có lỗi`)))).toBeVisible();
      seen.push((await picture.isVisible()) ? 'drawn' : 'refused');
    }
    expect([...seen].sort()).toEqual(['drawn', 'drawn', 'refused', 'refused']);
    expect(seen[0]).toBe(seen[2]);
  });

  test('sixteen slices given in any order are looked through by their place in the body', async ({ page }) => {
    const names = Array.from({ length: 16 }, (_, at) => `series-mr16/mr-${String(16 - at).padStart(2, '0')}.dcm`);
    await viewer.open(page, names);
    expect(await settled(page)).toBe('drawn');
    const first = await lookOf(page);
    await page.getByRole('slider').fill('16');
    await expect(page.locator('[data-shown="15"]')).toBeVisible();
    expect(await lookOf(page)).not.toEqual(first);
    await viewer.open(page, [...names].reverse());
    await settled(page);
    expect(await lookOf(page)).toEqual(first);
  });

  test('a file cut in half is told as such', async ({ page }) => {
    const whole = readFileSync(path.join(CORPUS, 'ct-implicit-le.dcm'));
    viewer.serve('half.dcm', whole.subarray(0, whole.length / 2));
    await viewer.open(page, ['half.dcm']);
    await expect(page.getByRole('alert')).toContainText('Tệp bị thiếu một phần');
  });
});
