import type { Page } from '@playwright/test';
import { expect, NONSENSE, onScreen, test } from '../../support/app.ts';
import { readOneByOne } from '../../support/read-batches.ts';

/** Expands the section of results within the range, so that every row can be clicked. */
async function openAll(page: Page): Promise<void> {
  const within = page.locator('details').filter({ has: page.getByRole('heading', { name: /^Trong khoảng/ }) });
  await expect(within).toBeVisible();
  if ((await within.getAttribute('open')) === null) await within.locator('summary').first().click();
}

test('from the record to what the newest result means in two taps; a question is kept and taken back', async ({
  tab,
}) => {
  await tab.setViewportSize({ width: 360, height: 800 });
  await tab.goto('/encounters');
  await onScreen(tab, 'Lần khám');
  await tab.getByRole('main').getByRole('link', { name: 'Kết quả', exact: true }).click();
  await onScreen(tab, 'Kết quả');
  const newest = tab
    .getByRole('list', { name: 'Kết quả' })
    .getByRole('listitem')
    .filter({ hasText: /trong khoảng/ });
  await newest.first().getByRole('link').first().click();

  // reached in two taps; the sentences at the top say what the result means
  const report = tab.getByRole('main').getByRole('region').first();
  await expect(report).toContainText(/\d (?:ngoài|trong) khoảng/);
  await expect(report).toContainText(/bình thường\.|trong khoảng tham chiếu\.|thấp\.|cao\.|có thể thay đổi\./);
  expect(await tab.getByRole('main').innerText()).not.toMatch(NONSENSE);

  await openAll(tab);
  await tab.getByText('Nghĩa là gì?').first().click();
  await expect(tab.getByText('chưa được bác sĩ duyệt').first()).toBeVisible();
  await tab
    .getByRole('button', { name: /^Hỏi bác sĩ điều này/ })
    .first()
    .click();
  await expect(tab.getByText(/Đã ghi vào câu hỏi cho lần khám tới/)).toBeVisible();
  const kept = tab.getByRole('heading', { name: /^Câu hỏi cho lần khám tới/ });
  await expect(kept).toBeVisible();
  await tab.getByRole('button', { name: 'Hoàn tác' }).click();
  await expect(kept).toHaveCount(0);
});

test('one test through time names its laboratories', async ({ tab }) => {
  await tab.goto('/results?show=laboratory');
  await onScreen(tab, 'Kết quả');
  await tab.getByRole('list', { name: 'Kết quả' }).getByRole('link').first().click();
  await openAll(tab);
  await tab
    .getByRole('link', { name: /^Theo thời gian: / })
    .first()
    .click();
  await expect(tab.getByRole('heading', { level: 1, name: /theo thời gian$/ })).toBeVisible();
  await expect(tab.getByRole('main').getByRole('listitem').first()).toContainText(/\d.*\d{2}\/\d{2}\/\d{4} · \S/s);
});

test('the summary of a full record is one sheet of A4', async ({ tab }) => {
  const words = (index: number) => ({ text: `Mục số ${index} với một cái tên khá dài` });
  const active = { clinicalStatus: { coding: [{ code: 'active' }] } };
  const full: Readonly<Record<string, (index: number) => object>> = {
    AllergyIntolerance: (index) => ({
      code: words(index),
      ...active,
      reaction: [{ manifestation: [{ text: 'mề đay' }] }],
    }),
    Condition: (index) => ({ code: words(index), ...active, onsetDateTime: '2015-05', severity: { text: 'Vừa' } }),
    MedicationStatement: (index) => ({
      status: 'active',
      medicationCodeableConcept: words(index),
      dosage: [{ text: 'Ngày uống 2 lần, mỗi lần 1 viên sau ăn sáng và tối' }],
    }),
    MedicationRequest: (index) => ({
      status: 'active',
      intent: 'order',
      medicationCodeableConcept: words(index + 100),
      dosageInstruction: [{ text: 'Ngày 1 viên trước khi ngủ' }],
    }),
    CarePlan: (index) => ({ status: 'active', intent: 'plan', title: `Kế hoạch ${index}` }),
    Goal: (index) => ({ lifecycleStatus: 'active', description: { text: `Mục tiêu ${index}` } }),
  };
  await readOneByOne(tab);
  await tab.route(/\/fhir\/Patient\/[^/?]+\/\w+/, (route) => {
    const type = /\/fhir\/Patient\/[^/?]+\/(\w+)/.exec(route.request().url())?.[1] ?? '';
    const of = full[type];
    const entry = Array.from({ length: 40 }, (_, index) => ({
      resource: { resourceType: type, id: `full-${index}`, ...of?.(index) },
    }));
    return of === undefined
      ? route.fallback()
      : route.fulfill({ json: { resourceType: 'Bundle', type: 'searchset', entry } });
  });
  await tab.goto('/summary');
  for (const part of ['Dị ứng', 'Bệnh', 'Thuốc đang dùng', 'Mục tiêu sức khỏe'])
    await expect(tab.getByRole('region', { name: part }).getByRole('listitem')).toHaveCount(40);
  const pdf = await tab.pdf({ preferCSSPageSize: true });
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
});
