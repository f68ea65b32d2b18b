import type { Page } from '@playwright/test';
import encodeQR from 'qr';
import { SHELL } from '../../support/addresses.ts';
import { expect, onScreen, openSignedIn, test } from '../../support/app.ts';

/** Replaces the camera with a video of a single QR code. */
const cameraSees = (page: Page, content: string) =>
  page.addInitScript(
    (rows: boolean[][]) => {
      navigator.mediaDevices.getUserMedia = async () => {
        const canvas = Object.assign(document.createElement('canvas'), { width: 480, height: 480 });
        const drawing = canvas.getContext('2d');
        const scale = Math.floor(480 / rows.length);
        setInterval(() => {
          if (drawing === null) return;
          drawing.fillStyle = '#fff';
          drawing.fillRect(0, 0, 480, 480);
          drawing.fillStyle = '#000';
          rows.forEach((row, y) =>
            row.forEach((dark, x) => {
              if (dark) drawing.fillRect(x * scale, y * scale, scale, scale);
            }),
          );
        }, 100);
        return canvas.captureStream(10);
      };
    },
    encodeQR(content, 'raw', { border: 4 }),
  );

test('[QR-02] [ROUTE-83] a link of the app in front of the camera opens its screen', async ({ page, faults }) => {
  await cameraSees(page, `${SHELL}/health-details/heartRates`);
  await openSignedIn(page, '/qr-scanner');
  await expect(page).toHaveURL(/\/health-details\/heartRates/);
  await onScreen(page, 'Nhịp tim');
  expect(faults.policy).toEqual([]);
});

test('[QR-02] scanned quick sign-up codes open the programme, for a signed-in person too', async ({ page }) => {
  await cameraSees(page, 'phr://quick-in?t=FAMILY_DOCTOR&e=BSGD2026&o=HUONG-SEN');
  await openSignedIn(page, '/qr-scanner');
  await expect(page).toHaveURL(`${SHELL}/enrollment?e=BSGD2026&t=FAMILY_DOCTOR&o=HUONG-SEN`);
  await expect(page.getByText('Bác sĩ gia đình Hương Sen').first()).toBeVisible();
});

test("[QR-02] a partner's code is noted and said", async ({ page }) => {
  await cameraSees(page, 'phr://partner/phong-kham-7');
  await openSignedIn(page, '/qr-scanner');
  await expect(page.getByText('Đã ghi nhận liên kết của đối tác')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('phr.entry'))).toBe('/partner/phong-kham-7');
});

for (const [card, number, printed, named] of [
  [
    'a citizen card',
    '001085012345',
    '|012345678|TRẦN MINH CHÂU|14031985|Nữ|Hà Nội|01012022',
    'Đây là số căn cước hoặc chứng minh nhân dân',
  ],
  ['a health insurance card', 'DN4010112345678', '|5472|14/03/1985', 'Đây là số thẻ hoặc mã số bảo hiểm y tế'],
] as const) {
  test(`[QR-02] a scanned ${card} is named and opens nothing; its number is in no address or screen`, async ({
    page,
  }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await cameraSees(page, number + printed);
    await openSignedIn(page, '/qr-scanner');
    const told = page.getByRole('alert');
    await expect(told).toContainText(named);
    await expect(told.getByRole('link', { name: 'Hồ sơ cá nhân' })).toHaveAttribute('href', '/profile');
    await expect(page).toHaveURL(`${SHELL}/qr-scanner`);
    await expect(page.getByText(number)).toHaveCount(0);
    expect(asked.filter((url) => url.includes(number))).toEqual([]);
  });
}

test('[QR-02] foreign content is shown as it is and never opened', async ({ page }) => {
  await cameraSees(page, 'https://evil.example/dashboard');
  await openSignedIn(page, '/qr-scanner');
  await expect(page.getByRole('alert')).toContainText('https://evil.example/dashboard');
  await expect(page.getByRole('alert')).toContainText('Chưa được hỗ trợ');
  await expect(page.getByRole('alert').getByRole('link')).toHaveCount(0);
  await expect(page).toHaveURL(/\/qr-scanner/);
});

test('[QR-01] [QR-03] [ROUTE-48] the personal code renews itself; without a camera its picture is read', async ({
  page,
}) => {
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = async () => {
      throw new DOMException('', 'NotAllowedError');
    };
  });
  const asked = () => page.waitForRequest(/\/api\/phr\/qr\/generator\/pid\/[\w-]+$/);
  const first = asked();
  await openSignedIn(page, '/patient-qrs');
  await first;
  await onScreen(page, 'Mã QR cá nhân');
  const code = page.getByRole('img', { name: 'Mã QR cá nhân' });
  await expect(code).toBeVisible();
  await expect(page.getByText('Dùng được đến')).toBeVisible();
  const again = asked();
  await page.getByRole('button', { name: 'Tạo mã mới' }).click();
  await again;
  await expect(code).toBeVisible();
  const buffer = await code.screenshot();
  await page.goto('/qr-scanner');
  await expect(page.getByRole('alert')).toContainText('Ứng dụng cần quyền dùng máy ảnh');
  await page.locator('input[type="file"]').setInputFiles({ name: 'code.png', mimeType: 'image/png', buffer });
  await expect(page.getByRole('alert')).toContainText('Nội dung của mã');
});
