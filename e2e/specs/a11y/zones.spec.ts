import { expect, openSignedIn, test } from '../../support/app.ts';

const ZONES = ['Asia/Ho_Chi_Minh', 'America/Los_Angeles', 'Pacific/Kiritimati', 'Asia/Kathmandu'] as const;

test('[I18N-05] calendar dates and appointments are the same wherever the device is; another zone is named', async ({ browser }) => {
  test.setTimeout(180_000);
  const seen: { zone: string; family: string[]; appointment: string; named: boolean }[] = [];
  for (const timezoneId of ZONES) {
    const page = await browser.newPage({ timezoneId, viewport: { width: 390, height: 844 } });
    await openSignedIn(page);
    await page.goto('/family');
    const members = page.getByRole('list', { name: 'Thành viên gia đình' }).getByRole('listitem');
    await expect(members).toHaveCount(3);
    const family = (await members.allInnerTexts()).map((text) => /\d{2}\/\d{2}\/\d{4}/.exec(text)?.[0] ?? '');
    await page.goto('/appointments?show=all');
    // Other specs book meanwhile: only the past stays as it is.
    const row = page.locator('main a[href*="/appointment-details/"]').filter({ hasText: 'Hoàn thành' }).first();
    const text = await row.innerText();
    seen.push({ zone: timezoneId, family, appointment: /\d{2}:\d{2}–\d{2}:\d{2}, [^\n.]*\d{2}\/\d{2}\/\d{4}/.exec(text)?.[0] ?? text, named: /giờ/i.test(text) });
    await page.close();
  }
  const [home, ...others] = seen;
  expect(home?.family).toEqual(expect.arrayContaining([expect.stringMatching(/^\d{2}\/\d{2}\/\d{4}$/)]));
  for (const other of others) expect({ ...other, zone: home?.zone, named: home?.named }).toEqual(home);
  expect(home?.named).toBe(false);
  expect(others.map(({ named }) => named)).toEqual([true, true, true]);
});
