import { createSimulatedHub } from '@phr/testing/simulated-hub';
import { HUBS, PORTS } from '../../support/addresses.ts';
import { expect, onScreen, proves, test } from '../../support/app.ts';
import { readRecord, tokenOf } from '../../support/ids.ts';
import { beNewPerson, newAccount } from '../../support/person.ts';

/** A MAC address that no other run uses: a meter belongs to one record only. */
const newMac = (): string =>
  [
    '5E',
    ...(Buffer.from(crypto.getRandomValues(new Uint8Array(5)))
      .toString('hex')
      .toUpperCase()
      .match(/../g) ?? []),
  ].join(':');

test('[JRN-13] a hub is added, told, and pairs a meter; a session counts only its own readings', async ({ page }, {
  parallelIndex,
}) => {
  test.setTimeout(150_000);
  const { mac, secret } = HUBS[parallelIndex % HUBS.length] ?? { mac: '', secret: '' };
  const meters = [
    { mac: newMac(), name: 'CareSens N', type: 'CARESENS_BGM', pairing: 'passkey' },
    { mac: newMac(), name: 'EB GKUC', type: 'EB_GKUC', pairing: 'silent' },
  ] as const;
  const patient = await beNewPerson(page, newAccount());
  const heard: string[] = [];
  const hub = createSimulatedHub({
    url: `mqtt://localhost:${PORTS.broker}`,
    mac,
    secret,
    meters,
    pace: 50,
    tell: (line) => heard.push(line),
  });
  try {
    await page.goto('/medical-devices');
    await page.getByRole('link', { name: 'Thêm thiết bị' }).click();
    await onScreen(page, 'Thêm thiết bị');
    await page.getByLabel('Loại thiết bị').selectOption('ONE_HUB');
    await page.getByLabel('Tên thiết bị').fill('Hub phòng khách');
    await page.getByLabel('Địa chỉ MAC').fill(mac.toLowerCase());
    await page.getByRole('main').getByRole('button', { name: 'Thêm thiết bị' }).click();
    await onScreen(page, 'Thiết bị y tế');
    await expect(page.getByText('Đã thêm thiết bị').first()).toBeVisible();
    // Knowing the MAC address is not enough: the person at the hub has to type the code on its display.
    await expect(page.getByText('Hub phòng khách: cần xác nhận là của bạn')).toBeVisible();
    await page.getByRole('link', { name: 'Xác nhận ngay' }).click();
    await onScreen(page, 'Chi tiết thiết bị');
    await expect(page.getByRole('button', { name: 'Khởi động lại' })).toHaveCount(0);
    await hub.connect();
    await expect.poll(() => hub.display()).toBeDefined();
    const code = hub.display() ?? '';
    await page.getByLabel('Mã hiện trên thiết bị').fill(code === '111111' ? '222222' : '111111');
    await page.getByRole('button', { name: 'Xác nhận', exact: true }).click();
    await expect(page.getByText(/Mã chưa đúng/)).toBeVisible();
    await page.getByLabel('Mã hiện trên thiết bị').fill(`${code.slice(0, 3)} ${code.slice(3)}`);
    await page.getByRole('button', { name: 'Xác nhận', exact: true }).click();
    await expect(page.getByText('Sẵn sàng')).toBeVisible({ timeout: 20_000 });
    await page.getByRole('button', { name: 'Khởi động lại' }).click();
    await expect(page.getByText('Khởi động lại: Thành công')).toBeVisible();
    await page.getByRole('button', { name: 'Đặt lại Wi-Fi' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Đặt lại Wi-Fi' }).click();
    await expect(page.getByText('Đặt lại Wi-Fi: Thành công')).toBeVisible();
    await page.getByRole('radio', { name: /^Riêng tư/ }).check();
    await page.getByRole('button', { name: 'Đổi chế độ sử dụng' }).click();
    await expect(page.getByText('Đã cập nhật thiết bị').first()).toBeVisible();
    expect(hub.state().mode).toBe(1);

    await page.getByRole('link', { name: 'Kết nối thiết bị' }).click();
    await onScreen(page, 'Kết nối thiết bị');
    await page.getByRole('button', { name: 'Tìm thiết bị' }).click();
    await expect(page.getByRole('radio', { name: /EB GKUC/ })).toBeVisible();
    // A power failure interrupts the search, which resumes when the hub reconnects.
    hub.cutPower();
    await expect(page.getByText('Bị gián đoạn…')).toBeVisible({ timeout: 20_000 });
    await hub.connect();
    await expect(page.getByText('Đang tìm thiết bị…')).toBeVisible({ timeout: 20_000 });
    await page.getByRole('button', { name: 'Dừng tìm' }).click();
    await expect(page.getByRole('button', { name: 'Tìm lại' })).toBeVisible();
    // This meter does not answer.
    await page.getByRole('radio', { name: /EB GKUC/ }).check();
    await page.getByRole('button', { name: 'Kết nối' }).click();
    await expect(page.getByText('Có lỗi trong quá trình kết nối')).toBeVisible({ timeout: 20_000 });
    await page.getByRole('radio', { name: /CareSens N/ }).check();
    await page.getByRole('button', { name: 'Kết nối' }).click();
    await expect(page.getByText('482 915')).toBeVisible();
    expect(await hub.press()).toBe(true);
    await onScreen(page, 'Chi tiết thiết bị');
    await expect(page.getByText('Đã kết nối thiết bị').first()).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: 'Hub phòng khách' })).toBeVisible();
    await page.getByRole('button', { name: 'Xóa kết nối thiết bị này' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Xóa kết nối thiết bị này' }).click();
    await expect(page.getByText('Xóa kết nối thiết bị này: Thành công')).toBeVisible();
    expect(hub.state().bonds).toEqual([]);

    await page.getByRole('link', { name: 'Bắt đầu lượt đo' }).click();
    await onScreen(page, 'Lượt đo');
    await page.getByRole('button', { name: 'Bắt đầu lượt đo' }).click();
    await expect(page.getByRole('timer')).toBeVisible();
    const reading = { kind: 'glucose', value: 5.6, unit: 'mmol/L' };
    await hub.measure(reading);
    await expect(page.getByText('Số kết quả đã nhận: 1')).toBeVisible();
    // A shared meter may hold other people's readings.
    await proves('MON-04', async () => {
      await hub.measure({ ...reading, measuredAt: new Date(Date.now() - 3_600_000).toISOString() });
      await expect(page.getByText('Dữ liệu đo không khớp với thời gian phiên dùng chung').first()).toBeVisible();
      await expect(page.getByText('Số kết quả đã nhận: 1')).toBeVisible();
    });
    await page.getByRole('button', { name: 'Kết thúc lượt đo' }).click();
    await expect(page.getByText(/Lượt đo đã kết thúc/)).toBeVisible();

    await page.goto('/medical-devices');
    await page.getByRole('link', { name: /Hub phòng khách/ }).click();
    await page.getByRole('button', { name: 'Đọc dữ liệu đường huyết' }).click();
    await expect(page.getByText('Đọc dữ liệu đường huyết: Thành công')).toBeVisible();
    const glucose = (await readRecord(page, `/Patient/${patient}/Observation?_count=50`)) as {
      readonly entry: readonly { readonly resource: { readonly valueQuantity?: { readonly value: number } } }[];
    };
    expect(glucose.entry.map(({ resource }) => resource.valueQuantity?.value)).toEqual(
      expect.arrayContaining([5.4, 7.9]),
    );
    await page.getByRole('heading', { name: 'Cập nhật Wi-Fi' }).click();
    await page.getByLabel('Tên Wi-Fi').fill('Nha Chau');
    await page.getByLabel('Mật khẩu Wi-Fi').fill('mot-mat-khau');
    await page.getByRole('button', { name: 'Cập nhật Wi-Fi' }).click();
    await expect(page.getByText('Cập nhật Wi-Fi: Thành công')).toBeVisible();
    for (const reset of ['Xóa mọi kết nối', 'Khôi phục cài đặt gốc']) {
      await page.getByRole('button', { name: reset }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: reset }).click();
      await expect(page.getByText(`${reset}: Thành công`)).toBeVisible();
    }
    expect(heard).toEqual(
      expect.arrayContaining(['command: rda-bg', 'command: up -wf', 'command: rs -abond', 'command: rs -all']),
    );
    expect(hub.state()).toMatchObject({ mode: 0, bonds: [] });
    await page.getByRole('button', { name: 'Gỡ thiết bị' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Gỡ thiết bị' }).click();
    await onScreen(page, 'Thiết bị y tế');
    await expect(page.getByText('Đã gỡ thiết bị').first()).toBeVisible();
    await expect(page.getByRole('link', { name: /Hub phòng khách|CareSens/ })).toHaveCount(0);
  } finally {
    await hub.close();
    // Frees the hub for other specs: it belongs to one person at a time.
    const left = (await readRecord(page, `/Device?patient=${patient}`).catch(() => undefined)) as
      | { readonly entry?: readonly { readonly resource: { readonly id: string } }[] }
      | undefined;
    for (const { resource } of left?.entry ?? [])
      await page.request.delete(`/api/phr/device/${resource.id}`, {
        headers: { Authorization: `Bearer ${await tokenOf(page)}` },
      });
  }
});
