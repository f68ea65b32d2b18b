import { expect, NONSENSE, onScreen, test } from '../../support/app.ts';
import { readRecord, viewMother } from '../../support/ids.ts';

test('[DASH-02, DASH-04, DASH-06, DASH-07] the dashboard is composed from slots of at least three modules', async ({
  app,
}) => {
  await expect(app.getByRole('navigation').first()).toBeVisible();
  await expect(app.getByText(/Chào buổi sáng|Xin chào|Chào buổi tối/).first()).toBeVisible();
  await expect(app.getByText(/đã xác thực/i).first()).toBeVisible();
  const modules = () =>
    app.evaluate(
      () =>
        new Set(
          performance
            .getEntriesByType('resource')
            .map(({ name }) => /\/m\/(mfe-\w+)\//.exec(name)?.[1])
            .filter((name) => name !== undefined),
        ).size,
    );
  await expect.poll(modules).toBeGreaterThanOrEqual(3);
  await expect(app.getByText('Huyết áp').first()).toBeVisible();
  expect(await app.locator('main').innerText()).not.toMatch(NONSENSE);
});

test('[JRN-05] a blood pressure is entered, saved, and stands first in the list', async ({ tab }) => {
  await tab.goto('/health-details/bloodPressures');
  await onScreen(tab, 'Huyết áp');
  await tab.getByRole('link', { name: /Thêm/ }).first().click();
  await onScreen(tab, /Thêm huyết áp|huyết áp/i);
  await tab.getByLabel(/tâm thu/).fill('127');
  await tab.getByLabel(/tâm trương/).fill('81');
  await tab.getByRole('button', { name: 'Lưu' }).click();
  await onScreen(tab, 'Huyết áp');
  await expect(tab.getByText(/127\/81/).first()).toBeVisible();
  await expect(
    tab
      .getByRole('status')
      .filter({ hasText: /lưu|thành công/i })
      .first(),
  ).toBeVisible();
});

test('[ROUTE-26, CALL-59, ENC-15] treatment history lists encounters and opens one', async ({ tab }) => {
  await tab.goto('/encounters');
  await onScreen(tab, 'Lần khám');
  await tab.locator('main a[href*="/encounter-details/"]').first().click();
  await expect(tab).toHaveURL(/\/encounter-details\/[\w-]+/);
  await expect(tab.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await tab.locator('main').innerText()).not.toMatch(NONSENSE);
});

test('[JRN-08] shows visits with their payment, diseases, vaccinations, and who may see the record', async ({
  tab,
}) => {
  const patient = await viewMother(tab);
  const { entry = [] } = (await readRecord(tab, `/Patient/${patient}/Claim?_count=20`)) as {
    readonly entry?: readonly {
      readonly resource: {
        readonly item?: readonly { readonly encounter?: readonly { readonly reference: string }[] }[];
      };
    }[];
  };
  const encounter =
    entry.flatMap(({ resource }) => resource.item ?? []).flatMap((item) => item.encounter ?? [])[0]?.reference ??
    'Encounter/none';
  await tab.goto(`/encounter-details/${encounter.replace('Encounter/', '')}`);
  await onScreen(tab, / · \d\d\/\d\d\/\d{4}$/);
  await tab.getByText(/^Bảo hiểm \([1-9]/).click();
  await expect(tab.getByText(/^Số thẻ/).first()).toBeVisible();
  await tab.getByText(/^Chi phí \([1-9]/).click();
  await expect(tab.getByText(/Tổng cộng: [\d.]+\sVND/)).toBeVisible();
  await expect(tab.getByRole('list', { name: 'Chi phí' }).getByText('Thuốc', { exact: true })).toBeVisible();
  for (const [path, heading] of [
    ['/conditions', /^Bệnh$/],
    ['/immunizations', 'Tiêm chủng'],
    ['/patient-consents', 'Quyền riêng tư'],
  ] as const) {
    await tab.goto(path);
    await onScreen(tab, heading);
    const dated = tab
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: /\d{2}\/\d{2}\/\d{4}/ });
    await expect(dated.first()).toBeVisible();
    expect(await tab.locator('main').innerText()).not.toMatch(NONSENSE);
  }
});

test('[ROUTE-29, CALL-66, BOOK-12] appointments list and details', async ({ tab }) => {
  await tab.goto('/appointments');
  await onScreen(tab, 'Lịch hẹn');
  await tab.locator('main a[href*="/appointment-details/"]').first().click();
  await expect(tab).toHaveURL(/\/appointment-details\/[\w-]+/);
  expect(await tab.locator('main').innerText()).not.toMatch(NONSENSE);
});

test('[ROUTE-74, CALL-89] the device list holds this browser, registered once', async ({ tab }) => {
  for (let visit = 0; visit < 2; visit += 1) {
    await tab.goto('/medical-devices');
    await onScreen(tab, 'Thiết bị');
    await expect(tab.getByText(/trình duyệt này|Thiết bị này/i).first()).toBeVisible();
  }
  await expect(tab.getByText(/trình duyệt này|Thiết bị này/i)).toHaveCount(1);
});

test('[FAM-01, FAM-02, NAV-10, MENU-03] a family member is opened, named on every screen and left again', async ({
  app,
}) => {
  await expect(
    app.getByRole('navigation', { name: 'Menu chính' }).getByRole('link', { name: 'Thiết bị' }),
  ).toBeVisible();
  await app.goto('/family');
  await app.getByRole('button', { name: /ÁNH/ }).first().click();
  await expect(app).toHaveURL(/\/dashboard/);
  const banner = app.getByText(/Đang xem hồ sơ của NGUYỄN THỊ ÁNH/);
  await expect(banner).toBeVisible();
  for (const path of ['/health-indexes', '/encounters', '/appointments', '/setting']) {
    await app.goto(path);
    await expect(banner).toBeVisible();
  }
  await expect(app.getByRole('navigation', { name: 'Menu chính' }).getByRole('link', { name: 'Thiết bị' })).toHaveCount(
    0,
  );
  await app.goto('/dashboard');
  await app
    .getByRole('button', { name: /Về hồ sơ của tôi/ })
    .or(app.getByRole('link', { name: /Về hồ sơ của tôi/ }))
    .click();
  await expect(banner).toHaveCount(0);
});

test('[I18N-01, I18N-03, SET-03] starts in Vietnamese; English applies everywhere and is remembered', async ({
  app,
}) => {
  await expect(app.locator('html')).toHaveAttribute('lang', /^vi/);
  await app.goto('/setting');
  await app.getByRole('combobox', { name: 'Ngôn ngữ' }).selectOption('English');
  await expect(app.locator('html')).toHaveAttribute('lang', /^en/);
  await app.getByRole('link', { name: 'Health indexes' }).first().click();
  await onScreen(app, 'Readings');
  await app.reload();
  await onScreen(app, 'Readings');
});
