import { expect, onScreen, test } from '../../support/app.ts';
import { beNewPerson, newAccount } from '../../support/person.ts';

// Each test starts from a screen that differs from the form's own list in path or query, so that the two can be told
// apart.
test.beforeEach(async ({ page }) => {
  await beNewPerson(page, newAccount());
});

test('[NAV-15] a link request that was sent leads to the list of requests, wherever its form was opened', async ({
  page,
}) => {
  await page.goto('/setting');
  await onScreen(page, 'Cài đặt');
  // Adds a history entry within the app, so that Back would lead to the settings.
  await page.evaluate(() => history.pushState({ key: 'form', index: 1 }, '', '/link-profile-create'));
  await page.reload();
  await page.getByLabel('Cơ sở y tế', { exact: true }).selectOption('Trung tâm Y khoa Ánh Dương');
  await page.getByLabel('Mã y tế').fill('NO-SUCH-NUMBER');
  await page.getByRole('button', { name: 'Gửi yêu cầu' }).click();
  await expect(page).toHaveURL(/\/link-profile$/);
  // A failed request says why it failed and what to do next.
  const row = page.getByRole('list', { name: 'Yêu cầu liên kết' }).getByRole('listitem');
  await expect(row).toContainText(/không tìm thấy hồ sơ khớp.*gửi yêu cầu mới/);
});

test('[NAV-23] another result that was saved leads back to the screen before its form, as it was left', async ({
  page,
}) => {
  await page.goto('/observations-list?show=laboratory');
  await page.getByRole('link', { name: 'Thêm kết quả khác' }).click();
  await page.getByLabel('Loại kết quả').selectOption('X-quang ngực');
  await page.getByLabel(/^Kết quả/).fill('Phổi hai bên sáng.');
  await page.getByRole('button', { name: 'Lưu' }).click();
  await expect(page).toHaveURL(/\/observations-list\?show=laboratory$/);
});

test('[NAV-29] sending answers leads back to the screen before the form', async ({ page }) => {
  await page.goto('/questionnaires');
  const form = await page
    .getByRole('link', { name: 'Bắt đầu: Giấc ngủ và tinh thần trong hai tuần qua' })
    .getAttribute('href');
  const answers = form?.replace('/questionnaire-response/', '/questionnaire-responses/') ?? '';
  await page.goto(answers);
  await page.locator(`main a[href="${form}"]`).first().click();
  await expect(page.getByRole('radiogroup')).toHaveCount(4);
  for (const group of await page.getByRole('radiogroup').all()) await group.getByRole('radio').first().check();
  await page.getByRole('button', { name: 'Gửi câu trả lời' }).click();
  await expect(page).toHaveURL(new RegExp(`${answers}$`));
});
