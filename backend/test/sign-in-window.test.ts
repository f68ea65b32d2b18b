import { createBrowser, lastCode, newPhone, PASSWORD, prove, register } from './browser.ts';
import { startTestBackend, type TestBackend } from './test-backend.ts';

// the identity service's page may be in a window beside the app: whatever a person does there, that window never
// becomes a second app
let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend();
});
afterAll(() => backend.stop());

const form = (values: Record<string, string>): RequestInit => ({ method: 'POST', body: new URLSearchParams(values) });
const linkTo = (page: string, start: string) =>
  new RegExp(`href="(${start}[^"]*)"`).exec(page)?.[1]?.replaceAll('&amp;', '&') ?? '';

test('a forgotten password is changed during sign-in, which goes on, even if somebody was signed in', async () => {
  const phone = newPhone();
  await register(backend.config, phone);
  await prove(backend, phone);
  const browser = createBrowser(backend.config);
  await browser.signIn(phone);
  const signIn = await browser.toSignIn({ prompt: 'login' });
  const forgot = linkTo(await (await browser.open(signIn)).text(), `${backend.urls.identity}/account/forgot-password`);
  const first = await (await browser.open(forgot)).text();
  const interaction = /name="interaction" value="([^"]+)"/.exec(first)?.[1] ?? '';
  expect(signIn).toContain(interaction);
  // the other language leads back to the same sign-in
  expect(await (await browser.open(linkTo(first, '/account/forgot-password'))).text()).toContain(
    `name="interaction" value="${interaction}"`,
  );

  const second = await (await browser.open('/account/forgot-password', form({ userName: phone, interaction }))).text();
  const codeId = /name="codeId" value="([^"]+)"/.exec(second)?.[1] ?? '';
  const done = await (
    await browser.open(
      '/account/reset-password',
      form({ codeId, interaction, code: await lastCode(backend.config, phone), next: 'mới-2026', repeat: 'mới-2026' }),
    )
  ).text();
  expect(done).toContain('Đã đổi mật khẩu');
  // a number that was never confirmed has no password to change: the way to a new account leaves the window by the
  // sign-in, too
  expect(second).toContain(`action="/interaction/${interaction}/create-account"`);
  for (const page of [first, second, done]) expect(page).not.toContain(`href="${backend.urls.shell}/"`);
  const back = linkTo(done, '/interaction/');
  expect((await browser.open(back)).status).toBe(200);
  const app = await browser.follow(await browser.postSignIn(back, phone, 'mới-2026'));
  expect([app.pathname, app.searchParams.get('state'), app.searchParams.get('code')]).toEqual([
    '/auth-cb',
    'x'.repeat(30),
    expect.stringMatching(/./),
  ]);
});

test('a page for a forgotten password that no sign-in has led to goes back to the app', async () => {
  for (const query of ['', '?interaction=%22%3E', '?interaction=a&interaction=b']) {
    const page = await (await createBrowser(backend.config).open(`/account/forgot-password${query}`)).text();
    expect(page).toContain(`href="${backend.urls.shell}/"`);
    expect(page).not.toContain('name="interaction"');
  }
});

test('who wants an account is answered to the app in the window that waits, and the sign-in is over', async () => {
  const browser = createBrowser(backend.config);
  const signIn = await browser.toSignIn();
  expect(await (await browser.open(signIn)).text()).toContain(
    `action="${new URL(signIn, backend.urls.identity).pathname}/create-account"`,
  );
  const foreign = await browser.open(`${signIn}/create-account`, {
    ...form({}),
    headers: { origin: 'http://evil.test' },
  });
  expect(foreign.status).toBe(400);
  const app = await browser.follow(await browser.open(`${signIn}/create-account`, form({})));
  expect([app.pathname, app.searchParams.get('error'), app.searchParams.get('state')]).toEqual([
    '/auth-cb',
    'create_account',
    'x'.repeat(30),
  ]);
  expect((await browser.postSignIn(signIn, newPhone(), PASSWORD)).status).toBe(400);
});

test("a dead sign-in is handed to the app's callback; a live one is led back to", async () => {
  const browser = createBrowser(backend.config);
  const signIn = new URL(await browser.toSignIn(), backend.urls.identity).pathname;
  const stranger = createBrowser(backend.config);
  const ends = [
    ...(await Promise.all(
      ['', '/number', '/number-code', '/number-later', '/consent', '/create-account'].map((step) =>
        stranger.open(`${signIn}${step}`, form({ lang: 'vi', answer: 'yes', codeId: crypto.randomUUID() })),
      ),
    )),
    await stranger.open(signIn),
    await stranger.open('/interaction/none'),
    await stranger.open(`/connect/authorize/${signIn.split('/').at(-1) ?? ''}`),
    await stranger.open('/connect/authorize?client_id=nobody'),
  ];
  for (const answer of ends) {
    const page = await answer.text();
    expect([answer.status, linkTo(page, backend.urls.shell)]).toEqual([
      400,
      expect.stringMatching(/\/auth-cb\?error=signin_(?:expired|failed)$/),
    ]);
    expect(page.match(new RegExp(`href="${backend.urls.shell}`, 'g'))).toHaveLength(1);
  }
  const foreign = await browser.open(signIn, { ...form({}), headers: { origin: 'http://evil.test' } });
  const page = await foreign.text();
  expect([foreign.status, linkTo(page, '/interaction/').split('?')[0]]).toEqual([403, signIn]);
  expect(page).not.toContain(`href="${backend.urls.shell}`);
});
