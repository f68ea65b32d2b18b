import { createSimulatedHub } from '@phr/testing/simulated-hub';
import { HUBS, PORTS } from '../../support/addresses.ts';
import { expect, onScreen, test } from '../../support/app.ts';
import { callAs, readRecord, tokenOf } from '../../support/ids.ts';
import { beNewPerson, newAccount } from '../../support/person.ts';

test("[ROUTE-73, MON-05, HUB-17, CONS-02, CONS-03] readings and a hospital's request show up live", async ({
  page,
  context,
}, { parallelIndex }) => {
  test.setTimeout(90_000);
  const { mac, secret } = HUBS[parallelIndex % HUBS.length] ?? { mac: '', secret: '' };
  const account = newAccount();
  const patient = await beNewPerson(page, account);
  const added = await callAs(page, '/api/phr/device', {
    patientId: patient,
    name: 'Bộ thu',
    mac,
    type: 'ONE_HUB',
    serialNumber: 'OH-E2E',
    usingMode: 2,
  });
  expect(added.status).toBe(200);
  const { data: device } = added.body as { readonly data: { readonly id: string } };
  const hub = createSimulatedHub({ url: `mqtt://localhost:${PORTS.broker}`, mac, secret });
  await hub.connect();
  await expect.poll(() => hub.display()).toBeDefined();
  expect(await callAs(page, `/api/phr/hub/${device.id}/pairing/code`, { code: hub.display() })).toMatchObject({
    body: { data: { state: 'owned' } },
  });
  try {
    await page.goto('/vs-monitor');
    await onScreen(page, /./);
    await expect(page.getByText('Đã kết nối trực tiếp')).toBeVisible({ timeout: 20_000 });
    const dashboard = await context.newPage();
    await dashboard.goto('/dashboard');
    await expect(dashboard.getByText('Chưa có dữ liệu').first()).toBeVisible();

    const measure = () =>
      hub.measure({ kind: 'blood-pressure', value: { systolic: 118, diastolic: 77, pulse: 66 }, unit: 'mmHg' });
    await measure();
    // The pulse has a live card; the blood pressure is in the list of latest values.
    const pulse = page.locator('[data-state="live"]').filter({ hasText: 'Nhịp tim' });
    await expect(pulse).toContainText('66');
    await expect(pulse).toContainText('Đang cập nhật');
    await expect(page.locator('main').getByText('118/77').first()).toBeVisible();
    // The second tab may have connected after the first reading, so the measurement is repeated.
    await expect(async () => {
      await measure();
      await expect(dashboard.locator('main').getByText('118/77').first()).toBeVisible({ timeout: 4_000 });
    }).toPass();
    await dashboard.close();
    for (const provider of ['SAO-MAI', 'HUONG-SEN'])
      expect(
        (
          await page.request.post('/api/services/demo-hospital/consent-requests', {
            data: { phone: account.user, provider },
          })
        ).status(),
      ).toBe(201);
    await expect(
      page.getByRole('status').filter({ hasText: 'Có cơ sở y tế xin xem hồ sơ của bạn' }).first(),
    ).toBeVisible();
    // Live values are stored as well.
    await page.goto('/health-details/bloodPressures');
    await expect(page.locator('main').getByText('118/77').first()).toBeVisible();

    const answer = async (provider: RegExp, verb: string, state: string) => {
      await page.goto('/patient-consents');
      await page.getByRole('link', { name: provider }).click();
      await page.getByRole('button', { name: verb, exact: true }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: verb, exact: true }).click();
      // the button may have the same label as the resulting state
      await expect(page.getByRole('button', { name: verb, exact: true })).toHaveCount(0);
      await expect(page.locator('main').getByText(state, { exact: true }).first()).toBeVisible();
    };
    await answer(/Sao Mai.*Chờ xác nhận/s, 'Đồng ý', 'Đang hiệu lực');
    await answer(/Hương Sen.*Chờ xác nhận/s, 'Không cho phép', 'Không cho phép');
    await answer(/Sao Mai.*Đang hiệu lực/s, 'Ngừng cho xem', 'Đã thu hồi');
    const consents = (await readRecord(page, `/Patient/${patient}/Consent`)) as {
      readonly entry: readonly { readonly resource: { readonly status: string } }[];
    };
    expect(consents.entry.map(({ resource }) => resource.status).sort()).toEqual(['inactive', 'rejected']);
  } finally {
    await hub.close();
    // Frees the hub for other specs: it belongs to one person at a time.
    await page.request.delete(`/api/phr/device/${device.id}`, {
      headers: { Authorization: `Bearer ${await tokenOf(page)}` },
    });
  }
});
