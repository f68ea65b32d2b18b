import { resolve } from '@phr/loader/resolve';
import { registryOf } from '@phr/testing/registry-of';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { makeTeamKeys } from '../src/releases/team-keys.ts';
import { cohortsOf, joinCohort, leaveCohort, listCohorts } from '../src/identity/cohorts.ts';
import { createOneTimeCodes } from '../src/identity/one-time-codes.ts';
import { rotateKeys } from '../src/app/rotate-keys.ts';
import {
  createBrowser,
  lastCode,
  newPerson,
  newPhone,
  PASSWORD,
  prove,
  register,
  SCOPE,
  signedIn,
  type Tokens,
} from './browser.ts';
import { freePort } from '../src/kit/free-port.ts';
import { resigned } from './forge.ts';
import { follow } from './socket.ts';
import { startTestBackend, type TestBackend } from './test-backend.ts';

/** Operates the installation. */
const OPERATOR = '0987650001';
let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend({
    LOCK_SECONDS: '600',
    TRUST_PROXY: '1',
    RELEASES_PORT: String(await freePort()),
    OPERATORS: `0987 650 009, ${OPERATOR}`,
  });
});
afterAll(() => backend.stop());

const NOTES = {
  name: 'mfe-notes',
  contract: '^1.0.0',
  access: 'signed-in',
  routes: [],
  slots: [],
  calls: [],
} as const;
const browser = () => createBrowser(backend.config);
const userInfo = (token: string) =>
  fetch(`${backend.urls.identity}/connect/userinfo`, { headers: { authorization: `Bearer ${token}` } });
const json = async (response: Response): Promise<Record<string, unknown>> =>
  (await response.json()) as Record<string, unknown>;

describe('operators', () => {
  /** Opens the operators' pages, signing in on the way; returns the resulting page. */
  const operate = async (userName: string, tab = browser()) => {
    const origin = backend.config.ops?.origin ?? '';
    let answer = await tab.open(`${origin}/ops/modules`);
    for (let hop = 0; hop < 10 && answer.status === 303; hop += 1) {
      const to = new URL(answer.headers.get('location') ?? '', answer.url).href;
      answer = /\/interaction\/[^/]+$/.test(to) ? await tab.postSignIn(to, userName, PASSWORD) : await tab.open(to);
    }
    return { tab, answer, text: await answer.text() };
  };

  test('one whose proven number the settings name operates; others, and her token elsewhere, may nothing', async () => {
    await register(backend.config, OPERATOR);
    expect((await operate(OPERATOR)).answer.status).toBe(403);
    // the form of the sign-in ends at these pages
    const { headers } = await browser().open(await browser().toSignIn());
    expect(headers.get('content-security-policy')).toContain(` ${backend.config.ops?.origin}; base-uri`);
    await prove(backend, OPERATOR);
    const { tab, answer, text } = await operate(OPERATOR);
    expect([answer.status, text.includes('<h1>Phân hệ ở local</h1>')]).toEqual([200, true]);
    expect((await operate(OPERATOR, tab)).answer.status).toBe(200);
    const other = await newPerson(backend.config);
    const refused = await operate(other.phone, other.browser);
    expect([refused.answer.status, refused.text.includes('Bạn không có quyền vận hành')]).toEqual([403, true]);
    // the app's own token of the operator opens nothing there, whatever it requests
    const app = await signedIn(backend.config, OPERATOR);
    const wide = await app.browser.follow(
      await app.browser.open(app.browser.authorizeUrl({ scope: `${SCOPE} phr.ops` })),
    );
    const asked = (await json(await app.browser.exchange(wide.searchParams.get('code') ?? ''))) as unknown as Tokens;
    for (const { access_token } of [app.tokens, asked]) {
      expect(String(decodeJwt(access_token)['scope'])).toContain('fhir_api');
      expect(decodeJwt(access_token)['scope']).not.toContain('phr.ops');
    }
  });

  test("an answer of the identity service that is not that of this browser's question opens nothing", async () => {
    const origin = backend.config.ops?.origin ?? '';
    for (const query of ['', '?code=x&state=y', '?error=access_denied'])
      expect((await browser().open(`${origin}/ops/callback${query}`)).status).toBe(400);
    const tab = browser();
    await tab.open(`${origin}/ops/modules`);
    const answer = await tab.open(`${origin}/ops/callback?code=x&state=${'y'.repeat(32)}`);
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([400, []]);
  });
});

describe('discovery and authorization', () => {
  test('[CALL-05] discovery names exactly what is offered', async () => {
    const found = await json(await fetch(`${backend.urls.identity}/.well-known/openid-configuration`));
    expect(found).toMatchObject({
      issuer: backend.urls.identity,
      authorization_endpoint: `${backend.urls.identity}/connect/authorize`,
      token_endpoint: `${backend.urls.identity}/connect/token`,
      userinfo_endpoint: `${backend.urls.identity}/connect/userinfo`,
      end_session_endpoint: `${backend.urls.identity}/connect/endsession`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      grant_types_supported: ['authorization_code', 'refresh_token', 'urn:phr:params:oauth:grant-type:handoff'],
      scopes_supported: SCOPE.split(' '),
    });
  });

  test('[CALL-06] (2) PKCE with S256 is needed: without it, or with plain, there is no code', async () => {
    for (const more of [
      { code_challenge: undefined, code_challenge_method: undefined },
      { code_challenge: 'a'.repeat(43), code_challenge_method: 'plain' },
    ]) {
      const answer = await browser().open(browser().authorizeUrl(more));
      const back = new URL(answer.headers.get('location') ?? '');
      expect(back.searchParams.get('error')).toBe('invalid_request');
      expect(back.searchParams.get('code')).toBeNull();
    }
  });

  test('(3) a foreign redirect address gets an error page and no redirect', async () => {
    for (const redirect_uri of [
      'http://evil.test/auth-cb',
      `${backend.urls.shell}/auth-cb/`,
      `${backend.urls.shell}.evil.test/auth-cb`,
      `${backend.urls.shell}/auth-cb?x=1`,
    ]) {
      const answer = await browser().open(browser().authorizeUrl({ redirect_uri }));
      expect(answer.status).toBe(400);
      expect(answer.headers.get('location')).toBeNull();
      expect(await answer.text()).toContain('Yêu cầu đăng nhập không hợp lệ');
    }
  });

  test('(1) the implicit and hybrid flows and the password grant are refused', async () => {
    for (const response_type of ['token', 'id_token', 'code id_token']) {
      const answer = await browser().open(browser().authorizeUrl({ response_type, nonce: 'n' }));
      const location = answer.headers.get('location') ?? '';
      expect(location).not.toMatch(/[#?&](access_token|id_token|code)=/);
      expect([response_type, location]).toEqual([
        response_type,
        expect.stringMatching(/[#?&]error=(unsupported_response_type|unauthorized_client)/),
      ]);
    }
    const answer = await fetch(`${backend.urls.identity}/connect/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'password', client_id: 'phr-web', username: 'a', password: 'b' }),
    });
    expect([answer.status, await json(answer)]).toEqual([
      400,
      expect.objectContaining({ error: 'unsupported_grant_type' }),
    ]);
  });

  test('prompt=none without a session says login_required to the app', async () => {
    const answer = await browser().open(browser().authorizeUrl({ prompt: 'none' }));
    expect(new URL(answer.headers.get('location') ?? '').searchParams.get('error')).toBe('login_required');
  });

  test('prompt=none with a session signs a new tab in silently', async () => {
    const { browser: same } = await newPerson(backend.config);
    const back = await same.follow(await same.open(same.authorizeUrl({ prompt: 'none' })));
    expect(back.pathname).toBe('/auth-cb');
    expect(back.searchParams.get('code')).not.toBeNull();
    expect(back.searchParams.get('state')).toBe('x'.repeat(30));
  });

  test('prompt=login always asks; if another person answers, the earlier session and its tokens end', async () => {
    const { browser: shared, tokens: first, phone } = await newPerson(backend.config);
    const other = newPhone();
    await register(backend.config, other);
    const asked = async (who: string): Promise<Tokens> => {
      const back = await shared.follow(
        await shared.postSignIn(await shared.toSignIn({ prompt: 'login' }), who, PASSWORD),
      );
      return (await (await shared.exchange(back.searchParams.get('code') ?? '')).json()) as Tokens;
    };
    const again = await asked(phone);
    expect(decodeJwt(again.access_token).sub).toBe(decodeJwt(first.access_token).sub);
    const second = await asked(other);
    expect(decodeJwt(second.access_token).sub).not.toBe(decodeJwt(first.access_token).sub);
    expect((await userInfo(second.access_token)).status).toBe(200);
    expect((await userInfo(again.access_token)).status).toBe(401);
    expect((await shared.refresh(again.refresh_token)).status).toBe(400);
    const silent = await shared.follow(await shared.open(shared.authorizeUrl({ prompt: 'none' })));
    expect(silent.searchParams.get('code')).not.toBeNull();
  });
});

describe('tokens', () => {
  test('[CALL-07][BACK-03] (4)(11) a code is exchanged once, with its verifier; a replay revokes its tokens', async () => {
    const phone = newPhone();
    await register(backend.config, phone);
    const one = browser();
    const wrong = await one.signIn(phone);
    expect((await one.exchange(wrong.searchParams.get('code') ?? '', { code_verifier: 'b'.repeat(43) })).status).toBe(
      400,
    );

    const back = await one.follow(await one.open(one.authorizeUrl()));
    expect(back.searchParams.get('iss')).toBe(backend.urls.identity);
    const code = back.searchParams.get('code') ?? '';
    const answer = await one.exchange(code);
    expect(answer.status).toBe(200);
    const tokens = (await answer.json()) as Tokens;
    expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 1_800 });
    expect((await one.exchange(code)).status).toBe(400);
    expect((await one.refresh(tokens.refresh_token)).status).toBe(400);
  });

  test("(12) the access token is a JWT for the APIs with the person's User id", async () => {
    const { tokens } = await newPerson(backend.config);
    expect(decodeProtectedHeader(tokens.access_token)).toMatchObject({ typ: 'at+jwt', alg: 'ES256' });
    const claims = decodeJwt(tokens.access_token);
    expect(claims).toMatchObject({ aud: 'urn:phr:api', iss: backend.urls.identity, box_user: expect.any(String) });
    expect(String(claims['scope']).split(' ').sort()).toEqual(
      SCOPE.split(' ')
        .filter((item) => item !== 'offline_access')
        .sort(),
    );
    expect(decodeJwt(tokens.id_token)).toMatchObject({
      aud: 'phr-web',
      box_user: claims['box_user'],
      phone_number_verified: false,
    });
  });

  test('a token names the groups of its person: a release goes to her, and to nobody else', async () => {
    const [member, other] = await Promise.all([newPerson(backend.config), newPerson(backend.config)]);
    const { db } = backend.platform;
    await expect(joinCohort(db, 'staff', member.phone)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const account = await prove(backend, member.phone);
    await expect(joinCohort(db, 'everybody', member.phone)).rejects.toMatchObject({ code: 'FORM_INPUT_INVALID' });
    for (const cohort of ['staff', 'team:notes', 'staff']) await joinCohort(db, cohort, `+84 ${member.phone.slice(1)}`);
    expect(await listCohorts(db)).toContainEqual({ cohort: 'team:notes', numbers: [member.phone] });
    const release = (version: string) => ({ version, container: '', entry: '', integrity: '', manifest: NOTES });
    const rollout = { percent: 0, salt: 'r', release: release('1.1.0') };
    const offer = { name: 'mfe-notes', enabled: true, loadTimeoutMs: 1, current: release('1.0.0'), rollout };
    const registry = registryOf([offer]);
    const modules = registry.modules.map((one) => ({
      ...one,
      rollouts: one.rollouts.map((first) => ({ ...first, cohorts: ['staff'] })),
    }));
    const versionFor = ({ access_token }: Tokens): string | undefined => {
      const cohorts = (decodeJwt(access_token)['phr_cohorts'] ?? []) as string[];
      const device = { key: 'k', contract: '1.0.0', bad: new Set<string>(), cohorts };
      return resolve({ ...registry, modules }, device)[0]?.candidates[0]?.release.version;
    };
    const next = async ({ browser, tokens }: Awaited<ReturnType<typeof newPerson>>): Promise<Tokens> =>
      (await (await browser.refresh(tokens.refresh_token)).json()) as Tokens;
    const first = await next(member);
    expect(decodeJwt(first.access_token)['phr_cohorts']).toEqual(['staff', 'team:notes']);
    expect([versionFor(first), versionFor(await next(other))]).toEqual(['1.1.0', '1.0.0']);
    expect(await leaveCohort(db, 'staff', member.phone)).toBe(true);
    expect(versionFor(await next({ ...member, tokens: first }))).toBe('1.0.0');
    // a key's developer belongs to the key's team
    const key = { team: 'beta', modules: ['mfe-notes'], environments: ['local'], actions: ['dev'], days: 1 };
    await makeTeamKeys(db, { ...key, developer: member.phone });
    expect(await cohortsOf(db, account.id)).toEqual(['team:beta', 'team:notes']);
    // a number that may belong to another person by now gives no cohort
    await db.query('update account set phone_verified = false, number_lost_at = now() where id = $1', [account.id]);
    expect(await cohortsOf(db, account.id)).toEqual([]);
  });

  test('[CALL-01] (13) user info tells the person with her token and refuses everything else', async () => {
    const { phone, tokens } = await newPerson(backend.config);
    const answer = await userInfo(tokens.access_token);
    expect(await json(answer)).toMatchObject({
      preferred_username: phone,
      phone_number: `84${phone.slice(1)}`,
      phone_number_verified: false,
      box_user: expect.any(String),
      sub: expect.any(String),
    });
    for (const token of [
      '',
      'a.b.c',
      tokens.id_token,
      tokens.refresh_token,
      `${tokens.access_token.slice(0, -6)}AAAAAA`,
    ]) {
      const refused = await userInfo(token);
      expect(refused.status).toBe(401);
      expect(await json(refused)).toMatchObject({ code: 'UNAUTHORIZED', httpStatus: 401, source: 'ID_SERVER' });
    }
  });

  test('[SEC-04] the APIs answer 401 without a token and with a wrong one', async () => {
    const { tokens } = await newPerson(backend.config);
    for (const [path, source] of [
      ['/api/phr/diagnosticReport/1/observations', 'PHR_API'],
      ['/api/phr/storage/get-presigned-url-for-download?key=a/b.pdf', 'PHR_API'],
    ]) {
      for (const headers of [{}, { authorization: `Bearer ${tokens.id_token}` }, { authorization: 'Bearer x' }]) {
        const answer = await fetch(`${backend.urls.shell}${path}`, { headers });
        expect(answer.status).toBe(401);
        expect(await json(answer)).toMatchObject({ code: 'UNAUTHORIZED', source });
      }
    }
    expect((await fetch(`${backend.urls.shell}/fhir/Patient/1`)).status).toBe(401);
  });

  test('[CALL-02] (6) refresh rotates; tabs at the same moment all succeed, a late replay ends the family', async () => {
    const { browser: one, tokens } = await newPerson(backend.config);
    const all = await Promise.all([1, 2, 3, 4].map(() => one.refresh(tokens.refresh_token)));
    expect(all.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
    const next = (await all[0]?.json()) as Tokens;
    expect(next.refresh_token).not.toBe(tokens.refresh_token);
    expect(next).toMatchObject({ expires_in: 1_800, id_token: expect.any(String) });

    // after the leeway the first token is a replay
    await backend.platform.db.query(
      "update oidc_payload set consumed_at = consumed_at - interval '10 seconds' where model = 'RefreshToken' and consumed_at is not null",
    );
    expect((await one.refresh(tokens.refresh_token)).status).toBe(400);
    expect((await one.refresh(next.refresh_token)).status).toBe(400);
  });

  test('a session ends after its idle time, which a refresh renews, or at its absolute end', async () => {
    const { browser: one, tokens } = await newPerson(backend.config);
    const sid = decodeJwt(tokens.access_token)['sid'];
    const { db } = backend.platform;
    const secondsLeft = async (): Promise<number> =>
      Number(
        (
          await db.query(
            "select extract(epoch from expires_at - now()) as s from oidc_payload where model = 'Session' and uid = $1",
            [sid],
          )
        )[0]?.['s'],
      );
    await db.query("update oidc_payload set expires_at = now() + interval '60 seconds' where uid = $1", [sid]);
    const next = (await (await one.refresh(tokens.refresh_token)).json()) as Tokens;
    // access token 30 minutes and idle 30 minutes
    expect(await secondsLeft()).toBeCloseTo(3_600, -2);

    const almostTwelveHours = Math.floor(Date.now() / 1_000) - 43_200 + 100;
    await db.query(
      "update oidc_payload set payload = jsonb_set(payload, '{loginTs}', to_jsonb($2::bigint)) where uid = $1 and model = 'Session'",
      [sid, almostTwelveHours],
    );
    const last = (await (await one.refresh(next.refresh_token)).json()) as Tokens;
    expect(await secondsLeft()).toBeLessThanOrEqual(101);

    await db.query("update oidc_payload set expires_at = now() where uid = $1 and model = 'Session'", [sid]);
    expect((await one.refresh(last.refresh_token)).status).toBe(400);
    expect((await userInfo(last.access_token)).status).toBe(401);
    const silent = await one.open(one.authorizeUrl({ prompt: 'none' }));
    expect(new URL(silent.headers.get('location') ?? '').searchParams.get('error')).toBe('login_required');
  });

  test("(15) only the shell's origin may read token answers", async () => {
    const { tokens } = await newPerson(backend.config);
    const ask = (origin: string) =>
      fetch(`${backend.urls.identity}/connect/token`, {
        method: 'POST',
        headers: { origin },
        body: new URLSearchParams({
          client_id: 'phr-web',
          grant_type: 'refresh_token',
          refresh_token: tokens.refresh_token,
        }),
      });
    expect((await ask('http://evil.test')).headers.get('access-control-allow-origin')).toBeNull();
    expect((await ask(backend.urls.shell)).headers.get('access-control-allow-origin')).toBe(backend.urls.shell);
  });

  test('signing out ends session, refresh token and access token at once and returns to the app', async () => {
    const { browser: one, tokens } = await newPerson(backend.config);
    expect((await userInfo(tokens.access_token)).status).toBe(200);
    const query = new URLSearchParams({
      id_token_hint: tokens.id_token,
      post_logout_redirect_uri: `${backend.urls.shell}/signin`,
      state: 'bye',
    });
    const answer = await one.open(`/connect/endsession?${query.toString()}`);
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe(`${backend.urls.shell}/signin?state=bye`);
    expect((await userInfo(tokens.access_token)).status).toBe(401);
    expect((await one.refresh(tokens.refresh_token)).status).toBe(400);
    const silent = await one.open(one.authorizeUrl({ prompt: 'none' }));
    expect(new URL(silent.headers.get('location') ?? '').searchParams.get('error')).toBe('login_required');
  });

  test('signing out without a hint asks first, and a foreign return address is refused', async () => {
    const { browser: one, tokens } = await newPerson(backend.config);
    const page = await one.open('/connect/endsession');
    expect(await page.text()).toContain('Bạn có chắc chắn muốn đăng xuất không?');
    expect((await userInfo(tokens.access_token)).status).toBe(200);
    const foreign = await one.open(
      `/connect/endsession?${new URLSearchParams({ id_token_hint: tokens.id_token, post_logout_redirect_uri: 'http://evil.test/' }).toString()}`,
    );
    expect(foreign.status).toBe(400);
    expect((await userInfo(tokens.access_token)).status).toBe(200);
  });
});

describe('sign-in page', () => {
  test('follows ui_locales, can be switched, and works without scripts', async () => {
    const one = browser();
    const page = await one.toSignIn();
    const vi = await (await one.open(page)).text();
    expect(vi).toMatch(/<html lang="vi">[\s\S]*<h1>Đăng nhập<\/h1>/);
    expect(vi).not.toMatch(/<script/);
    expect(vi).toMatch(/<label for="userName">[\s\S]*id="userName"[^>]*autocomplete="username"/);
    expect(await (await one.open(`${page}?lang=en`)).text()).toMatch(/<html lang="en">[\s\S]*<h1>Sign in<\/h1>/);
    const other = browser();
    expect(await (await other.open(await other.toSignIn({ ui_locales: 'en-US' }))).text()).toContain(
      '<html lang="en">',
    );
  });

  test('(35) has a strict policy that lets the form return to the app', async () => {
    const one = browser();
    const answer = await one.open(await one.toSignIn());
    expect(answer.headers.get('content-security-policy')).toBe(
      `default-src 'none'; img-src 'self'; style-src 'self'; font-src 'self'; form-action 'self' ${backend.urls.shell} ${backend.config.ops?.origin}; base-uri 'none'; frame-ancestors 'none'`,
    );
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('what is missing is listed with links to the fields; what was typed stays and is escaped', async () => {
    const one = browser();
    const page = await one.toSignIn();
    await one.open(page);
    const answer = await one.postSignIn(page, '"><img src=x>', '');
    expect(answer.status).toBe(422);
    const text = await answer.text();
    expect(text).toContain('Có lỗi cần sửa');
    expect(text).toContain('<a href="#password">Vui lòng nhập mật khẩu</a>');
    expect(text).toContain('aria-invalid="true"');
    expect(text).toContain('value="&quot;&gt;&lt;img src=x&gt;"');
    expect(text).not.toContain('<img');
  });

  test('(31) five wrong passwords lock a name, known or not, and the right password waits too', async () => {
    const known = newPhone();
    await register(backend.config, known);
    for (const phone of [known, newPhone()]) {
      const one = browser();
      const page = await one.toSignIn();
      const statuses: number[] = [];
      for (let i = 0; i < 5; i += 1) statuses.push((await one.postSignIn(page, phone, `wrong ${i}`)).status);
      expect(statuses).toEqual([401, 401, 401, 401, 423]);
      const locked = await one.postSignIn(page, phone, PASSWORD);
      expect(locked.status).toBe(423);
      expect(await locked.text()).toContain('Vui lòng thử lại sau 10 phút');
    }
  });

  test('(35) forms from other sites and sign-ins of other browsers are refused', async () => {
    const phone = newPhone();
    await register(backend.config, phone);
    const one = browser();
    const page = await one.toSignIn();
    expect((await one.postSignIn(page, phone, PASSWORD, { origin: 'http://evil.test' })).status).toBe(403);
    expect((await one.postSignIn(page, phone, PASSWORD, { origin: 'null' })).status).toBe(403);
    expect((await one.postSignIn(page, phone, PASSWORD, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    const other = await browser().open(page);
    expect(other.status).toBe(400);
    expect(await other.text()).toContain('Trang đăng nhập đã hết hạn');
  });

  test('a person may write the phone number in any usual form', async () => {
    const phone = newPhone();
    await register(backend.config, phone);
    for (const written of [
      `+84 ${phone.slice(1)}`,
      `${phone.slice(0, 4)} ${phone.slice(4, 7)} ${phone.slice(7)}`,
      `84${phone.slice(1)}`,
    ]) {
      expect((await browser().signIn(written)).searchParams.get('code')).not.toBeNull();
    }
  });

  test('(34) cookies are signed, HttpOnly and SameSite=Lax', async () => {
    const one = browser();
    const answer = await one.open(one.authorizeUrl());
    const set = answer.headers.getSetCookie();
    expect(set.length).toBeGreaterThan(0);
    for (const line of set) expect(line.toLowerCase()).toMatch(/; samesite=lax/);
    for (const line of set) expect(line.toLowerCase()).toMatch(/; httponly/);
    expect(set.some((line) => line.includes('.sig='))).toBe(true);
  });
});

describe('accounts', () => {
  test('[CALL-03][SIGN-16] registers one account per Vietnamese mobile number, with a 6-character password', async () => {
    const phone = newPhone();
    const answer = await register(backend.config, phone);
    expect(answer.status).toBe(200);
    expect(await json(answer)).toEqual({
      data: { id: expect.any(String), userName: phone, phoneNumber: `84${phone.slice(1)}`, otpId: expect.any(String) },
    });
    const bad = await register(backend.config, '12345');
    expect([bad.status, (await json(bad))['code']]).toEqual([400, 'InvalidPhoneNumber']);
    const short = await register(backend.config, newPhone(), { password: 'ab é5' });
    expect([short.status, (await json(short))['code']]).toEqual([422, 'FORM_INPUT_INVALID']);
    expect((await register(backend.config, newPhone(), { password: 'ab é 5' })).status).toBe(200);
    expect(await json(await register(backend.config, newPhone(), { fullName: '' }))).toMatchObject({
      code: 'FORM_INPUT_INVALID',
      detail: { message: 'fullName' },
    });
  });

  test('[CALL-03][CALL-08][SIGN-07] keeps birth date and invitation; an invalid invitation makes no account', async () => {
    const { db } = backend.platform;
    await db.query(
      "insert into referral (code, name, hospital_id, kind, schedule_code, ends_at) values ('MOI', 'BS Dương', 'h', 1, null, null), ('CU', 'x', 'h', 0, null, now())",
    );
    const form = (phone: string, referralCode: string) => ({
      userName: phone,
      phoneNumber: phone,
      password: PASSWORD,
      fullName: 'TRẦN MINH CHÂU',
      birthDate: '1985-03-14',
      referralCode,
    });
    for (const address of [
      `${backend.urls.identity}/api/account/register`,
      `${backend.urls.shell}/api/ano/phr/auth/sign-up`,
    ]) {
      const send = (phone: string, code: string) =>
        fetch(address, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(form(phone, code)),
        });
      const phone = newPhone();
      for (const code of ['CU', 'none']) {
        const refused = await send(phone, code);
        expect([refused.status, (await json(refused))['code']]).toEqual([404, 'INVALID_REFERRAL']);
      }
      expect((await send(phone, ' moi ')).status).toBe(200);
      expect(
        await db.query('select birth_date::text, referral_code from account where user_name = $1', [phone]),
      ).toEqual([{ birth_date: '1985-03-14', referral_code: 'MOI' }]);
      const { tokens } = await signedIn(backend.config, phone);
      expect(await json(await userInfo(tokens.access_token))).toMatchObject({ birthdate: '1985-03-14' });
      expect(decodeJwt(tokens.id_token)).not.toHaveProperty('birthdate');
    }
  });

  const confirm = async (userName: string, otpId: unknown, code: string): Promise<[number, unknown]> => {
    const answer = await fetch(`${backend.urls.identity}/api/account/confirmPhoneNumber`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ userName, otpId, code }),
    });
    const body = await json(answer);
    return [answer.status, body['code'] ?? body['data']];
  };
  const registered = async (): Promise<{ phone: string; otpId: unknown }> => {
    const phone = newPhone();
    const { data } = await json(await register(backend.config, phone));
    return { phone, otpId: (data as Record<string, unknown>)['otpId'] };
  };

  test('[CALL-04][SIGN-04] (23)(27) the code of 6 digits confirms the phone once, for its own account', async () => {
    const { phone, otpId } = await registered();
    const code = await lastCode(backend.config, phone);
    expect(code).toMatch(/^\d{6}$/);
    expect(await confirm(phone, otpId, code === '000000' ? '000001' : '000000')).toEqual([400, 'InvalidToken']);
    const { phone: stranger } = await registered();
    expect(await confirm(stranger, otpId, code)).toEqual([400, 'InvalidToken']);
    expect(await confirm(phone, otpId, code)).toEqual([200, { confirmed: true }]);
    expect(await confirm(phone, otpId, code)).toEqual([400, 'InvalidToken']);
  });

  test('(24) a sixth try is refused even with the right code', async () => {
    const { phone, otpId } = await registered();
    const code = await lastCode(backend.config, phone);
    const wrong = code === '123456' ? '123457' : '123456';
    for (let i = 0; i < 5; i += 1) expect(await confirm(phone, otpId, wrong)).toEqual([400, 'InvalidToken']);
    expect(await confirm(phone, otpId, code)).toEqual([429, 'OTP_LIMIT']);
  });

  test("[SIGN-05] (26) an account gets two codes; a third needs a correct code first or a day's wait", async () => {
    const { phone } = await registered();
    const { accounts, codes, db } = { ...backend, ...backend.platform };
    const [account] = await accounts.listByNumber(phone);
    if (account === undefined) throw new Error('no account');
    expect(await codes.request(account, 'phone')).toMatchObject({ left: 0, expiresIn: 300 });
    await expect(codes.request(account, 'phone')).rejects.toMatchObject({ code: 'OTP_LIMIT' });
    await db.query("update one_time_code set created_at = created_at - interval '25 hours' where account_id = $1", [
      account.id,
    ]);
    const later = await codes.request(account, 'phone');
    expect(later.left).toBe(1);
    await codes.confirm(later.id, await lastCode(backend.config, phone), 'phone', account.id);
    expect((await codes.request(account, 'phone')).left).toBe(1);
  });

  test('(24)(25) codes are kept as keyed hashes, and end after five minutes', async () => {
    const { phone, otpId } = await registered();
    const code = await lastCode(backend.config, phone);
    const { db } = backend.platform;
    const [row] = await db.query<{ all: string }>('select c::text as all from one_time_code c where id = $1', [otpId]);
    expect(row?.all).not.toContain(code);
    // the table alone does not allow finding the code by trying all: the hash needs the installation's key
    const elsewhere = createOneTimeCodes(
      db,
      { send: async () => undefined },
      { ...backend.config.secrets, otpPepper: 'the key of another installation' },
      backend.config.limits,
      backend.accounts,
    );
    await expect(elsewhere.confirm(String(otpId), code, 'phone')).rejects.toMatchObject({ code: 'InvalidToken' });
    await db.query("update one_time_code set expires_at = expires_at - interval '5 minutes' where id = $1", [otpId]);
    expect(await confirm(phone, otpId, code)).toEqual([410, 'InvalidToken']);
  });

  test('a code resets a forgotten password and ends sessions; unknown numbers see the same page', async () => {
    const { phone, tokens } = await newPerson(backend.config);
    await prove(backend, phone);
    const send = (path: string, form: Record<string, string>) =>
      fetch(`${backend.urls.identity}${path}`, { method: 'POST', body: new URLSearchParams(form) });
    const page = async (userName: string) => (await send('/account/forgot-password', { userName })).text();
    const known = await page(phone);
    const strip = (text: string) => text.replace(/name="codeId"[^>]*value="[^"]*"/, '');
    expect(strip(await page(newPhone()))).toBe(strip(known));
    const codeId = /name="codeId" value="([^"]+)"/.exec(known)?.[1] ?? '';
    const code = await lastCode(backend.config, phone);
    // a rejected password invalidates the code no more than a wrong code does
    const reset = async (typed: string) =>
      (await send('/account/reset-password', { codeId, code: typed, next: '123456', repeat: '123456' })).text();
    expect(await reset(code)).toContain(`value="${code}"`);
    expect(await reset('12345x')).not.toContain('value="12345x"');
    const done = await send('/account/reset-password', { codeId, code, next: 'mới-2026', repeat: 'mới-2026' });
    expect(await done.text()).toContain('Đã đổi mật khẩu');
    expect((await userInfo(tokens.access_token)).status).toBe(401);
    // the same letters typed in decomposed form are the same password
    expect((await browser().signIn(phone, 'mới-2026'.normalize('NFD'))).searchParams.get('code')).not.toBeNull();
  });
});

describe('sessions', () => {
  const FIREFOX = 'Mozilla/5.0 (Android 16; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0';
  const EDGE =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0';
  const call = (token: string, method = 'GET', path = '') =>
    fetch(`${backend.urls.identity}/api/account/sessions${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    });
  const listed = async (token: string) => (await json(await call(token)))['data'] as readonly Record<string, unknown>[];

  test('(8) a person sees where she is signed in and ends one session: its tokens are refused at once', async () => {
    const { phone, tokens: here } = await newPerson(backend.config, { 'user-agent': FIREFOX });
    const { browser: other, tokens: there } = await signedIn(backend.config, phone, { 'user-agent': EDGE });
    expect((await userInfo(there.access_token)).status).toBe(200);
    const sessions = await listed(here.access_token);
    expect(sessions.map(({ agent, current }) => [agent, current])).toEqual([
      ['Edge, Windows', false],
      ['Firefox, Android', true],
    ]);
    expect(sessions[0]).toMatchObject({
      startedAt: expect.stringMatching(/Z$/),
      lastUsedAt: expect.stringMatching(/Z$/),
    });

    const { tokens: stranger } = await newPerson(backend.config);
    expect((await call(stranger.access_token, 'DELETE', `/${String(sessions[0]?.['id'])}`)).status).toBe(404);
    expect((await userInfo(there.access_token)).status).toBe(200);

    expect(await json(await call(here.access_token, 'DELETE', `/${String(sessions[0]?.['id'])}`))).toEqual({
      data: { ended: 1 },
    });
    expect((await userInfo(there.access_token)).status).toBe(401);
    expect((await other.refresh(there.refresh_token)).status).toBe(400);
    const silent = await other.open(other.authorizeUrl({ prompt: 'none' }));
    expect(new URL(silent.headers.get('location') ?? '').searchParams.get('error')).toBe('login_required');
    expect((await userInfo(here.access_token)).status).toBe(200);
    expect(await listed(here.access_token)).toHaveLength(1);
  });

  test('the page shows the same in both languages, ends all others and leaves this one', async () => {
    const { phone, browser: one, tokens: here } = await newPerson(backend.config, { 'user-agent': FIREFOX });
    const { tokens: there } = await signedIn(backend.config, phone, { 'user-agent': EDGE });
    const vi = await (await one.open('/account/sessions')).text();
    expect(vi).toMatch(/Đăng nhập lúc \d\d:\d\d \d\d\/\d\d\/\d{4}/);
    expect(vi).toContain('<h1>Thiết bị đang đăng nhập</h1>');
    expect(vi).toMatch(/Edge, Windows[\s\S]*Firefox, Android[\s\S]*Thiết bị này/);
    expect(await (await one.open('/account/sessions?lang=en')).text()).toContain('<h1>Devices that are signed in</h1>');
    const end = (headers: Record<string, string>) =>
      one.open('/account/sessions', {
        method: 'POST',
        headers,
        body: new URLSearchParams({ session: 'others', lang: 'en' }),
      });
    expect((await end({ origin: 'http://evil.test' })).status).toBe(403);
    expect((await userInfo(there.access_token)).status).toBe(200);
    expect(await (await end({})).text()).toContain('The device is logged out.');
    expect((await userInfo(there.access_token)).status).toBe(401);
    expect((await userInfo(here.access_token)).status).toBe(200);
    expect((await fetch(`${backend.urls.identity}/account/sessions`)).status).toBe(401);
    const [row] = await backend.platform.db.query(
      "select count(*)::int as n from audit_event where type = 'session-ended' and user_id = $1",
      [decodeJwt(here.access_token)['box_user']],
    );
    expect(row?.['n']).toBe(1);
  });

  test("revoking a refresh token at once ends its session's access tokens and sockets, and no others", async () => {
    const { tokens: others } = await newPerson(backend.config);
    const { browser: one, tokens } = await newPerson(backend.config);
    const made = await fetch(`${backend.urls.shell}/fhir/Patient`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokens.access_token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ resourceType: 'Patient', name: [{ text: 'TRẦN MINH CHÂU' }], birthDate: '1985-03-12' }),
    });
    const { id: patientId } = (await made.json()) as { id: string };
    const works = async (token: string) =>
      Promise.all(
        [`${backend.urls.shell}/patient-app/related-person/rights`, `${backend.urls.identity}/connect/userinfo`].map(
          async (url) => (await fetch(url, { headers: { authorization: `Bearer ${token}` } })).status,
        ),
      );
    const next = (await (await one.refresh(tokens.refresh_token)).json()) as Tokens;
    const socket = await follow(backend.urls.shell, patientId, next.access_token);
    const revoke = (token: string) =>
      fetch(`${backend.urls.identity}/connect/revocation`, {
        method: 'POST',
        body: new URLSearchParams({ client_id: 'phr-web', token }),
      });
    // an access token is signed: it ends with its session, and not alone
    const alone = await revoke(tokens.access_token);
    expect([alone.status, await alone.json(), await works(tokens.access_token)]).toMatchObject([
      400,
      { error: 'unsupported_token_type' },
      [200, 200],
    ]);
    expect((await revoke(next.refresh_token)).status).toBe(200);
    expect([await works(tokens.access_token), await works(next.access_token)]).toEqual([
      [401, 401],
      [401, 401],
    ]);
    expect(await socket.next('bye')).toEqual({ code: 'UNAUTHORIZED' });
    socket.close();
    expect([
      (await one.refresh(next.refresh_token)).status,
      (await revoke(next.refresh_token)).status,
      await works(others.access_token),
    ]).toEqual([400, 200, [200, 200]]);
    const lines = await backend.platform.db.query(
      "select type, outcome from audit_event where type like 'token-%' and user_id = $1",
      [decodeJwt(next.access_token)['box_user']],
    );
    expect(lines).toEqual([{ type: 'token-revoked', outcome: 'success' }]);
  });
});

test("(31) guesses from elsewhere lock neither a person's known browser nor other networks", async () => {
  const phone = newPhone();
  await register(backend.config, phone);
  await prove(backend, phone);
  const { browser: own } = await signedIn(backend.config, phone, { 'x-forwarded-for': '198.51.100.7' });
  const guess = async (ip: string, times: number): Promise<number[]> => {
    const attacker = createBrowser(backend.config, { 'x-forwarded-for': ip });
    const page = await attacker.toSignIn();
    const statuses: number[] = [];
    for (let i = 0; i < times; i += 1) statuses.push((await attacker.postSignIn(page, phone, `wrong ${i}`)).status);
    return statuses;
  };
  expect(await guess('203.0.113.9', 6)).toEqual([401, 401, 401, 401, 423, 423]);
  // the same network of IPv6 is one origin
  expect(await guess('2001:db8:1:2::1', 4)).toEqual([401, 401, 401, 401]);
  expect(await guess('2001:db8:1:2:ffff::9', 1)).toEqual([423]);
  // the person herself, on another network, is not locked
  const elsewhere = createBrowser(backend.config, { 'x-forwarded-for': '198.51.100.8' });
  expect((await elsewhere.postSignIn(await elsewhere.toSignIn(), phone, PASSWORD)).status).toBe(303);

  // fifty failures from many networks delay unknown browsers, while her own continues
  await backend.platform.db.query(
    'update sign_in_guard set failed = 49, locked_until = null where failed between 6 and 48',
  );
  expect(await guess('203.0.113.77', 1)).toEqual([423]);
  const unknown = createBrowser(backend.config, { 'x-forwarded-for': '198.51.100.9' });
  expect((await unknown.postSignIn(await unknown.toSignIn(), phone, PASSWORD)).status).toBe(423);
  const page = await own.toSignIn({ prompt: 'login' });
  expect((await own.postSignIn(page, phone, PASSWORD)).status).toBe(303);
});

test('signing keys rotate in three steps: an old key cannot end before its tokens do', async () => {
  const { db } = backend.platform;
  const { sessions } = backend.config;
  const before = await newPerson(backend.config);
  const oldKey = decodeProtectedHeader(before.tokens.access_token).kid;
  const published = async () =>
    (
      (await json(await fetch(`${backend.urls.identity}/connect/jwks`)))['keys'] as readonly Record<string, unknown>[]
    ).map(({ kid }) => kid);

  await rotateKeys('add', db, sessions);
  await expect(rotateKeys('add', db, sessions)).rejects.toThrow('already waits');
  await backend.reloadKeys();
  expect(await published()).toEqual([oldKey, expect.any(String)]);
  expect(decodeProtectedHeader((await newPerson(backend.config)).tokens.access_token).kid).toBe(oldKey);

  await rotateKeys('promote', db, sessions);
  await backend.reloadKeys();
  const after = await newPerson(backend.config);
  expect(decodeProtectedHeader(after.tokens.access_token).kid).not.toBe(oldKey);
  expect((await userInfo(after.tokens.access_token)).status).toBe(200);
  expect((await userInfo(before.tokens.access_token)).status).toBe(200);
  // existing sessions continue with the new key
  const renewed = (await (await before.browser.refresh(before.tokens.refresh_token)).json()) as Tokens;
  expect(decodeProtectedHeader(renewed.access_token).kid).toBe(decodeProtectedHeader(after.tokens.access_token).kid);

  await expect(rotateKeys('retire', db, sessions)).rejects.toThrow('more seconds');
  await db.query("update signing_key set active_from = active_from - interval '1 hour'");
  expect(await rotateKeys('retire', db, sessions)).toContain(oldKey);
  await backend.reloadKeys();
  expect(await published()).toEqual([decodeProtectedHeader(after.tokens.access_token).kid]);
  expect((await userInfo(renewed.access_token)).status).toBe(200);
  expect(await rotateKeys('status', db, sessions)).toMatch(/ signs\n.* retired$/);
});

describe('calls of the PHR API about accounts', () => {
  const post = async (path: string, body: object, headers: Readonly<Record<string, string>> = {}) => {
    const answer = await fetch(`${backend.urls.shell}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    const read = await json(answer);
    return { status: answer.status, code: read['code'], data: read['data'] as Record<string, unknown>, body: read };
  };
  const user = (phone: string) => ({
    fullName: 'LÊ QUỐC BẢO',
    userName: phone,
    phoneNumber: phone,
    password: PASSWORD,
  });
  const asked = (phone: string) => ({
    userName: phone,
    phoneNumber: phone.slice(1),
    dialingCode: '84',
    verified: false,
  });

  test('[CALL-08] sign-up answers like register, once per form, and says why a common password is refused', async () => {
    const phone = newPhone();
    const key = { 'idempotency-key': crypto.randomUUID() };
    const first = await post('/api/ano/phr/auth/sign-up', user(phone), key);
    expect(first).toMatchObject({
      status: 200,
      data: {
        id: expect.any(String),
        userName: phone,
        phoneNumber: `84${phone.slice(1)}`,
        otpId: expect.any(String),
        uploadToken: expect.any(String),
      },
    });
    expect((await post('/api/ano/phr/auth/sign-up', user(phone), key)).data).toMatchObject({
      id: first.data['id'],
      otpId: first.data['otpId'],
    });
    expect(await post('/api/ano/phr/auth/sign-up', { ...user(newPhone()), phoneNumber: '1' })).toMatchObject({
      status: 400,
      code: 'InvalidPhoneNumber',
    });
    expect(
      await post(
        '/api/ano/phr/auth/sign-up',
        { ...user(newPhone()), password: 'Matkhau123' },
        { 'accept-language': 'vi-VN' },
      ),
    ).toMatchObject({
      status: 422,
      code: 'FORM_INPUT_INVALID',
      body: { message: 'Mật khẩu này quá dễ đoán. Vui lòng chọn mật khẩu khác.', detail: { message: 'password' } },
    });
  });

  test('[CALL-11] asks for a code by name; unknown names get the same answer, and a third code is refused', async () => {
    const known = newPhone();
    await register(backend.config, known);
    await backend.platform.db.query(
      'delete from one_time_code where account_id = (select id from account where user_name = $1)',
      [known],
    );
    for (const phone of [known, newPhone()]) {
      expect((await post('/api/phr/account/otp/request', asked(phone))).data).toEqual({
        id: expect.any(String),
        expiresIn: 300,
        left: 1,
      });
      const { data } = await post('/api/phr/account/otp/request', asked(phone));
      expect(data).toMatchObject({ left: 0 });
      expect(await post('/api/phr/account/otp/request', asked(phone))).toMatchObject({
        status: 429,
        code: 'OTP_LIMIT',
      });
      const wrong = await fetch(`${backend.urls.identity}/api/account/confirmPhoneNumber`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ userName: phone, otpId: data['id'], code: 'x'.repeat(6) }),
      });
      expect(wrong.status).toBe(422);
    }
    expect(await post('/api/phr/account/otp/request', { ...asked(known), phoneNumber: '12' })).toMatchObject({
      status: 400,
      code: 'InvalidPhoneNumber',
    });
  });

  test('[CALL-12][SIGN-12] the code makes the phone of the signed-in person verified; others cannot use it', async () => {
    const { phone, tokens } = await newPerson(backend.config);
    const auth = { authorization: `Bearer ${tokens.access_token}` };
    const { data } = await post('/api/phr/account/otp/request', asked(phone), auth);
    const otp = await lastCode(backend.config, phone);
    const { tokens: stranger } = await newPerson(backend.config);
    expect(
      await post('/api/phr/account/otp/request', asked(phone), { authorization: `Bearer ${stranger.access_token}` }),
    ).toMatchObject({ status: 403, code: 'ACCESS_DENIED' });
    expect(await post('/api/phr/account/otp/request', asked(newPhone()), auth)).toMatchObject({ status: 403 });
    expect(
      await post(
        '/api/phr/account/otp/verify',
        { id: data['id'], otp },
        { authorization: `Bearer ${stranger.access_token}` },
      ),
    ).toMatchObject({ status: 400, code: 'InvalidToken' });
    expect((await post('/api/phr/account/otp/verify', { id: data['id'], otp })).status).toBe(401);
    expect(await post('/api/phr/account/otp/verify', { id: data['id'], otp }, auth)).toMatchObject({
      status: 200,
      data: { verified: true, phoneNumber: `84${phone.slice(1)}` },
    });
    expect(await json(await userInfo(tokens.access_token))).toMatchObject({ phone_number_verified: true });
    expect(await post('/api/phr/account/otp/verify', { id: data['id'], otp }, auth)).toMatchObject({
      status: 400,
      code: 'InvalidToken',
    });
  });
});

test('user info answers 403 without the scope openid and 404 when the account is gone', async () => {
  const { phone, tokens } = await newPerson(backend.config);
  const denied = await userInfo(await resigned(backend.platform.db, tokens.access_token, { scope: 'fhir_api' }));
  expect([denied.status, (await json(denied))['code']]).toEqual([403, 'ACCESS_DENIED']);
  await backend.platform.db.query('delete from account where user_name = $1', [phone]);
  const missing = await userInfo(tokens.access_token);
  expect([missing.status, await json(missing)]).toEqual([
    404,
    { code: 'NOT_FOUND', message: expect.any(String), httpStatus: 404, source: 'ID_SERVER' },
  ]);
});

test('limits for one address are kept with the default settings', async () => {
  const strict = await startTestBackend({ LIMIT_SIGN_IN_PER_MINUTE_IP: '10', LIMIT_REGISTER_PER_HOUR_IP: '5' });
  try {
    const statuses: number[] = [];
    for (let i = 0; i < 6; i += 1) statuses.push((await register(strict.config, newPhone())).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    const one = createBrowser(strict.config);
    const page = await one.toSignIn();
    const tries: number[] = [];
    for (let i = 0; i < 11; i += 1) tries.push((await one.postSignIn(page, newPhone(), 'wrong')).status);
    expect(tries.slice(0, 10)).toEqual(Array(10).fill(401));
    expect(tries[10]).toBe(429);
  } finally {
    await strict.stop();
  }
});
