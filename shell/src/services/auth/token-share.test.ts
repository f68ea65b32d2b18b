import { claimsOf } from './claims.ts';
import { createRefresher } from './refresher.ts';
import type { AuthToken } from './token.ts';
import { openTokenShare, type TokenShare } from './token-share.ts';

const NOW = 1_000_000;
const jwt = (claims: object): string =>
  `h.${btoa(JSON.stringify(claims)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}.s`;
const access = (name: string, session = 's1', sub = 'u1'): string => jwt({ sub, sid: session, name });
const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** A browser: a lock shared by its tabs, and a counting token endpoint. */
function browser() {
  const seen = { requests: [] as string[] };
  let last: Promise<unknown> = Promise.resolve();
  const exclusive = <T>(task: () => Promise<T>): Promise<T> => {
    const turn = last.then(task, task);
    last = turn;
    return turn;
  };
  async function tab(name: string, { age = 1_300, session = 's1', sub = 'u1' } = {}) {
    let token: AuthToken | undefined = {
      accessToken: access(`${name}-old`, session, sub),
      refreshToken: `refresh-${name}`,
      idToken: `id-${name}`,
      expiresIn: 1_800,
      issuedAt: NOW - age,
    };
    const share: TokenShare | undefined = await openTokenShare(token, {
      held: () => token,
      onOffer: (offered) => refresher.adopt(offered),
      now: () => NOW,
    });
    if (share !== undefined) closers.push(share.close);
    const refresher = createRefresher({
      tokens: {
        read: () => token,
        write: (next) => {
          token = next;
        },
      },
      renew: async (refreshToken, held) => {
        seen.requests.push(refreshToken);
        await new Promise((resolve) => {
          setTimeout(resolve, 10);
        });
        return {
          ...held,
          accessToken: access(`fresh ${seen.requests.length}`, session, sub),
          refreshToken: `${refreshToken}'`,
          issuedAt: NOW,
        };
      },
      now: () => NOW,
      exclusive,
      requestFromTabs: async (than) => share?.ask(than),
      broadcast: (fresh) => share?.offer(fresh),
      onRefused: () => undefined,
    });
    return {
      refresher,
      token: () => token,
      close: () => share?.close(),
      signOut: () => {
        token = undefined;
      },
    };
  }
  return { seen, tab };
}

test('[AUTH-20] five tabs that reach the margin together make one token request and share the token', async () => {
  const { seen, tab } = browser();
  const tabs = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => tab(name)));
  const given = await Promise.all(tabs.map(({ refresher }) => refresher.accessToken()));
  expect(seen.requests).toHaveLength(1);
  expect(new Set(given)).toEqual(new Set([access('fresh 1')]));
});

test('[AUTH-20] a tab that needs a token later takes the one that a sibling has, without a request', async () => {
  const { seen, tab } = browser();
  const [first] = await Promise.all([tab('a'), tab('b')]);
  await first.refresher.accessToken();
  const late = await tab('c');
  await expect(late.refresher.accessToken()).resolves.toBe(access('fresh 1'));
  expect(seen.requests).toEqual(['refresh-a']);
});

test('[AUTH-20] a sibling whose own token is about to end is no help', async () => {
  const { seen, tab } = browser();
  const [older] = await Promise.all([tab('a', { age: 1_400 }), tab('b', { age: 1_300 })]);
  await expect(older.refresher.accessToken()).resolves.toBe(access('fresh 1'));
  expect(seen.requests).toEqual(['refresh-a']);
});

test('[AUTH-20] when the tab that renewed is closed, another one renews with its own grant', async () => {
  const { seen, tab } = browser();
  const [first, second] = await Promise.all([tab('a'), tab('b')]);
  const shared = await first.refresher.accessToken();
  first.close();
  await expect(second.refresher.accessToken()).resolves.toBe(shared);
  await expect(second.refresher.refreshAfter401(shared)).resolves.toBe(access('fresh 2'));
  expect(seen.requests).toEqual(['refresh-a', 'refresh-b']);
});

test('refresh and id tokens never leave their tab', async () => {
  const { tab } = browser();
  const [first, second] = await Promise.all([tab('a'), tab('b')]);
  const heard: string[] = [];
  const session = await openTokenShare(
    { accessToken: access('witness'), expiresIn: 1_800, issuedAt: NOW - 1_300 },
    {
      held: () => undefined,
      onOffer: () => undefined,
      now: () => NOW,
      openChannel: (name) => {
        const channel = new BroadcastChannel(name);
        channel.addEventListener('message', ({ data }) => heard.push(JSON.stringify(data)));
        return channel;
      },
    },
  );
  closers.push(() => session?.close());
  await first.refresher.accessToken();
  await second.refresher.accessToken();
  expect(heard.length).toBeGreaterThan(0);
  expect(heard.join()).not.toMatch(/refresh-|id-/);
  expect(second.token()).toMatchObject({ refreshToken: 'refresh-b', idToken: 'id-b', accessToken: access('fresh 1') });
});

test('[AUTH-26] tabs of another account or another session hear nothing and take nothing', async () => {
  const { seen, tab } = browser();
  const [own, otherSession, otherAccount] = await Promise.all([
    tab('a'),
    tab('b', { session: 's2' }),
    tab('c', { sub: 'u2' }),
  ]);
  await own.refresher.accessToken();
  expect(otherSession.token()?.accessToken).toBe(access('b-old', 's2'));
  await otherAccount.refresher.accessToken();
  expect(seen.requests).toEqual(['refresh-a', 'refresh-c']);
  expect(otherAccount.token()?.accessToken).toBe(access('fresh 2', 's1', 'u2'));
});

test('[AUTH-26] an offered token of the own session that will last is taken, and no other', async () => {
  const held = { accessToken: access('old'), expiresIn: 1_800, issuedAt: NOW - 1_300 };
  const channel = Object.assign(new EventTarget(), { postMessage: () => undefined, close: () => undefined });
  const taken: string[] = [];
  await openTokenShare(held, {
    held: () => held,
    onOffer: ({ accessToken }) => taken.push(accessToken),
    now: () => NOW,
    openChannel: () => channel as unknown as BroadcastChannel,
  });
  const offer = (accessToken: string, issuedAt: number, expiresIn = 1_800): void => {
    const data = { type: 'token', accessToken, expiresIn, issuedAt };
    channel.dispatchEvent(new MessageEvent('message', { data }));
  };
  offer(access('of another session', 's2'), NOW);
  offer(access('about to end'), NOW - 1_250);
  offer(access('of the same second'), held.issuedAt, 3_600);
  offer(access('fresh'), NOW);
  expect(taken).toEqual([access('fresh')]);
});

test('[AUTH-20] a tab that is asked gives a token that is newer and will last, and no other', async () => {
  const fresh = { accessToken: access('fresh'), expiresIn: 1_800, issuedAt: NOW };
  let held = fresh;
  const given: unknown[] = [];
  const channel = Object.assign(new EventTarget(), { postMessage: (data: unknown) => given.push(data) });
  await openTokenShare(fresh, {
    held: () => held,
    onOffer: () => undefined,
    now: () => NOW,
    openChannel: () => channel as unknown as BroadcastChannel,
  });
  const ask = (after: number): boolean =>
    channel.dispatchEvent(new MessageEvent('message', { data: { type: 'ask', after } }));
  ask(NOW);
  held = { ...fresh, issuedAt: NOW - 1_250 };
  ask(NOW - 1_300);
  expect(given).toEqual([]);
  held = fresh;
  ask(NOW - 1_300);
  expect(given).toEqual([{ type: 'token', ...fresh }]);
});

test('other tabs are asked for 200 ms, and no longer than until one has answered', async () => {
  const { jest } = import.meta;
  const old = { accessToken: access('old'), expiresIn: 1_800, issuedAt: NOW - 1_300 };
  const channel = Object.assign(new EventTarget(), { postMessage: () => undefined });
  const share = await openTokenShare(old, {
    held: () => old,
    onOffer: () => undefined,
    now: () => NOW,
    openChannel: () => channel as unknown as BroadcastChannel,
  });
  jest.useFakeTimers();
  try {
    const given: unknown[] = [];
    const asking = share?.ask(old).then((token) => given.push(token));
    await jest.advanceTimersByTimeAsync(199);
    expect(given).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    await asking;
    expect(given).toEqual([undefined]);
    const again = share?.ask(old);
    const data = { type: 'token', accessToken: access('fresh'), expiresIn: 1_800, issuedAt: NOW };
    channel.dispatchEvent(new MessageEvent('message', { data }));
    await expect(again).resolves.toMatchObject({ accessToken: access('fresh') });
    expect(jest.getTimerCount()).toBe(0);
  } finally {
    jest.useRealTimers();
  }
});

test('a message of a kind that this release does not know is not answered', async () => {
  const fresh = { accessToken: access('fresh'), expiresIn: 1_800, issuedAt: NOW };
  const given: unknown[] = [];
  const channel = Object.assign(new EventTarget(), { postMessage: (data: unknown) => given.push(data) });
  await openTokenShare(fresh, {
    held: () => fresh,
    onOffer: () => undefined,
    now: () => NOW,
    openChannel: () => channel as unknown as BroadcastChannel,
  });
  const data = { type: 'later', after: NOW - 1_300 };
  channel.dispatchEvent(new MessageEvent('message', { data }));
  expect(given).toEqual([]);
});

test('a tab that has signed out gives nothing and takes nothing', async () => {
  const { tab } = browser();
  const [first, second] = await Promise.all([tab('a'), tab('b')]);
  second.signOut();
  await first.refresher.accessToken();
  await new Promise((resolve) => {
    setTimeout(resolve, 20);
  });
  expect(second.token()).toBeUndefined();
});

test('a token without a session is shared with nobody', async () => {
  const options = { held: () => undefined, onOffer: () => undefined, now: () => NOW };
  await expect(openTokenShare({ accessToken: 'opaque', expiresIn: 1, issuedAt: 1 }, options)).resolves.toBeUndefined();
  await expect(
    openTokenShare({ accessToken: jwt({ sub: 'u' }), expiresIn: 1, issuedAt: 1 }, options),
  ).resolves.toBeUndefined();
});

test('reads claims as they are, and nothing of what is no JWT', () => {
  expect(claimsOf(jwt({ phr_cohorts: ['staff', 7] }))).toEqual({ cohorts: ['staff', '7'] });
  expect(claimsOf(jwt({ phr_cohorts: 'staff' }))).toEqual({});
  expect(claimsOf(jwt({ sub: 'ü1', sid: 's', auth_time: 7, iat: 9 }))).toEqual({
    sub: expect.any(String),
    sid: 's',
    authTime: 7,
    issuedAt: 9,
  });
  for (const text of [undefined, '', 'a.b.c', 'h.e30', 'h.W10.s', 'h.%%%.s']) expect(claimsOf(text)).toEqual({});
});
