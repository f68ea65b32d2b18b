import { decodeJwt } from 'jose';
import { createBrowser, newPhone, PASSWORD, register, type Browser, type Tokens } from './browser.ts';
import { startTestBackend, type TestBackend } from './test-backend.ts';

const { jest } = import.meta;

// possibilities of the next person on a shared device, with everything that its browser has stored
let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend();
});
afterAll(() => backend.stop());

const SHARED = { shared_device: 'true' };
const userInfo = async (token: string) =>
  (await fetch(`${backend.urls.identity}/connect/userinfo`, { headers: { authorization: `Bearer ${token}` } })).status;
const tokensOf = async (browser: Browser, back: URL) =>
  (await (await browser.exchange(back.searchParams.get('code') ?? '')).json()) as Tokens;
const form = (values: Record<string, string>): RequestInit => ({ method: 'POST', body: new URLSearchParams(values) });

/** A person who signed in on a shared device and left without signing out. */
async function left(more: Readonly<Record<string, string>> = SHARED) {
  const phone = newPhone();
  await register(backend.config, phone);
  const browser = createBrowser(backend.config);
  const answered = await browser.postSignIn(await browser.toSignIn(more), phone, PASSWORD);
  return { phone, browser, answered, tokens: await tokensOf(browser, await browser.follow(answered)) };
}

const secondsLeft = async ({ access_token: token }: Tokens): Promise<number> =>
  Number(
    (
      await backend.platform.db.query(
        "select extract(epoch from expires_at - now()) as s from oidc_payload where model = 'Session' and uid = $1",
        [decodeJwt(token)['sid']],
      )
    )[0]?.['s'] ?? 0,
  );

describe('whoever comes next', () => {
  test('is asked for the password by every request, with or without the mark, and silently gets nothing', async () => {
    const { browser, tokens } = await left();
    for (const more of [SHARED, {}, { prompt: 'login' }])
      expect(await browser.toSignIn(more)).toMatch(/\/interaction\//);
    const silent = new URL(await browser.toSignIn({ prompt: 'none' }));
    expect([silent.searchParams.get('error'), silent.searchParams.get('code')]).toEqual(['login_required', null]);
    expect(await userInfo(tokens.access_token)).toBe(200);
  });

  test('finds no lasting cookie, none that identifies the person, and a page that keeps nothing typed', async () => {
    const browser = createBrowser(backend.config);
    const phone = newPhone();
    await register(backend.config, phone);
    const page = await browser.toSignIn(SHARED);
    expect(await (await browser.open(page)).text()).not.toMatch(/autocomplete="(username|current-password)"/);
    const signedIn = await browser.postSignIn(page, phone, PASSWORD);
    const resumed = await browser.open(signedIn.headers.get('location') ?? '');
    expect(signedIn.headers.getSetCookie().filter((line) => line.includes('phr-device'))).toEqual([]);
    const session = resumed.headers.getSetCookie().filter((line) => line.startsWith('phr-session'));
    expect(session).not.toHaveLength(0);
    for (const line of session) expect(line).not.toMatch(/expires=(?!Thu, 01 Jan 1970)|max-age/i);
  });

  test('sees no devices or linked pages without the password; with it, sees one page once', async () => {
    const { browser, phone } = await left();
    for (const page of ['sessions', 'partners']) {
      const text = await (await browser.open(`/account/${page}`)).text();
      expect(text).toContain('Vui lòng nhập mật khẩu để xem trang này');
      expect(text).not.toMatch(/Đăng nhập lúc|class="sessions"/);
    }
    expect(await (await browser.open('/account/sessions', form({ session: 'others' }))).text()).toContain(
      'Vui lòng nhập mật khẩu',
    );
    const wrong = await browser.open('/account/password', form({ page: 'sessions', password: 'not hers' }));
    expect([wrong.status, (await wrong.text()).includes('không đúng')]).toEqual([401, true]);

    const other = createBrowser(backend.config);
    const elsewhere = await tokensOf(other, await other.signIn(phone));
    const right = await browser.open('/account/password', form({ page: 'sessions', password: PASSWORD }));
    expect([right.status, right.headers.get('location')]).toEqual([303, '/account/sessions?lang=vi']);
    const shown = await (await browser.open('/account/sessions')).text();
    expect(shown).toContain('Đăng nhập lúc');
    expect(await (await browser.open('/account/sessions')).text()).toContain('Vui lòng nhập mật khẩu');
    const proof = /name="proof" value="([^"]+)"/.exec(shown)?.[1] ?? '';
    expect(await (await browser.open('/account/sessions', form({ session: 'others', proof }))).text()).toContain(
      'Đã đăng xuất thiết bị',
    );
    expect(await userInfo(elsewhere.access_token)).toBe(401);
    // one session's proof is invalid for another
    const { browser: stranger } = await left();
    expect(await (await stranger.open('/account/sessions', form({ session: 'others', proof }))).text()).toContain(
      'Vui lòng nhập mật khẩu',
    );
  });

  test('ends no agreement without the password; its proof is for one purpose and lasts five minutes', async () => {
    const { browser, phone } = await left();
    const other = createBrowser(backend.config);
    await tokensOf(other, await other.signIn(phone));
    const link = 'PartnerLink/1';
    expect(await (await browser.open('/account/partners', form({ link }))).text()).toContain('Vui lòng nhập mật khẩu');
    const right = await browser.open('/account/password', form({ page: 'partners', password: PASSWORD }));
    const ofPage =
      right.headers.getSetCookie().flatMap((line) => /^phr-answered=([^;]+)/.exec(line)?.[1] ?? [])[0] ?? '';
    expect(ofPage).not.toBe('');
    expect(await (await browser.open('/account/partners', form({ link, proof: ofPage }))).text()).toContain(
      'Vui lòng nhập mật khẩu',
    );
    const proof =
      /name="proof" value="([^"]+)"/.exec(await (await browser.open('/account/sessions')).text())?.[1] ?? '';
    const ends = async () => (await browser.open('/account/sessions', form({ session: 'others', proof }))).text();
    expect(await ends()).toContain('Đã đăng xuất thiết bị');
    const clock = jest
      .spyOn(Date, 'now')
      .mockImplementation(() => performance.timeOrigin + performance.now() + 301_000);
    try {
      expect(await ends()).toContain('Vui lòng nhập mật khẩu');
    } finally {
      clock.mockRestore();
    }
  });

  test('guesses no password at the account’s page: it is locked as the sign-in is, for the right one too', async () => {
    const { browser } = await left();
    const most = backend.config.limits.lockAfterFailures;
    const answers: number[] = [];
    for (let tries = 0; tries < most; tries += 1)
      answers.push(
        (await browser.open('/account/password', form({ page: 'sessions', password: `guess ${tries}` }))).status,
      );
    expect(answers).toEqual([...Array(most - 1).fill(401), 423]);
    expect((await browser.open('/account/password', form({ page: 'sessions', password: PASSWORD }))).status).toBe(423);
    expect(await (await browser.open('/account/sessions')).text()).toContain('Vui lòng nhập mật khẩu');
  });
});

test('ten idle minutes end the session and its tokens; a refresh counts as use, opening pages does not', async () => {
  const { browser, tokens } = await left();
  expect(await secondsLeft(tokens)).toBeCloseTo(600, -1);
  expect(tokens.expires_in).toBe(60);
  const sid = decodeJwt(tokens.access_token)['sid'];
  await backend.platform.db.query(
    "update oidc_payload set expires_at = now() + interval '100 seconds' where model = 'Session' and uid = $1",
    [sid],
  );
  await browser.toSignIn();
  await browser.open('/account/sessions');
  expect(await secondsLeft(tokens)).toBeLessThanOrEqual(100);
  const next = (await (await browser.refresh(tokens.refresh_token)).json()) as Tokens;
  expect(next.expires_in).toBe(60);
  expect(await secondsLeft(tokens)).toBeCloseTo(600, -1);

  await backend.platform.db.query("update oidc_payload set expires_at = now() where model = 'Session' and uid = $1", [
    sid,
  ]);
  expect((await browser.refresh(next.refresh_token)).status).toBe(400);
  expect(await userInfo(next.access_token)).toBe(401);
});

describe('the app learns it from the id token', () => {
  const claim = ({ id_token: token }: Tokens) => decodeJwt(token)['shared_device'];

  test('whether it has said so itself, or the person ticked it on the page; a refresh tells the same', async () => {
    const { tokens, browser } = await left();
    expect(claim(tokens)).toBe(true);
    expect(claim((await (await browser.refresh(tokens.refresh_token)).json()) as Tokens)).toBe(true);

    const phone = newPhone();
    await register(backend.config, phone);
    const other = createBrowser(backend.config);
    const page = await other.toSignIn();
    expect(await (await other.open(page)).text()).toMatch(/type="checkbox" id="shared"/);
    const missing = await other.open(page, form({ userName: phone, password: '', shared: 'yes' }));
    expect(await missing.text()).toMatch(/id="shared"[^>]*checked/);
    const ticked = await tokensOf(
      other,
      await other.follow(await other.open(page, form({ userName: phone, password: PASSWORD, shared: 'yes' }))),
    );
    expect([claim(ticked), ticked.expires_in]).toEqual([true, 60]);
  });

  test("a session on a person's own device is unchanged: no claim, full life, silent sign-in of new tabs", async () => {
    const { tokens, browser } = await left({});
    expect([claim(tokens), tokens.expires_in]).toEqual([undefined, 1_800]);
    expect(new URL(await browser.toSignIn({ prompt: 'none' })).searchParams.get('code')).not.toBeNull();
  });
});

test('signing in again without the mark gives the same person a new session and ends the shared one', async () => {
  const { phone, browser, tokens } = await left();
  const own = await tokensOf(browser, await browser.signIn(phone));
  expect(decodeJwt(own.id_token)['shared_device']).toBeUndefined();
  expect([await userInfo(tokens.access_token), await userInfo(own.access_token)]).toEqual([401, 200]);
  // and the other way round
  const again = await tokensOf(
    browser,
    await browser.follow(
      await browser.postSignIn(await browser.toSignIn({ ...SHARED, prompt: 'login' }), phone, PASSWORD),
    ),
  );
  expect(decodeJwt(again.id_token)['shared_device']).toBe(true);
  expect(await userInfo(own.access_token)).toBe(401);
  expect(new URL(await browser.toSignIn({ prompt: 'none' })).searchParams.get('error')).toBe('login_required');
});
