import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Page, test } from '@playwright/test';
import { writePdf } from '@phr/testing/pdf-writer';
import { writePng } from '@phr/testing/png-writer';
import { expect, proves } from '../../support/proves.ts';
import { startViewerPage, type ViewerPage, violations } from './viewer-page.ts';

/** Public PDF files with unusual features; only if the corpus is present next to the repository. */
const CORPUS = path.resolve(import.meta.dirname, '../../../../shared/data/pdf');
const present = existsSync(path.join(CORPUS, 'MANIFEST.tsv'));

let viewer: ViewerPage;
test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  viewer = await startViewerPage(present ? CORPUS : undefined);
});
test.afterAll(async () => {
  await viewer.close();
});

const drawn = (page: Page, number = 1) => page.locator(`[data-page="${number}"][data-drawn]`);
const openPdf = (page: Page, files: readonly string[], query = '') => viewer.open(page, files, query, 'pdf-viewer');

/** Share of a rendered page's pixels that are not white. */
const inked = (page: Page) =>
  drawn(page)
    .locator('canvas')
    .evaluate((canvas: HTMLCanvasElement) => {
      const data =
        canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? new Uint8ClampedArray();
      let dark = 0;
      for (let at = 0; at < data.length; at += 4)
        if ((data[at] ?? 255) + (data[at + 1] ?? 255) + (data[at + 2] ?? 255) < 600) dark += 1;
      return dark / (data.length / 4);
    });

test('[ROUTE-20, IMG-17, IMG-20, IMG-22] a document is read, zoomed, searched and saved as its record', async ({
  page,
}) => {
  const lines = (number: number) =>
    [{ kind: 'text', text: `Trang ${number}: Đường huyết lúc đói 5,4 mmol/L`, x: 60, y: 700, size: 14 }] as const;
  viewer.serve('own.pdf', Buffer.from(writePdf('Kết quả', [lines(1), lines(2)])));
  await openPdf(page, ['own.pdf']);
  await expect(drawn(page)).toBeVisible();
  expect(await inked(page)).toBeGreaterThan(0.0005);
  // The text layer serves screen readers and search.
  await expect(drawn(page)).toContainText('Đường huyết');

  const width = async () => (await drawn(page).boundingBox())?.width ?? 0;
  const before = await width();
  await page.getByRole('button', { name: 'Phóng to' }).click();
  await expect(page.getByText('110%')).toBeVisible();
  await expect.poll(async () => (await width()) / before).toBeCloseTo(1.1, 1);
  await page.getByRole('button', { name: 'Đặt lại khung nhìn' }).click();
  await expect(page.getByText('100%')).toBeVisible();

  // Above 1366 px the viewer takes half of the window, below it all of it.
  const size = page.viewportSize();
  await page.setViewportSize({ width: 1366, height: 800 });
  await expect.poll(width).toBeGreaterThan(1300);
  await page.setViewportSize({ width: 1367, height: 800 });
  await expect.poll(width).toBeCloseTo(683.5, 0);
  if (size) await page.setViewportSize(size);

  await page.getByRole('searchbox', { name: 'Tìm trong tài liệu' }).fill('duong huyet');
  await expect(page.getByText('1/2')).toBeVisible();
  await page.getByRole('button', { name: 'Kết quả sau' }).click();
  await expect(page.getByText('2/2')).toBeVisible();
  await expect(page.locator('[data-page="2"]')).toBeInViewport();

  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Tải xuống' }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toBe('CT.pdf');
  expect(
    readFileSync(await download.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  expect(await violations(page)).toEqual([]);
});

test('[IMG-21] says when a document is missing, is no PDF, or is only half of one', async ({ page }) => {
  await openPdf(page, ['gone.pdf']);
  await expect(page.getByRole('alert')).toContainText('Không tìm thấy tệp');
  viewer.serve('page.pdf', Buffer.from('<html><script>alert(1)</script></html>'));
  await openPdf(page, ['page.pdf']);
  await expect(page.getByRole('alert')).toContainText('không phải là tài liệu PDF');
  viewer.serve('broken.pdf', Buffer.from('%PDF-1.7\nnothing more'));
  viewer.serve(
    'empty.pdf',
    Buffer.from(
      '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF',
    ),
  );
  for (const name of ['broken.pdf', 'empty.pdf']) {
    await openPdf(page, [name]);
    await expect(page.getByRole('alert')).toContainText('bị hỏng');
  }
  expect(await violations(page)).toEqual([]);
});

test('[ROUTE-21, IMG-24, IMG-25] pictures turn by keys and swipes and zoom by 0.3, with the conclusion', async ({
  page,
}) => {
  for (const [name, grey, height] of [
    ['one.png', 40, 8],
    ['two.png', 200, 1600],
  ] as const)
    viewer.serve(name, Buffer.from(writePng(8, height, new Uint8Array(8 * height * 3).fill(grey))));
  await viewer.open(page, ['one.png', 'two.png'], '', 'image-viewer');
  const gallery = page.getByTestId('gallery');
  await expect(page.getByRole('img', { name: 'CT, hình 1/2' })).toBeVisible();
  await gallery.focus();
  await page.keyboard.press('+');
  await expect(gallery).toHaveAttribute('data-zoom', '1.3');
  await page.keyboard.press('0');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('img', { name: 'CT, hình 2/2' })).toBeVisible();

  const box = await gallery.boundingBox();
  if (!box) throw new Error('no gallery');
  // A tall image is scaled down instead of cropped, and arrow keys pan a zoomed one.
  const picture = page.getByRole('img', { name: 'CT, hình 2/2' });
  const tall = await picture.boundingBox();
  expect(tall?.height).toBeLessThanOrEqual(box.height);
  await page.keyboard.press('+');
  const before = await picture.evaluate((element) => element.style.transform);
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => picture.evaluate((element) => element.style.transform)).not.toBe(before);
  await page.keyboard.press('0');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await proves('IMG-23', async () => {
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + box.width * 0.45, y, { steps: 4 });
    await page.mouse.up();
    await expect(page.getByRole('img', { name: 'CT, hình 1/2' })).toBeVisible();
  });

  await page.getByRole('button', { name: 'Thông tin' }).click();
  await expect(page.getByRole('dialog')).toContainText('Không thấy bất thường.');
  expect(await violations(page)).toEqual([]);
});

test('[IMG-31] a picture that cannot be fetched or read says so and offers to try again', async ({ page }) => {
  viewer.serve('bad.png', Buffer.from('no picture'));
  viewer.serve('scan.tif', Buffer.from('II*\0, which no browser on Linux draws'));
  viewer.serve('half.png', Buffer.from(writePng(8, 8, new Uint8Array(8 * 8 * 3).fill(90))).subarray(0, -14));
  await viewer.open(page, ['gone.png', 'bad.png', 'scan.tif', 'half.png'], '', 'image-viewer');
  await expect(page.getByRole('alert')).toContainText('Có lỗi khi tải dữ liệu. Vui lòng thử lại.');
  await expect(page.getByRole('button', { name: 'Thử lại' })).toBeVisible();
  await page.getByRole('button', { name: 'Hình sau' }).click();
  await expect(page.getByRole('alert')).toContainText('bị hỏng');
  await expect(page.getByRole('button', { name: 'Thử lại' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Hình sau' }).click();
  await expect(page.getByRole('alert')).toContainText('Định dạng của tệp này chưa được hỗ trợ');
  await page.getByRole('button', { name: 'Hình sau' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Tệp bị thiếu một phần' })).toBeVisible();
});

test.describe('real PDF files', () => {
  test.skip(!present, 'skipped: no PDF files beside the project');

  for (const name of [
    'cjk-not-embedded-sjis.pdf',
    'rotation.pdf',
    'xref-command-missing.pdf',
    'annotations-links-popups.pdf',
    'tamreview-multipage.pdf',
    'vi-lab-report.pdf',
  ]) {
    test(`${name} is drawn`, async ({ page }) => {
      await openPdf(page, [name]);
      await expect(drawn(page)).toBeVisible({ timeout: 20_000 });
      expect(await inked(page)).toBeGreaterThan(0.0003);
      expect(await violations(page)).toEqual([]);
    });
  }

  test('a turned page stands upright, an outside link opens apart', async ({ page }) => {
    await openPdf(page, ['rotation.pdf']);
    await expect(drawn(page)).toBeVisible();
    const shape = async (number: number) => {
      const box = await page.locator(`[data-page="${number}"]`).boundingBox();
      return box ? box.width / box.height : 0;
    };
    expect(await shape(1)).toBeLessThan(1);
    expect(await shape(2)).toBeGreaterThan(1);
    await openPdf(page, ['annotations-links-popups.pdf']);
    const link = page.getByRole('link').first();
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  });

  test('a protected document asks for its password, refuses a wrong one and opens with the right one', async ({
    page,
  }) => {
    await openPdf(page, ['encrypted-password-abc.pdf']);
    await page.getByLabel('Mật khẩu của tài liệu').fill('wrong');
    await page.getByRole('button', { name: 'Mở tài liệu' }).click();
    await expect(page.getByText('Mật khẩu không đúng. Hãy nhập lại.')).toBeVisible();
    await expect(page.getByLabel('Mật khẩu của tài liệu')).toBeFocused();
    await page.keyboard.type('abc');
    await page.keyboard.press('Enter');
    await expect(drawn(page)).toBeVisible();
  });

  test('the words of the Vietnamese laboratory report are found with and without marks', async ({ page }) => {
    await openPdf(page, ['vi-lab-report.pdf']);
    for (const query of ['đường huyết', 'duong huyet']) {
      await page.getByRole('searchbox').fill(query);
      await expect(page.getByText('1/2')).toBeVisible();
    }
  });
});
