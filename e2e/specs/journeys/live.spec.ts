import { createSimulatedHub } from '@phr/testing/simulated-hub';
import { HUBS, PORTS } from '../../support/addresses.ts';
import { expect, onScreen, test } from '../../support/app.ts';
import { callAs, tokenOf } from '../../support/ids.ts';
import { beNewPerson, newAccount } from '../../support/person.ts';

test('[ROUTE-73, MON-05, HUB-17] a meter measures, the hub tells, and the open screens show the reading at once', async ({ page, context }, { parallelIndex }) => {
  test.setTimeout(90_000);
  const { mac, secret } = HUBS[parallelIndex % HUBS.length] ?? { mac: '', secret: '' };
  const patient = await beNewPerson(page, newAccount());
  const added = await callAs(page, '/api/phr/device', { patientId: patient, name: 'Bộ thu', mac, type: 'ONE_HUB', serialNumber: 'OH-E2E', usingMode: 2 });
  expect(added.status).toBe(200);
  const { data: device } = added.body as { readonly data: { readonly id: string } };
  const hub = createSimulatedHub({ url: `mqtt://localhost:${PORTS.broker}`, mac, secret });
  await hub.connect();
  try {
    await page.goto('/vs-monitor');
    await onScreen(page, /./);
    await expect(page.getByText('Đã kết nối trực tiếp')).toBeVisible({ timeout: 20_000 });
    const dashboard = await context.newPage();
    await dashboard.goto('/dashboard');
    await expect(dashboard.getByText('Chưa có dữ liệu').first()).toBeVisible();

    const measure = () => hub.measure({ kind: 'blood-pressure', value: { systolic: 118, diastolic: 77, pulse: 66 }, unit: 'mmHg' });
    await measure();
    // The pulse is watched; the pressure stands among the latest.
    const pulse = page.locator('[data-state="live"]').filter({ hasText: 'Nhịp tim' });
    await expect(pulse).toContainText('66');
    await expect(pulse).toContainText('Đang cập nhật');
    await expect(page.locator('main').getByText('118/77').first()).toBeVisible();
    // The second tab may have connected after the first reading.
    await expect(async () => {
      await measure();
      await expect(dashboard.locator('main').getByText('118/77').first()).toBeVisible({ timeout: 4_000 });
    }).toPass();
    // What was shown live is stored.
    await page.goto('/health-details/bloodPressures');
    await expect(page.locator('main').getByText('118/77').first()).toBeVisible();
  } finally {
    await hub.close();
    // A hub belongs to one person at a time.
    await page.request.delete(`/api/phr/device/${device.id}`, { headers: { Authorization: `Bearer ${await tokenOf(page)}` } });
  }
});
