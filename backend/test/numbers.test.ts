import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { decodeJwt } from 'jose';
import {
  createBrowser,
  lastCode,
  newPhone,
  PASSWORD,
  prove,
  register,
  signedIn,
  type Browser,
  type Tokens,
} from './browser.ts';
import { startTestBackend, type TestBackend } from './test-backend.ts';

// A number belongs to who proves it (ADR 0050).

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend({ TRUST_PROXY: '1', LIMIT_SIGN_IN_PER_MINUTE_IP: '1000' });
});
afterAll(() => backend.stop());

type Json = Readonly<Record<string, unknown>>;
const db = () => backend.platform.db;
const json = async (answer: Response): Promise<Json> => (await answer.json()) as Json;
const dataOf = async (answer: Response): Promise<Json> => (await json(answer))['data'] as Json;
const STRANGER = 'mật khẩu kẻ gian';
let networks = 0;
/** An address that no other test counts for. */
const somewhere = (): string => {
  networks += 1;
  return `203.0.${Math.floor(networks / 250)}.${(networks % 250) + 1}`;
};
const browserAt = (ip = somewhere()): Browser => createBrowser(backend.config, { 'x-forwarded-for': ip });

const post = (url: string, body: object, headers: Readonly<Record<string, string>> = {}) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': somewhere(), ...headers },
    body: JSON.stringify(body),
  });
const signUp = async (
  phone: string,
  password: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Json> => {
  const answer = await post(
    `${backend.urls.shell}/api/ano/phr/auth/sign-up`,
    { userName: phone, phoneNumber: phone, password, fullName: 'TRẦN MINH CHÂU' },
    headers,
  );
  expect(answer.status).toBe(200);
  return dataOf(answer);
};
const confirm = (userName: string, otpId: unknown, code: string, headers: Readonly<Record<string, string>> = {}) =>
  post(`${backend.urls.identity}/api/account/confirmPhoneNumber`, { userName, otpId, code }, headers);
/** An account whose number is proven by its code. */
const signUpProven = async (phone: string): Promise<string> => {
  const { id, otpId } = await signUp(phone, PASSWORD);
  expect((await confirm(phone, otpId, await lastCode(backend.config, phone))).status).toBe(200);
  return String(id);
};
const askCode = (phone: string, headers: Readonly<Record<string, string>> = {}) =>
  post(
    `${backend.urls.shell}/api/phr/account/otp/request`,
    { userName: phone, phoneNumber: phone.slice(1), dialingCode: '84', verified: false },
    headers,
  );
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const userInfo = async (token: string): Promise<Json> =>
  json(await fetch(`${backend.urls.identity}/connect/userinfo`, { headers: bearer(token) }));
const makePatient = (token: string) =>
  post(
    `${backend.urls.shell}/fhir/Patient`,
    { resourceType: 'Patient', name: [{ text: 'TRẦN MINH CHÂU' }], birthDate: '1985-03-12' },
    bearer(token),
  );
const readPatient = async (token: string, id: unknown): Promise<number> =>
  (await fetch(`${backend.urls.shell}/fhir/Patient/${String(id)}`, { headers: bearer(token) })).status;
const messagesTo = async (phone: string): Promise<number> =>
  (await readFile(path.join(backend.config.dataDir, 'one-time-codes.txt'), 'utf8').catch(() => ''))
    .split('\n')
    .filter((line) => line.includes(` 84${phone.slice(1)} `)).length;

/** The code of the next message beyond the given number; the response to its request does not wait for it. */
async function codeAfter(phone: string, messages: number): Promise<string> {
  for (let tries = 0; tries < 1_000 && (await messagesTo(phone)) <= messages; tries += 1) await pause(5);
  return lastCode(backend.config, phone);
}

/** Tokens of a sign-in that nothing stops. */
async function tokensOf(phone: string, password: string, more: Readonly<Record<string, string>> = {}): Promise<Tokens> {
  const one = browserAt();
  const back = await one.follow(await one.postSignIn(await one.toSignIn(more), phone, password));
  return (await (await one.exchange(back.searchParams.get('code') ?? '')).json()) as Tokens;
}

/** The page that a sign-in leads to instead of returning to the app. */
async function stoppedAt(one: Browser, answer: Response): Promise<{ readonly address: string; readonly text: string }> {
  let address = answer.headers.get('location') ?? '';
  for (;;) {
    const page = await one.open(address);
    const next = page.headers.get('location');
    if (next === null) return { address: new URL(address, backend.urls.identity).pathname, text: await page.text() };
    expect(next).not.toContain(backend.urls.shell);
    address = next;
  }
}
const send = (one: Browser, address: string, form: Record<string, string>) =>
  one.open(address, { method: 'POST', body: new URLSearchParams(form) });
const hidden = (text: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? '';

test('whoever proves a number gets their own account; who typed it first keeps theirs and must change it', async () => {
  const phone = newPhone();
  const first = await signUp(phone, STRANGER);
  const stranger = await tokensOf(phone, STRANGER);
  const theirs = await json(await makePatient(stranger.access_token));
  const silent = browserAt();
  await silent.signIn(phone, STRANGER);

  const second = await signUp(phone, PASSWORD);
  expect(Object.keys(second).toSorted()).toEqual(Object.keys(first).toSorted());
  expect((await confirm(phone, second['otpId'], await lastCode(backend.config, phone))).status).toBe(200);
  const owner = await tokensOf(phone, PASSWORD);
  expect(await userInfo(owner.access_token)).toMatchObject({ preferred_username: phone, phone_number_verified: true });
  const made = await makePatient(owner.access_token);
  expect(made.status).toBe(201);
  const { id } = await json(made);
  expect([await readPatient(owner.access_token, theirs['id']), await readPatient(stranger.access_token, id)]).toEqual([
    403, 403,
  ]);

  // neither her earlier session nor a new sign-in continues without a number
  const quiet = await silent.open(silent.authorizeUrl({ prompt: 'none' }));
  expect(new URL(quiet.headers.get('location') ?? '').searchParams.get('error')).toBe('interaction_required');
  const one = browserAt();
  const asked = await stoppedAt(one, await one.postSignIn(await one.toSignIn(), phone, STRANGER));
  expect(asked.text).toContain('<h1>Nhập số điện thoại khác</h1>');
  expect(await (await one.open(`${asked.address}?lang=en`)).text()).toContain('<h1>Enter another phone number</h1>');

  const other = newPhone();
  expect(await (await send(one, `${asked.address}/number`, { phone: '12' })).text()).toContain(
    'Số điện thoại di động không đúng',
  );
  const codePage = await (await send(one, `${asked.address}/number`, { phone: other })).text();
  const wrong = await send(one, `${asked.address}/number-code`, {
    codeId: hidden(codePage, 'codeId'),
    phone: other,
    code: '12345',
  });
  expect(wrong.status).toBe(422);
  const back = await one.follow(
    await send(one, `${asked.address}/number-code`, {
      codeId: hidden(codePage, 'codeId'),
      phone: other,
      code: await lastCode(backend.config, other),
    }),
  );
  const moved = (await (await one.exchange(back.searchParams.get('code') ?? '')).json()) as Tokens;
  expect(await userInfo(moved.access_token)).toMatchObject({
    preferred_username: other,
    phone_number: `84${other.slice(1)}`,
    phone_number_verified: true,
  });
  expect([await readPatient(moved.access_token, theirs['id']), await readPatient(moved.access_token, id)]).toEqual([
    200, 403,
  ]);
  const again = browserAt();
  expect((await again.postSignIn(await again.toSignIn(), phone, STRANGER)).status).toBe(401);
  expect(decodeJwt((await tokensOf(other, STRANGER)).access_token).sub).toBe(first['id']);
});

test('where a password fits several accounts of a number, the one that has proven it opens', async () => {
  const phone = newPhone();
  await signUp(phone, PASSWORD);
  const owner = await signUp(phone, PASSWORD);
  await confirm(phone, owner['otpId'], await lastCode(backend.config, phone));
  expect(decodeJwt((await tokensOf(phone, PASSWORD)).access_token).sub).toBe(owner['id']);
});

test('a form with number and password of the proven account opens it; another password makes another', async () => {
  const phone = newPhone();
  const own = await signUp(phone, PASSWORD);
  await prove(backend, phone);
  expect((await signUp(phone, PASSWORD))['id']).toBe(own['id']);
  expect((await signUp(phone, STRANGER))['id']).not.toBe(own['id']);
});

test('[SIGN-12] after 24 hours unproven, sign-in asks for the number first, in a live session too', async () => {
  const phone = newPhone();
  const { id } = await signUp(phone, PASSWORD);
  const one = browserAt();
  expect((await one.signIn(phone)).searchParams.get('code')).not.toBeNull();
  await db().query("update account set created_at = created_at - interval '24 hours' where id = $1", [id]);
  const silent = await one.open(one.authorizeUrl({ prompt: 'none' }));
  expect(new URL(silent.headers.get('location') ?? '').searchParams.get('error')).toBe('interaction_required');

  const two = browserAt();
  const asked = await stoppedAt(two, await two.postSignIn(await two.toSignIn({ prompt: 'login' }), phone, PASSWORD));
  expect(asked.text).toContain('<h1>Xác thực số điện thoại</h1>');
  expect(asked.text).toContain(`value="${phone}"`);
  // continuing from the page without a code is refused, and so is the page of another browser
  expect((await send(browserAt(), `${asked.address}/number`, { phone })).status).toBe(400);
  expect((await send(two, `${asked.address}/number`, { phone, lang: 'vi' })).status).toBe(200);
  const codePage = await (await send(two, `${asked.address}/number`, { phone })).text();
  // the sign-up's code and one more: the third was refused
  expect(codePage).toContain('Bạn đã yêu cầu mã 2 lần');
  // who turns back is not signed in
  const back = await two.follow(await send(two, `${asked.address}/number-later`, {}));
  expect([back.searchParams.get('error'), back.searchParams.get('code')]).toEqual(['access_denied', null]);
});

test('the code of the page lets a sign-in after 24 hours go on', async () => {
  const phone = newPhone();
  const { id } = await signUp(phone, PASSWORD);
  await db().query("update account set created_at = created_at - interval '24 hours' where id = $1", [id]);
  const one = browserAt();
  const asked = await stoppedAt(one, await one.postSignIn(await one.toSignIn({ prompt: 'login' }), phone, PASSWORD));
  const codePage = await (await send(one, `${asked.address}/number`, { phone })).text();
  // the code of another account is not valid here, and confirms nothing there
  const other = newPhone();
  const { otpId } = await signUp(other, PASSWORD);
  expect(
    (
      await send(one, `${asked.address}/number-code`, {
        codeId: String(otpId),
        phone,
        code: await lastCode(backend.config, other),
      })
    ).status,
  ).toBe(422);
  expect((await backend.accounts.listByNumber(other)).map(({ phoneVerified }) => phoneVerified)).toEqual([false]);
  const back = await one.follow(
    await send(one, `${asked.address}/number-code`, {
      codeId: hidden(codePage, 'codeId'),
      phone,
      code: await lastCode(backend.config, phone),
    }),
  );
  const { access_token: token } = (await (await one.exchange(back.searchParams.get('code') ?? '')).json()) as Tokens;
  expect(await userInfo(token)).toMatchObject({ phone_number_verified: true });
});

test('a password reset reaches only the proven account: others of the number keep their password', async () => {
  const phone = newPhone();
  await signUp(phone, STRANGER);
  const forgot = async () =>
    (
      await fetch(`${backend.urls.identity}/account/forgot-password`, {
        method: 'POST',
        headers: { 'x-forwarded-for': somewhere() },
        body: new URLSearchParams({ userName: phone }),
      })
    ).text();
  const before = await messagesTo(phone);
  const page = await forgot();
  expect(page).toContain('Tạo tài khoản');
  expect(await messagesTo(phone)).toBe(before);

  const owner = await signUp(phone, PASSWORD);
  await confirm(phone, owner['otpId'], await lastCode(backend.config, phone));
  const sent = await messagesTo(phone);
  const codeId = hidden(await forgot(), 'codeId');
  const done = await fetch(`${backend.urls.identity}/account/reset-password`, {
    method: 'POST',
    body: new URLSearchParams({
      codeId,
      code: await codeAfter(phone, sent),
      next: 'hoa sữa đầu thu',
      repeat: 'hoa sữa đầu thu',
    }),
  });
  expect(await done.text()).toContain('Đã đổi mật khẩu');
  expect(decodeJwt((await tokensOf(phone, 'hoa sữa đầu thu')).access_token).sub).toBe(owner['id']);
  const one = browserAt();
  expect((await stoppedAt(one, await one.postSignIn(await one.toSignIn(), phone, STRANGER))).text).toContain(
    'Nhập số điện thoại khác',
  );
});

test('[CALL-04] a code asked for by number alone proves it only for the account of the password given next', async () => {
  const phone = newPhone();
  const stranger = await signUp(phone, STRANGER);
  const owner = await signUp(phone, PASSWORD);
  const at = somewhere();
  const sent = await messagesTo(phone);
  const { id } = await dataOf(await askCode(phone, { 'x-forwarded-for': at }));
  expect((await confirm(phone, id, await codeAfter(phone, sent))).status).toBe(200);
  const proven = async () =>
    (await db().query<{ id: string }>('select id from account where user_name = $1 and phone_verified', [phone])).map(
      (row) => row.id,
    );
  expect(await proven()).toEqual([]);
  expect(await userInfo((await tokensOf(phone, STRANGER)).access_token)).toMatchObject({
    sub: stranger['id'],
    phone_number_verified: false,
  });
  const { access_token: token } = await tokensOf(phone, PASSWORD, { phone_code: String(id) });
  expect(await userInfo(token)).toMatchObject({ sub: owner['id'], phone_number_verified: true });
  expect(await proven()).toEqual([owner['id']]);
  // once
  expect(await backend.codes.takeProof(String(id), phone)).toBe(false);
});

test('the proof of one number is none for another', async () => {
  const [own, victims] = [newPhone(), newPhone()];
  await signUp(own, STRANGER);
  const sent = await messagesTo(own);
  const { id } = await dataOf(await askCode(own));
  expect((await confirm(own, id, await codeAfter(own, sent))).status).toBe(200);
  await signUp(victims, STRANGER);
  const { access_token: token } = await tokensOf(victims, STRANGER, { phone_code: String(id) });
  expect(await userInfo(token)).toMatchObject({ phone_number: `84${victims.slice(1)}`, phone_number_verified: false });
});

test('a code for a new password opens nothing once somebody else has proven the number', async () => {
  const phone = newPhone();
  await signUpProven(phone);
  const sent = await messagesTo(phone);
  const page = await fetch(`${backend.urls.identity}/account/forgot-password`, {
    method: 'POST',
    headers: { 'x-forwarded-for': somewhere() },
    body: new URLSearchParams({ userName: phone }),
  });
  const [codeId, code] = [hidden(await page.text(), 'codeId'), await codeAfter(phone, sent)];
  const next = await signUp(phone, 'mật khẩu của chủ mới');
  await backend.accounts.prove(String(next['id']), `84${phone.slice(1)}`);
  const reset = await fetch(`${backend.urls.identity}/account/reset-password`, {
    method: 'POST',
    body: new URLSearchParams({ codeId, code, next: 'hoa sữa đầu thu', repeat: 'hoa sữa đầu thu' }),
  });
  expect(reset.status).toBe(422);
  expect([
    (await backend.accounts.signIn(phone, 'hoa sữa đầu thu', { ip: somewhere() })).kind,
    (await backend.accounts.signIn(phone, PASSWORD, { ip: somewhere() })).kind,
  ]).toEqual(['refused', 'ok']);
});

test('a number to sign in with and another one to prove are refused', async () => {
  const answer = await post(`${backend.urls.shell}/api/ano/phr/auth/sign-up`, {
    userName: newPhone(),
    phoneNumber: newPhone(),
    password: PASSWORD,
    fullName: 'A',
  });
  expect([answer.status, (await json(answer))['code']]).toEqual([400, 'InvalidPhoneNumber']);
});

test('a sign-in costs the same work whether a number has none, one or eight accounts', async () => {
  const [none, one, many] = [newPhone(), newPhone(), newPhone()];
  await signUp(one, PASSWORD);
  for (let n = 0; n < 8; n += 1)
    await backend.accounts.create({ userName: many, password: `mật khẩu số ${n}`, fullName: 'A' });
  const work = async (name: string): Promise<number> => {
    const before = process.cpuUsage();
    for (let n = 0; n < 3; n += 1) await backend.accounts.signIn(name, 'wrong', { ip: somewhere() });
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  await work(none);
  const least = async (name: string): Promise<number> => Math.min(await work(name), await work(name), await work(name));
  const [a, b, c] = [await least(none), await least(one), await least(many)];
  // eight hashes instead of two would be four times as much
  expect(Math.max(a, b, c)).toBeLessThan(2 * Math.min(a, b, c));
  for (let n = 0; n < 8; n += 1)
    expect((await backend.accounts.signIn(many, `mật khẩu số ${n}`, { ip: somewhere() })).kind).toBe('ok');
});

test("(31) a guesser's own account for the number neither resets the count nor makes a browser known", async () => {
  const phone = newPhone();
  await signUp(phone, PASSWORD);
  await prove(backend, phone);
  await signUp(phone, STRANGER);
  const one = browserAt();
  const page = await one.toSignIn();
  const guess = async () => (await one.postSignIn(page, phone, 'wrong')).status;
  expect([await guess(), await guess(), await guess(), await guess()]).toEqual([401, 401, 401, 401]);
  expect((await one.postSignIn(page, phone, STRANGER)).status).toBe(303);
  const next = await one.toSignIn({ prompt: 'login' });
  expect((await one.postSignIn(next, phone, 'wrong')).status).toBe(423);
});

test('guesses count for the network, by whichever of its addresses they come', async () => {
  const phone = newPhone();
  await signUpProven(phone);
  const kinds: string[] = [];
  for (let n = 0; n < backend.config.limits.lockAfterFailures; n += 1)
    kinds.push((await backend.accounts.signIn(phone, 'wrong', { ip: `2001:db8:31:1::${n + 1}` })).kind);
  expect(kinds.at(-1)).toBe('locked');
  expect((await backend.accounts.signIn(phone, PASSWORD, { ip: '2001:db8:31:1::ffff' })).kind).toBe('locked');
  expect((await backend.accounts.signIn(phone, PASSWORD, { ip: '2001:db8:31:2::1' })).kind).toBe('ok');
});

describe('[SIGN-05] codes', () => {
  const forgotAt = (one: { open: Browser['open'] }, phone: string) =>
    one.open('/account/forgot-password', { method: 'POST', body: new URLSearchParams({ userName: phone }) });

  test("strangers' requests never block a code for a signed-in person, a known browser, another network", async () => {
    const phone = newPhone();
    await signUpProven(phone);
    // even strangers in the same network
    const far = { 'x-forwarded-for': somewhere() };
    const { browser: own, tokens } = await signedIn(backend.config, phone, far);
    for (const status of [200, 200, 429]) expect((await askCode(phone, far)).status).toBe(status);
    const stranger = browserAt(far['x-forwarded-for']);
    for (let n = 0; n < 3; n += 1) expect((await forgotAt(stranger, phone)).status).toBe(200);

    const before = await messagesTo(phone);
    for (const status of [200, 200, 429])
      expect((await askCode(phone, bearer(tokens.access_token))).status).toBe(status);
    expect(await messagesTo(phone)).toBe(before + 2);
    const page = await (await forgotAt(own, phone)).text();
    expect(await messagesTo(phone)).toBe(before + 3);
    const done = await own.open('/account/reset-password', {
      method: 'POST',
      body: new URLSearchParams({
        codeId: hidden(page, 'codeId'),
        code: await lastCode(backend.config, phone),
        next: 'hoa sữa đầu thu',
        repeat: 'hoa sữa đầu thu',
      }),
    });
    expect(await done.text()).toContain('Đã đổi mật khẩu');
  });

  test("refuses a network's third anonymous request and says how long to wait; other networks keep theirs", async () => {
    const phone = newPhone();
    const [here, there] = [{ 'x-forwarded-for': '2001:db8:77:1::1' }, { 'x-forwarded-for': '2001:db8:77:2::1' }];
    expect((await askCode(phone, here)).status).toBe(200);
    expect((await askCode(phone, { 'x-forwarded-for': '2001:db8:77:1:ffff::2' })).status).toBe(200);
    const third = await askCode(phone, here);
    expect([third.status, (await json(third))['code'], Number(third.headers.get('retry-after')) > 86_000]).toEqual([
      429,
      'OTP_LIMIT',
      true,
    ]);
    expect((await askCode(phone, there)).status).toBe(200);
  });

  test("sign-ups count towards a network's two codes per number; the refused one makes no account", async () => {
    const phone = newPhone();
    const at = { 'x-forwarded-for': somewhere() };
    const statuses = [];
    for (const password of [PASSWORD, STRANGER, 'một mật khẩu nữa']) {
      statuses.push(
        (
          await post(
            `${backend.urls.shell}/api/ano/phr/auth/sign-up`,
            { userName: phone, phoneNumber: phone, password, fullName: 'A' },
            at,
          )
        ).status,
      );
    }
    expect([statuses, (await backend.accounts.listByNumber(phone)).length, await messagesTo(phone)]).toEqual([
      [200, 200, 429],
      2,
      2,
    ]);
  });

  test('however many networks ask, one number gets no more messages in an hour than its bound', async () => {
    const phone = newPhone();
    await signUp(phone, PASSWORD);
    const most = backend.config.limits.otpPerHourPhone * 3;
    const statuses: number[] = [];
    for (let n = 0; n < most + 2; n += 1) statuses.push((await askCode(phone)).status);
    // the sign-up's own code is one of them
    expect(statuses).toEqual([...Array(most - 1).fill(200), 429, 429, 429]);
  });

  test('[SIGN-06] a code opens once, of many who send it at the same moment, and only what it was sent for', async () => {
    const phone = newPhone();
    const account = await backend.accounts.find(await signUpProven(phone));
    if (account === undefined) throw new Error('no account');
    const { id } = await backend.codes.request(account, 'phone');
    const code = await lastCode(backend.config, phone);
    await expect(backend.codes.confirm(id, code, 'password')).rejects.toMatchObject({ code: 'InvalidToken' });
    const tries = await Promise.allSettled(
      Array.from({ length: 4 }, () => backend.codes.confirm(id, code, 'phone', account.id)),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('[SIGN-06] wrong tries at a code that a stranger asked for count to that code alone', async () => {
    const phone = newPhone();
    await signUp(phone, PASSWORD);
    const ask = async (): Promise<readonly [id: string, code: string]> => {
      const sent = await messagesTo(phone);
      return [String((await dataOf(await askCode(phone)))['id']), await codeAfter(phone, sent)];
    };
    const [[strange, one], [own, code]] = [await ask(), await ask()];
    const wrong = ['111111', '222222', '333333'].find((guess) => guess !== one && guess !== code) ?? '';
    for (const status of [400, 400, 400, 400, 400, 429])
      expect((await confirm(phone, strange, wrong)).status).toBe(status);
    expect((await confirm(phone, own, code)).status).toBe(200);
  });

  test('[SIGN-06] a code lives beside a newer one: either opens, once, and each has its five tries', async () => {
    const phone = newPhone();
    const account = await backend.accounts.find(await signUpProven(phone));
    if (account === undefined) throw new Error('no account');
    const older = await backend.codes.request(account, 'phone');
    const olderCode = await lastCode(backend.config, phone);
    const newer = await backend.codes.request(account, 'phone');
    const newerCode = await lastCode(backend.config, phone);
    const wrong = ['111111', '222222', '333333'].find((code) => code !== olderCode && code !== newerCode) ?? '';
    for (let n = 0; n < 4; n += 1)
      await expect(backend.codes.confirm(newer.id, wrong, 'phone', account.id)).rejects.toMatchObject({
        code: 'InvalidToken',
      });
    // typed on the page of the newer one
    expect(await backend.codes.confirm(newer.id, olderCode, 'phone', account.id)).toBe(account.id);
    for (const [codeId, code] of [
      [older.id, olderCode],
      [newer.id, newerCode],
    ] as const) {
      await expect(backend.codes.confirm(codeId, code, 'phone', account.id)).rejects.toMatchObject({
        code: 'InvalidToken',
      });
    }
  });
});

test('the accounts of before keep their passwords and records', async () => {
  const phone = newPhone();
  await register(backend.config, phone);
  // a hash with its own salt is stored next to the number
  const { hash } = await import('@node-rs/argon2');
  await db().query('update account set password_hash = $2 where user_name = $1', [
    phone,
    await hash(PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 }),
  ]);
  await backend.accounts.create({ userName: phone, password: STRANGER, fullName: 'A' });
  expect((await backend.accounts.signIn(phone, PASSWORD, { ip: somewhere() })).kind).toBe('ok');
});
