import { SHELL } from '../../support/addresses.ts';
import { expect, onScreen, openSignedIn, signIn, test } from '../../support/app.ts';
import { mainPatientId, motherId, viewMother } from '../../support/ids.ts';
import { newAccount, register, signInNarrow } from '../../support/person.ts';
import { readableTexts, sealedTexts } from '../../support/sealed.ts';

// Browser storage read without the key reveals no visited screen, input, id or phone number.

const WANTED = '/encounters?q=ung%20th%C6%B0%20v%C3%BA&from=2026-11-01';

for (const width of [390, 1_184]) {
  test(`at ${width} px what a person came for waits unreadable while she signs in, and all of it comes back`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(WANTED);
    await expect(page).toHaveURL(`${SHELL}/signin`);
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('phr.sealed'))).not.toBeNull();
    expect(await readableTexts(page)).not.toMatch(/encounters|ung th|2026-11-01|wanted/i);
    // Survives a reload and a visit to another site.
    await page.reload();
    await signIn(page, page.url());
    await expect(page).toHaveURL(`${SHELL}${WANTED}`);
    await onScreen(page, 'Lần khám');
    expect(await sealedTexts(page, 'sessionStorage')).toEqual({});
  });
}

test('a place in a record that waits for its person names nobody', async ({ page }) => {
  await openSignedIn(page);
  const mother = await motherId(page);
  await page.context().clearCookies();
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(`/patient-consent-details/00000000-0000-4000-8000-000000000000/${mother}`);
  await expect(page).toHaveURL(`${SHELL}/signin`);
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('phr.sealed'))).not.toBeNull();
  const texts = await readableTexts(page);
  expect(texts).not.toContain(mother);
  expect(texts).not.toContain('consent');
  // The app can decrypt with the key, but the key cannot be exported.
  expect(Object.keys(await sealedTexts(page, 'sessionStorage'))).toEqual(['phr.wanted']);
  const exported = page.evaluate(async () => {
    const { key } = JSON.parse(sessionStorage.getItem('phr.sealed') ?? '') as { readonly key: string };
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open(key);
      request.onsuccess = () => resolve(request.result);
    });
    const kept = await new Promise<CryptoKey>((resolve) => {
      const request = database.transaction('key').objectStore('key').get('aes');
      request.onsuccess = () => resolve(request.result as CryptoKey);
    });
    await crypto.subtle.exportKey('raw', kept);
  });
  await expect(exported).rejects.toThrow(/not extractable/);
});

test('two tabs wait for two different places, and each person comes to hers', async ({ page, context }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  const other = await context.newPage();
  await other.setViewportSize({ width: 390, height: 800 });
  await page.goto('/encounters');
  await other.goto('/family');
  for (const tab of [page, other]) await expect(tab).toHaveURL(`${SHELL}/signin`);
  await signIn(page, page.url());
  await expect(page).toHaveURL(`${SHELL}/encounters`);
  await other.reload();
  await expect(other).toHaveURL(`${SHELL}/family`);
});

test('where the browser keeps no databases nothing readable is kept, and the sign-in goes on', async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(window, 'indexedDB', {
      value: {
        open() {
          throw new DOMException('private', 'InvalidStateError');
        },
        databases: async () => [],
      },
    }),
  );
  await page.goto('/encounters');
  await expect(page).toHaveURL(`${SHELL}/signin`);
  await expect(page.getByRole('button', { name: 'Đăng nhập', exact: true })).toBeEnabled();
  expect(await readableTexts(page)).not.toMatch(/encounters/);
  // The sign-in popup leaves the page's state alone.
  const opens = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Đăng nhập', exact: true }).click();
  const window = await opens;
  await window.getByLabel('Số điện thoại').fill('0901234567');
  await window.getByLabel('Mật khẩu').fill('phr-demo-2026');
  await window.getByRole('button', { name: 'Đăng nhập', exact: true }).click();
  await expect(page).toHaveURL(`${SHELL}/encounters`, { timeout: 20_000 });
});

test('[SIGN-14] the unverified number and the last opened record are never stored in the clear', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  const account = newAccount();
  await page.goto('/quick-in?t=F0H&e=E1&o=O1');
  await page.getByRole('textbox', { name: 'Ngày sinh' }).fill('14/03/1985');
  await register(page, account);
  await expect(page).toHaveURL(/\/signin/);
  await expect
    .poll(async () => Object.keys(await sealedTexts(page, 'localStorage')).toSorted())
    .toEqual([`phr.signup.${account.user}`, `phr.verifying.${account.user}`]);
  expect(await readableTexts(page)).not.toMatch(new RegExp(`${account.user.slice(1)}|F0H`));
  await signInNarrow(page, account);
  await onScreen(page, 'Bạn chưa có hồ sơ');
  expect(Object.keys(await sealedTexts(page, 'localStorage'))).toContain(`phr.signup.${account.user}`);
});

test('[FAM-02] whose record was open last is kept for the next time, and cannot be read from the storage', async ({
  page,
}) => {
  await openSignedIn(page);
  const own = await mainPatientId(page);
  const mother = await viewMother(page);
  await expect.poll(() => sealedTexts(page, 'localStorage')).toMatchObject({ [`phr.context.${own}`]: mother });
  // The token identifies its person, so it is stored in this tab only and deleted with it (AUTH-26).
  await page.evaluate(() => sessionStorage.removeItem('phr.session'));
  const texts = await readableTexts(page);
  for (const id of [own, mother]) expect(texts).not.toContain(id);
});
