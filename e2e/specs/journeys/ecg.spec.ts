import { NIGHTLY } from '../../../tools/sample.ts';
import type { Page } from '@playwright/test';
import { expect, NONSENSE, onScreen, openSignedIn, proves, test } from '../../support/app.ts';

const PX_PER_MM = 96 / 25.4;

/** Generated ECG: three leads at 500 Hz; lead I is a 1 mV square wave with a period of two seconds. */
function file(seconds: number): { readonly name: string; readonly mimeType: string; readonly buffer: Buffer } {
  const rows = Array.from({ length: seconds * 500 }, (_, at) => {
    const beat = at % 400;
    const r =
      Math.exp(-(((beat - 100) / 5) ** 2) / 2) +
      0.25 * Math.exp(-(((beat - 220) / 20) ** 2) / 2) +
      0.02 * Math.sin(at / 7);
    return [at / 500, Math.floor(at / 500) % 2, r.toFixed(4), (r * 0.4).toFixed(4)].join(',');
  });
  return { name: 'strip.csv', mimeType: 'text/csv', buffer: Buffer.from(['time,I,II,III', ...rows].join('\n')) };
}

/** Vertical position of the curve at a time from the left edge, in device pixels. */
const heightAt = (page: Page, seconds: number) =>
  page.getByTestId('ecg-canvas').evaluate(
    (canvas: HTMLCanvasElement, x) => {
      const column = Math.round((x * canvas.width) / canvas.clientWidth);
      const { data } = canvas.getContext('2d')?.getImageData(column, 0, 1, Math.round(canvas.height / 3)) ?? {
        data: new Uint8ClampedArray(),
      };
      // The curve is dark and the grid red. Antialiased pixels are weighted by their coverage.
      let sum = 0;
      let weight = 0;
      for (let y = 0; y < data.length / 4; y += 1) {
        if ((data[y * 4] ?? 255) > 120) continue;
        sum += y * (data[y * 4 + 3] ?? 0);
        weight += data[y * 4 + 3] ?? 0;
      }
      return sum / weight;
    },
    seconds * 25 * PX_PER_MM,
  );

async function openFile(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Nhập từ tệp' }).click();
  await page.getByLabel('Tệp điện tim').setInputFiles(file(20));
  await expect(page.getByTestId('ecg-canvas')).toBeVisible();
  const ratio = await page.evaluate(() => devicePixelRatio);
  await expect
    .poll(async () => Math.abs((await heightAt(page, 0.5)) - (await heightAt(page, 1.5)) - 10 * PX_PER_MM * ratio), {
      message: '1 mV is 10 mm',
    })
    .toBeLessThanOrEqual(1);
}

for (const deviceScaleFactor of NIGHTLY ? [1.5, 2, 3] : [1.5, 3]) {
  test.describe(`at ${deviceScaleFactor} device pixels`, () => {
    test.use({ deviceScaleFactor });
    test('1 mV is 10 mm, within a pixel', async ({ page }) => {
      await openSignedIn(page, '/ekg-board');
      await openFile(page);
      expect(
        await page.getByTestId('ecg-canvas').evaluate((canvas: HTMLCanvasElement) => canvas.width / canvas.clientWidth),
      ).toBeCloseTo(deviceScaleFactor, 1);
    });
  });
}

test("[JRN-06] an ECG from a file is drawn to scale, saved, read back and deleted; a clinic's stays", async ({
  page,
}) => {
  const asked: URL[] = [];
  page.on('request', (request) => asked.push(new URL(request.url())));
  await openSignedIn(page, '/ekg-board');
  await onScreen(page, 'Các bản điện tim');
  await openFile(page);

  await page.getByLabel('Ngày ghi').fill('20/11/2026');
  await page.getByLabel('Giờ ghi').fill('07:41');
  await page.getByRole('button', { name: 'Lưu vào hồ sơ' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Đã lưu điện tim' })).toBeVisible();
  await page.getByRole('link', { name: /07:41 20\/11\/2026/ }).click();
  await onScreen(page, 'Chi tiết điện tim');
  await expect(page.getByTestId('ecg-canvas')).toBeVisible();
  await expect(page.getByText('20 giây', { exact: true })).toBeVisible();
  await expect(page.getByText('Nhịp tim đếm ở chuyển đạo II')).toBeVisible();
  await expect(page.getByText('75 nhịp/phút')).toBeVisible();
  await proves('ECG-10', () =>
    expect(
      asked.some(
        ({ pathname, searchParams }) =>
          pathname.endsWith('/Observation') &&
          searchParams.get('code') === '131328' &&
          searchParams.get('_count') === '100',
      ),
    ).toBe(true),
  );
  expect(asked.some(({ pathname }) => pathname.endsWith('/presigned-url-for-download'))).toBe(true);

  // The strip and the calipers by keyboard alone.
  await page.getByRole('application').focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByTestId('ecg-place')).toHaveText(/^Giây 1 đến/);
  await page.getByRole('button', { name: 'Thước' }).click();
  await expect(page.getByTestId('ecg-measured')).toHaveText('800 ms · 1 mV · 75 nhịp/phút');
  await page.getByRole('button', { name: 'Đầu thứ hai của thước đo' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByTestId('ecg-measured')).toHaveText('810 ms · 1 mV · 74 nhịp/phút');
  expect(await page.locator('main').innerText()).not.toMatch(NONSENSE);

  await page.getByRole('button', { name: 'Xóa điện tim' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Xóa điện tim' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Đã xóa điện tim' })).toBeVisible();
  await onScreen(page, 'Các bản điện tim');
  await expect(page.getByRole('link', { name: /07:41 20\/11\/2026/ })).toHaveCount(0);

  await page.getByRole('link', { name: /Nhịp xoang/ }).click();
  await onScreen(page, 'Chi tiết điện tim');
  await expect(page.getByTestId('ecg-canvas')).toBeVisible();
  for (const fact of ['66 nhịp/phút', '92 ms', '388 ms', '407 ms', '0,04 mV'])
    await expect(page.getByText(fact, { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Xóa điện tim' })).toHaveCount(0);
  expect(await page.locator('main').innerText()).not.toMatch(NONSENSE);
});
