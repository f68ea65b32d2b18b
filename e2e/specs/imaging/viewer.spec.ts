import { type Page, test } from '@playwright/test';
import { expect } from '../../support/proves.ts';
import {
  bytes,
  COLOUR,
  cs,
  ds,
  fileOf,
  type Header,
  lutItem,
  PIXELS,
  rescale,
  sq,
  us,
  window,
  words,
} from '@phr/testing/dicom-kinds';
import { lookOf, settled, startViewerPage, type ViewerPage, violations } from './viewer-page.ts';

let viewer: ViewerPage;
test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  viewer = await startViewerPage();
});
test.afterAll(() => viewer.close());

const zoom = (page: Page) => page.locator('[data-zoom]').getAttribute('data-zoom');
const info = (page: Page) => page.getByRole('application').getByRole('listitem').allInnerTexts();

test('[IMG-01] zoom and pan, window level, ruler, scroll and reset work with the mouse', async ({ page }) => {
  await viewer.open(page);
  expect(await settled(page)).toBe('drawn');
  const surface = page.getByTestId('dicom-surface');
  const box = await surface.boundingBox();
  if (!box) throw new Error('No stage');
  const drag = async (dx: number, dy: number) => {
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 + dx, box.y + box.height / 2 + dy, { steps: 5 });
    await page.mouse.up();
  };

  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.wheel(0, -200);
  expect(Number(await zoom(page))).toBeGreaterThan(1.3);

  await page.getByRole('button', { name: 'Độ sáng và tương phản' }).click();
  const before = await info(page);
  await drag(60, 0);
  await expect.poll(() => info(page)).not.toEqual(before);

  await page.getByRole('button', { name: 'Cuộn ảnh' }).click();
  await drag(0, 60);
  await expect(page.locator('[data-shown="5"]')).toBeVisible();

  await page.getByRole('button', { name: 'Vẽ' }).click();
  await drag(90, 0);
  await expect(page.getByText(/^[\d.,]+ mm$/)).toBeVisible();

  await page.getByRole('button', { name: 'Đặt lại khung nhìn' }).click();
  expect(await zoom(page)).toBe('1.00');
  expect((await info(page)).join()).toContain('rộng 1.200, tâm 600');
  expect(await violations(page)).toEqual([]);
});

test('[IMG-01] everything works by keyboard and by buttons', async ({ page }) => {
  await viewer.open(page);
  await settled(page);
  await page.getByRole('application').focus();
  await page.keyboard.press(']');
  await expect(page.locator('[data-shown="1"]')).toBeVisible();
  await page.keyboard.press('r');
  await page.getByRole('button', { name: 'Thêm thước' }).press('Enter');
  const length = page.getByText(/^[\d.,]+ mm$/);
  const first = await length.innerText();
  await page.getByRole('button', { name: 'Đầu thứ hai của thước' }).focus();
  await page.keyboard.press('Shift+ArrowRight');
  await expect(length).not.toHaveText(first);
  await page.keyboard.press('Delete');
  await expect(length).toHaveCount(0);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Trợ giúp' })).toBeVisible();
});

test('[IMG-02] buttons and keys zoom by 0.2', async ({ page }) => {
  await viewer.open(page);
  await settled(page);
  await page.getByRole('button', { name: 'Phóng to' }).click();
  await expect.poll(() => zoom(page)).toBe('1.20');
  await page.getByRole('application').focus();
  await page.keyboard.press('+');
  await expect.poll(() => zoom(page)).toBe('1.40');
  await page.getByRole('button', { name: 'Thu nhỏ' }).click();
  await expect.poll(() => zoom(page)).toBe('1.20');
});

test('[IMG-03] what is written over the picture comes from its file and can be taken away', async ({ page }) => {
  await viewer.open(page, [], '&dev-lang=en');
  await settled(page);
  expect(await info(page)).toEqual([
    'Name on the image: TRẦN MINH CHÂU',
    'Taken on: 21/11/2026',
    'CT scan · Hình mẫu',
    'slice 1/24',
    'Zoom: 100%',
    'Window: width 1,200, centre 600',
  ]);
  await page.getByRole('button', { name: 'Info' }).click();
  expect(await info(page)).toEqual([]);
});

test('[IMG-04] the hint of a tool leaves after three seconds', async ({ page }) => {
  await page.clock.install();
  await viewer.open(page);
  await page.clock.runFor(5000);
  await settled(page);
  // Freezes the clock, so that a slow machine does not use up the hint's three seconds.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
  await page.getByRole('button', { name: 'Vẽ' }).click();
  const hint = page.getByText('Kéo giữa hai điểm để đo khoảng cách');
  await expect(hint).toBeVisible();
  await page.clock.runFor(2900);
  await expect(hint).toBeVisible();
  await page.clock.runFor(200);
  await expect(hint).toHaveCount(0);
});

test("another person's file says so", async ({ page }) => {
  await viewer.open(page, [], '&dev-person=mother');
  await settled(page);
  await expect(page.getByRole('alert')).toContainText(
    'Tên trên ảnh: TRẦN MINH CHÂU. Đang xem hồ sơ của: NGUYỄN THỊ ÁNH',
  );
});

test('[IMG-14] a damaged slice is told in its place and the others stay usable', async ({ page }) => {
  await viewer.open(page);
  await settled(page);
  const whole = await lookOf(page);
  // The last slice of the generated series is truncated.
  await page.getByRole('slider').fill('24');
  await expect(page.getByRole('alert')).toContainText('lát 24/24: Có lỗi khi tải dữ liệu');
  await expect(page.locator('[data-shown]')).toHaveCount(0);
  await page.getByRole('slider').fill('1');
  await expect(page.locator('[data-shown="0"]')).toBeVisible();
  expect(await lookOf(page)).toEqual(whole);
});

test('[IMG-14] says when a file is refused, missing or no picture, and offers a retry where it helps', async ({
  page,
}) => {
  viewer.serve('page.dcm', Buffer.from('<!doctype html><title>Sign in</title>'.padEnd(400)));
  await viewer.open(page, ['page.dcm']);
  await expect(page.getByRole('alert')).toContainText('Tệp này không phải là ảnh DICOM');
  await expect(page.getByRole('button', { name: 'Thử lại' })).toHaveCount(0);
  let tries = 0;
  viewer.serve('late.dcm', (response) => {
    tries += 1;
    response.writeHead(403).end();
  });
  await viewer.open(page, ['late.dcm']);
  await page.getByRole('button', { name: 'Thử lại' }).click();
  await expect.poll(() => tries).toBe(2);
  await expect(page.getByRole('alert')).toContainText('đã hết hạn hoặc không được phép');
});

test('[IMG-15] loading shows its progress and can be stopped', async ({ page }) => {
  viewer.serve('slow.dcm', () => undefined);
  await viewer.open(page, ['slow.dcm', 'slow.dcm']);
  await expect(page.getByText('Đang tải 0/2 ảnh')).toBeVisible();
  await page.getByRole('button', { name: 'Dừng tải' }).click();
  await expect(page.getByText('Đã dừng tải')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Thử lại' })).toBeVisible();
});

test('[IMG-34] the tools stand beside the picture from 768 px on, above it below', async ({ page }) => {
  await viewer.open(page);
  await settled(page);
  const places = async (width: number) => {
    await page.setViewportSize({ width, height: 740 });
    const [tools, stage] = await Promise.all([
      page.getByRole('group', { name: 'Công cụ xem ảnh' }).boundingBox(),
      page.getByRole('application').boundingBox(),
    ]);
    if (!tools || !stage) throw new Error('Not shown');
    return { beside: tools.x + tools.width <= stage.x + 1, above: tools.y + tools.height <= stage.y + 1 };
  };
  expect(await places(768)).toEqual({ beside: true, above: false });
  expect(await places(767)).toEqual({ beside: false, above: true });
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});

test('closing the viewer leaves no canvas and no worker behind', async ({ page }) => {
  await viewer.open(page);
  await settled(page);
  expect(page.workers()).toHaveLength(1);
  await page.getByRole('button', { name: 'Đóng' }).click();
  await expect(page.locator('canvas')).toHaveCount(0);
  await expect.poll(() => page.workers().length).toBe(0);
});

/** 128 x 128 pixels in eight vertical bands of one value each. */
const SIDE = 128;
const BANDS = Array.from({ length: 8 }, (_, band) => 200 + band * 500);
const banded = (header: Header): Buffer =>
  Buffer.from(fileOf({ '00280010': us(SIDE), '00280011': us(SIDE), ...header }));
const inBands = <T>(of: (band: number) => T): T[] =>
  Array.from({ length: SIDE * SIDE }, (_, at) => of(Math.floor((at % SIDE) / 16)));
const grey = { [PIXELS]: words(inBands((band) => BANDS[band] ?? 0)) };

/** Colours at the centre of each of the eight bands; the image fills the stage's height. */
const bandsOf = (page: Page): Promise<number[][]> =>
  page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const source = document.querySelector('canvas');
    if (!source) throw new Error('No picture');
    const copy = new OffscreenCanvas(source.width, source.height).getContext('2d');
    if (!copy) throw new Error('No canvas');
    copy.drawImage(source, 0, 0);
    const side = Math.min(source.width, source.height);
    return Array.from({ length: 8 }, (_, band) => {
      const x = source.width / 2 + ((band - 3.5) / 8) * side;
      return [...copy.getImageData(Math.round(x), Math.round(source.height / 2), 1, 1).data.subarray(0, 3)];
    });
  });

test('[IMG-01] the canvas shows what the file means: values, windows, curves, inversion and colours', async ({
  page,
}) => {
  const linear = (value: number) => Math.min(Math.max(((value - 1999.5) / 2999 + 0.5) * 255, 0), 255);
  const falling = Uint8Array.from({ length: 4096 }, (_, at) => 255 - (at >> 4));
  const ybr = [76, 85, 255];
  const kinds: readonly (readonly [name: string, file: Buffer, expected: (band: number) => readonly number[]])[] = [
    [
      'slope',
      banded({ ...grey, ...rescale(-1, 4000), ...window(2000, 3000) }),
      (band) => Array(3).fill(linear(4000 - (BANDS[band] ?? 0))),
    ],
    [
      'sigmoid',
      banded({ ...grey, ...window(2000, 1500, 'SIGMOID') }),
      (band) => Array(3).fill(255 / (1 + Math.exp((-4 * ((BANDS[band] ?? 0) - 2000)) / 1500))),
    ],
    [
      'inverted table',
      banded({ ...grey, '20500020': cs('INVERSE'), '00283010': sq(lutItem(0, 8, falling, 4096)) }),
      (band) => Array(3).fill((BANDS[band] ?? 0) >> 4),
    ],
    [
      'step',
      banded({ ...grey, '00281050': ds(2200), '00281051': ds(1) }),
      (band) => Array(3).fill((BANDS[band] ?? 0) < 2200 ? 0 : 255),
    ],
    [
      'colour',
      banded({
        ...COLOUR,
        '00280004': cs('YBR_FULL_422'),
        [PIXELS]: bytes(
          inBands((band) => (band < 4 ? ybr : [band * 30, 128, 128])).flatMap(([y = 0, b = 0, r = 0], at) =>
            at % 2 === 0 ? [y, y, b, r] : [],
          ),
        ),
      }),
      (band) => (band < 4 ? [254, 0, 0] : Array(3).fill(band * 30)),
    ],
  ];
  for (const [name, file, expected] of kinds) {
    viewer.serve(`${name}.dcm`, file);
    await viewer.open(page, [`${name}.dcm`]);
    expect([name, await settled(page)]).toEqual([name, 'drawn']);
    expect(await zoom(page)).toBe('1.00');
    const seen = await bandsOf(page);
    const apart = seen.map((colour, band) =>
      Math.max(...colour.map((part, at) => Math.abs(part - (expected(band)[at] ?? 0)))),
    );
    expect([name, Math.max(...apart) <= (name === 'colour' ? 2 : 1), seen]).toEqual([name, true, seen]);
  }
  expect(await violations(page)).toEqual([]);
});

test('[IMG-01] the brightness that a file names can be chosen', async ({ page }) => {
  const names: Header = { '00281055': ['LO', 'PHOI\\XUONG'] };
  viewer.serve('two.dcm', banded({ ...grey, '00281050': ds(2000, 1000), '00281051': ds(3000, 400), ...names }));
  await viewer.open(page, ['two.dcm']);
  await settled(page);
  await page.getByRole('button', { name: 'Độ sáng và tương phản' }).click();
  const choice = page.getByLabel('Độ sáng ghi trong tệp');
  await expect(choice).toHaveValue('0');
  await choice.selectOption({ label: 'XUONG (rộng 400, tâm 1.000)' });
  await expect.poll(() => info(page)).toContain('Cửa sổ: rộng 400, tâm 1.000');
  await choice.selectOption({ label: 'Mọi giá trị' });
  await expect.poll(() => info(page)).toContain('Cửa sổ: rộng 3.500, tâm 1.950');
  await page.getByRole('button', { name: 'Sáng hơn' }).click();
  await expect(choice).toHaveValue('');
});
