import { expect, test } from '../../support/app.ts';
import { isReadBatch } from '../../support/read-batches.ts';

test('[ERR-04] a write that is refused for want of a sign-in says so, and never that it is kept for later', async ({
  tab,
}) => {
  const login = '{"resourceType":"OperationOutcome","issue":[{"severity":"error","code":"login"}]}';
  await tab.goto('/condition-create');
  const disease = tab.getByRole('combobox', { name: 'Tên bệnh' });
  await disease.fill('Viêm dạ dày');
  await disease.press('Tab');
  await tab.route('**/fhir/**', (route) =>
    route.request().method() === 'POST' && !isReadBatch(route.request())
      ? route.fulfill({ status: 401, contentType: 'application/fhir+json', body: login })
      : route.fallback(),
  );
  await tab.getByRole('button', { name: 'Lưu' }).click();
  await expect(tab.locator('main').getByRole('alert')).toContainText('Bạn chưa đăng nhập');
  await expect(tab.getByText(/Đã giữ trên máy/)).toHaveCount(0);
  await expect(disease).toHaveValue('Viêm dạ dày');
});
