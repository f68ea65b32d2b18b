import type { Page } from '@playwright/test';
import { expect, onScreen, test } from '../../support/app.ts';
import { axeFaults } from '../../support/axe.ts';
import { callAs, readRecord, tokenOf } from '../../support/ids.ts';
import { beNewPerson, newAccount } from '../../support/person.ts';

interface Slot {
  readonly id: string;
  readonly start: string;
  readonly end: string;
  readonly schedule: { readonly reference: string };
}
interface Schedule {
  readonly actor: readonly { readonly reference: string }[];
}

/** Another person books a slot, with the request that the app sends. */
async function take(page: Page, patientId: string, slotId: string): Promise<number> {
  const slot = (await readRecord(page, `/Slot/${slotId}`)) as Slot;
  const { actor: actors } = (await readRecord(page, `/${slot.schedule.reference}`)) as Schedule;
  const { status } = await callAs(page, '/api/phr/appointment/create', {
    resourceType: 'Appointment',
    status: 'pending',
    start: slot.start,
    end: slot.end,
    slot: [{ reference: `Slot/${slot.id}` }],
    reasonCode: [{ text: 'Khám bệnh' }],
    participant: [
      { actor: { reference: `Patient/${patientId}` }, status: 'accepted' },
      ...actors.map(({ reference }) => ({ actor: { reference }, status: 'needs-action' })),
    ],
  });
  return status;
}

/** Releases a slot that is held for the page's person. */
async function release(page: Page, slotId: string): Promise<void> {
  const answer = await page.request.delete(`/api/phr/appointment/hold/${slotId}`, {
    headers: { Authorization: `Bearer ${await tokenOf(page)}` },
  });
  expect(answer.status()).toBe(200);
}

async function isAccessible(page: Page): Promise<void> {
  const usual = page.viewportSize();
  expect(await axeFaults(page)).toEqual([]);
  if (usual !== null) await page.setViewportSize(usual);
}

/** Advances to the first day with a free slot. */
async function findFreeDay(page: Page): Promise<void> {
  await expect(async () => {
    const next = page.getByRole('button', { name: 'Xem ngày tiếp theo' });
    await expect(next.or(page.getByRole('radio').first())).toBeVisible();
    if (await next.isVisible()) await next.click();
    await expect(page.getByRole('radio').first()).toBeVisible({ timeout: 1_000 });
  }).toPass();
}

/** Waits for toasts to disappear: they cover the buttons of the next screen for three seconds. */
const newsAreGone = (page: Page) => expect(page.getByRole('button', { name: 'Đóng thông báo' })).toHaveCount(0);

test('[JRN-10] book a time, lose it to somebody else, book another one, and cancel it', async ({ page, browser }) => {
  test.setTimeout(180_000);
  const other = await (await browser.newContext()).newPage();
  const [, otherPatient] = await Promise.all([
    beNewPerson(page, newAccount()),
    beNewPerson(other, newAccount(), { name: 'VŨ VĂN KHÁC', birthDate: '1975-05-06', gender: 'male' }),
  ]);
  await page.setViewportSize({ width: 390, height: 844 });

  await page.goto('/appointments');
  await page.getByRole('link', { name: 'Đặt lịch hẹn' }).click();
  await onScreen(page, 'Đặt lịch hẹn');
  await page.getByLabel('Tìm dịch vụ').fill('sieu am');
  await page.getByLabel('Tìm dịch vụ').press('Enter');
  await expect(page.getByRole('list', { name: 'Dịch vụ' }).getByRole('listitem')).toHaveCount(1);
  await isAccessible(page);
  await page.getByRole('link', { name: /^Chi tiết Siêu âm/ }).click();
  await onScreen(page, /^Siêu âm/);
  await expect(page.getByText('Thứ Hai – Thứ Sáu: 08:00–17:00')).toBeVisible();
  await isAccessible(page);
  await page.getByRole('button', { name: 'Chọn dịch vụ này' }).click();

  await onScreen(page, 'Chọn bác sĩ');
  await page.getByRole('link', { name: /^Chi tiết BS/ }).click();
  await onScreen(page, 'Thông tin bác sĩ');
  await page.getByRole('button', { name: 'Chọn bác sĩ này' }).click();
  await onScreen(page, 'Chọn giờ khám');
  await page.getByRole('button', { name: 'Tuần sau' }).click();
  await findFreeDay(page);
  await isAccessible(page);
  const first = page.getByRole('radio').first();
  const slotId = (await first.getAttribute('value')) ?? '';
  await first.check();
  await page.getByRole('button', { name: 'Tiếp tục' }).click();

  await onScreen(page, 'Xác nhận đặt lịch');
  await page.getByLabel(/Lý do khám/).fill('Đau bụng');
  await isAccessible(page);
  // The draft survives a reload.
  await page.reload();
  await expect(page.getByLabel(/Lý do khám/)).toHaveValue('Đau bụng');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Gửi yêu cầu' }).click();
  await expect(page.getByText('Đặt lịch cần có mạng')).toBeVisible();
  await page.context().setOffline(false);

  // The slot is held during confirmation, also across the reload. After it is released, whoever books first gets it.
  await expect(page.getByText(/^Giờ này được giữ cho bạn đến /)).toBeVisible();
  expect(await take(other, otherPatient, slotId)).toBe(409);
  await release(page, slotId);
  expect(await take(other, otherPatient, slotId)).toBe(200);
  await page.getByRole('button', { name: 'Gửi yêu cầu' }).click();
  await onScreen(page, 'Chọn giờ khám');
  await expect(
    page.getByRole('main').getByText('Giờ khám này vừa có người đặt. Vui lòng chọn giờ khác.'),
  ).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Giờ trống gần nhất' })).toBeVisible();
  await findFreeDay(page);
  await expect(page.locator(`input[value="${slotId}"]`)).toHaveCount(0);
  await page.getByRole('radio').first().check();
  await page.getByRole('button', { name: 'Tiếp tục' }).click();
  await expect(page.getByLabel(/Lý do khám/)).toHaveValue('Đau bụng');
  await page.getByRole('button', { name: 'Gửi yêu cầu' }).click();
  await onScreen(page, 'Lịch hẹn');
  await expect(page.getByText('Đặt lịch hẹn thành công').first()).toBeVisible();
  await newsAreGone(page);

  // Back does not return to the form that was sent.
  const row = page.getByRole('main').getByRole('link', { name: /Siêu âm.*Chờ xác nhận/ });
  await expect(row).toHaveCount(1);
  await row.click();
  await onScreen(page, /^Siêu âm.* · \d{2}\/\d{2}\/\d{4}$/);
  await expect(page.getByText('Đau bụng')).toBeVisible();
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Thêm vào lịch' }).click();
  expect((await file).suggestedFilename()).toMatch(/^lich-hen-\d{4}-\d\d-\d\d\.ics$/);

  // Rescheduling is one request and keeps the appointment's id.
  await page.getByRole('button', { name: 'Đổi giờ khám' }).click();
  await expect(page.getByRole('radio').first()).toBeVisible();
  await isAccessible(page);
  await page.getByRole('radio').last().check();
  await page.getByRole('button', { name: 'Đổi sang giờ này' }).click();
  await expect(page.getByText('Đã đổi giờ khám').first()).toBeVisible();
  await newsAreGone(page);
  await expect(page.getByRole('link', { name: 'Chỉ đường' })).toHaveAttribute('href', /destination=/);
  await page.getByRole('button', { name: 'Hủy lịch hẹn' }).click();
  await page.getByLabel('Lý do hủy').fill('Bận việc');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Hủy lịch hẹn' }).click();
  await expect(page.getByText('Đã hủy lịch hẹn').first()).toBeVisible();
  await other.context().close();
});
