import { IDENTITY, SHELL } from '../../support/addresses.ts';
import { expect, onScreen, signIn, proves, test } from '../../support/app.ts';
import { viewMother } from '../../support/ids.ts';
import { sealedTexts } from '../../support/sealed.ts';

test('[BACK-01, ROUTE-01, ROUTE-11, AUTH-01, AUTH-02, AUTH-05, AUTH-12, CALL-05, CALL-06, CALL-07] sign-in', async ({
  page,
  faults,
}) => {
  const calls: URL[] = [];
  page.context().on('request', (request) => calls.push(new URL(request.url())));
  await signIn(page);
  await onScreen(page, /./);
  await expect(page).toHaveURL(`${SHELL}/dashboard`);

  await proves('ROUTE-08', () =>
    expect(calls.some(({ origin, pathname }) => origin === SHELL && pathname === '/auth-cb')).toBe(true),
  );
  const authorize = calls.find(({ origin, pathname }) => origin === IDENTITY && pathname === '/connect/authorize');
  expect(authorize?.searchParams.get('response_type')).toBe('code');
  expect(authorize?.searchParams.get('code_challenge_method')).toBe('S256');
  expect(authorize?.searchParams.get('state')).toHaveLength(30);
  expect(authorize?.searchParams.get('scope')?.split(' ').sort()).toEqual([
    'email',
    'fhir_api',
    'med_profile',
    'offline_access',
    'one_user_ids_app_api',
    'openid',
    'phone',
    'profile',
  ]);
  expect(calls.some(({ pathname }) => pathname === '/.well-known/openid-configuration')).toBe(true);
  expect(calls.some(({ pathname }) => pathname === '/connect/token')).toBe(true);
  expect(faults.policy).toEqual([]);
});

test('[AUTH-26, SEC-05] the token is in session storage only: no address, cookie, title or global', async ({ app }) => {
  const found = await app.evaluate(() => {
    const token = /eyJ[\w-]+\.[\w-]+\.[\w-]+/;
    const places: string[] = [];
    for (const [name, storage] of [
      ['local', localStorage],
      ['session', sessionStorage],
    ] as const) {
      for (const key of Object.keys(storage)) if (token.test(storage.getItem(key) ?? '')) places.push(`${name}:${key}`);
    }
    if (token.test(document.cookie)) places.push('cookie');
    if (token.test(location.href) || token.test(document.title) || token.test(document.documentElement.outerHTML))
      places.push('page');
    for (const key of Object.keys(window).filter((name) => !/^(?:session|local)Storage$/.test(name))) {
      try {
        if (token.test(JSON.stringify((window as unknown as Record<string, unknown>)[key]) ?? ''))
          places.push(`window.${key}`);
      } catch {
        /* not serialisable, so it contains no token */
      }
    }
    return places;
  });
  expect(found).toHaveLength(1);
  expect(found[0]).toMatch(/^session:/);
  expect(app.url()).not.toMatch(/code=|state=|token/);
});

test('[ROUTE-84] a wanted screen opens after sign-in; without a token only the signed-out set is shown', async ({
  page,
}) => {
  await page.goto('/encounters');
  await expect(page).toHaveURL(/\/signin/);
  await expect(page.getByText('Lịch sử điều trị')).toHaveCount(0);
  await signIn(page, '/encounters');
  await expect(page).toHaveURL(`${SHELL}/encounters`);
  await onScreen(page, 'Lần khám');
});

test('[AUTH-26] a reload stays signed in, and the screen and its address stay the same', async ({ app }) => {
  await app.goto('/health-indexes');
  await onScreen(app, 'Chỉ số');
  await app.reload();
  await onScreen(app, 'Chỉ số');
});

test('a new tab of the same browser signs in by itself', async ({ app }) => {
  const second = await app.context().newPage();
  await second.goto('/health-indexes');
  await onScreen(second, 'Chỉ số');
});

test('[NAV-34, NAV-35, AUTH-21, MENU-02] sign-out ends the session at the identity service and in all tabs', async ({
  app,
}) => {
  const second = await app.context().newPage();
  await second.goto('/health-indexes');
  await onScreen(second, 'Chỉ số');
  const ended = app.waitForRequest((request) => new URL(request.url()).pathname === '/connect/endsession');
  await app.getByRole('button', { name: 'Đăng xuất' }).first().click();
  await app.getByRole('alertdialog').getByRole('button', { name: 'Đăng xuất' }).click();
  const address = new URL((await ended).url());
  expect(address.searchParams.get('id_token_hint')).toMatch(/^eyJ/);
  await expect(app.getByRole('button', { name: 'Đăng nhập' })).toBeVisible({ timeout: 15_000 });
  await expect(second.getByRole('button', { name: 'Đăng nhập' })).toBeVisible({ timeout: 15_000 });
  expect(
    await second.evaluate(() =>
      Object.keys(sessionStorage).filter((key) => /eyJ/.test(sessionStorage.getItem(key) ?? '')),
    ),
  ).toEqual([]);
});

test('[AUTH-21] after a sign-out the password is asked for, and the next person sees nothing of the last', async ({
  app,
}) => {
  const before = /TRẦN MINH CHÂU|NGUYỄN THỊ ÁNH|TRẦN AN KHANG/;
  await viewMother(app);
  await app.getByRole('button', { name: 'Đăng xuất' }).first().click();
  await app.getByRole('alertdialog').getByRole('button', { name: 'Đăng xuất' }).click();
  await expect(app.getByRole('button', { name: 'Đăng nhập' })).toBeVisible({ timeout: 15_000 });
  expect(Object.keys(await sealedTexts(app, 'localStorage')).filter((name) => !name.startsWith('phr.device.'))).toEqual(
    [],
  );
  const kept = await app.evaluate(async () => [
    ...Object.keys(localStorage),
    ...Object.keys(sessionStorage),
    ...(await indexedDB.databases()).map(({ name }) => name ?? ''),
  ]);
  expect(
    kept.filter((name) => /^phr\.(?:context|verifying|session|clock|vault|tab|wanted|sealed\.tab)\b/.test(name)),
  ).toEqual([]);

  const opens = app.waitForEvent('popup');
  await app.getByRole('button', { name: 'Đăng nhập' }).click();
  const identity = await opens;
  await expect(identity.getByLabel('Mật khẩu')).toBeVisible();
  await identity.close();
  await signIn(app, '/family', { user: '0907654321', password: 'phr-demo-2026' });
  await expect(app.getByText('LÊ QUỐC BẢO').first()).toBeVisible();
  for (const path of ['/family', '/dashboard', '/encounters', '/health-indexes']) {
    await app.goto(path);
    await expect(app.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(app.getByText(before)).toHaveCount(0);
  }
});

test('a callback that this tab did not start asks for no token and says what to do', async ({ page }) => {
  const tokens: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/connect/token')) tokens.push(request.url());
  });
  await page.goto('/auth-cb?code=stolen&state=123456789012345678901234567890');
  await expect(page.getByText('Có lỗi xảy ra').first()).toBeVisible();
  expect(tokens).toEqual([]);
  expect(page.url()).not.toContain('stolen');
});
