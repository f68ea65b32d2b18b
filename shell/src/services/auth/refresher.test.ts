import { isAppError } from '@phr/contract/app-error';
import { createRefresher, RefreshRefused } from './refresher.ts';
import type { AuthToken } from './token.ts';

const NOW = 1_000_000;
const held = (left: number): AuthToken => ({
  accessToken: 'old',
  refreshToken: 'r1',
  idToken: 'i',
  expiresIn: 1_800,
  issuedAt: NOW + left - 1_800,
});
const fresh: AuthToken = { accessToken: 'new', refreshToken: 'r2', idToken: 'i', expiresIn: 1_800, issuedAt: NOW };

function setUp(token: AuthToken | undefined, renew: (refreshToken: string) => Promise<AuthToken>) {
  let kept = token;
  const seen = { renewals: 0, refused: [] as AuthToken[], exclusive: 0 };
  const refresher = createRefresher({
    tokens: {
      read: () => kept,
      write: (next) => {
        kept = next;
      },
    },
    renew: (refreshToken) => {
      seen.renewals += 1;
      return renew(refreshToken);
    },
    now: () => NOW,
    exclusive: (task) => {
      seen.exclusive += 1;
      return task();
    },
    requestFromTabs: async () => undefined,
    broadcast: () => undefined,
    onRefused: (was) => {
      seen.refused.push(was);
    },
  });
  return {
    refresher,
    seen,
    kept: () => kept,
    sign: (next: AuthToken | undefined) => {
      kept = next;
    },
  };
}

test('[AUTH-18] gives the held token while its end is far', async () => {
  const { refresher, seen } = setUp(held(601), async () => fresh);
  await expect(refresher.accessToken()).resolves.toBe('old');
  expect(seen.renewals).toBe(0);
});

test('[AUTH-20] many calls near the end make one renewal and all get the new token', async () => {
  const { refresher, seen, kept } = setUp(held(599), async () => fresh);
  await expect(Promise.all(Array.from({ length: 10 }, () => refresher.accessToken()))).resolves.toEqual(
    Array(10).fill('new'),
  );
  expect(seen).toMatchObject({ renewals: 1, exclusive: 1 });
  expect(kept()).toEqual(fresh);
});

test('[AUTH-19] a refused renewal removes the token and ends the session, once', async () => {
  const { refresher, seen, kept } = setUp(held(300), async () => {
    throw new RefreshRefused();
  });
  const results = await Promise.allSettled([refresher.accessToken(), refresher.accessToken()]);
  const reason = { code: 'UNAUTHORIZED', httpStatus: 401, source: 'ID_SERVER' };
  for (const result of results) expect(result).toMatchObject({ status: 'rejected', reason });
  expect(kept()).toBeUndefined();
  expect(seen.refused).toEqual([held(300)]);
});

test('[AUTH-19] a network failure is no refusal: the valid token goes on and the next call tries again', async () => {
  const { refresher, seen, kept } = setUp(held(300), async () => {
    throw new TypeError('Failed to fetch');
  });
  await expect(refresher.accessToken()).resolves.toBe('old');
  await expect(refresher.accessToken()).resolves.toBe('old');
  expect(seen).toMatchObject({ renewals: 2, refused: [] });
  expect(kept()).toEqual(held(300));
});

test('[AUTH-19] a network failure after the end rejects, keeps the token and signs nobody out', async () => {
  const { refresher, seen, kept } = setUp(held(-5), async () => {
    throw new TypeError('Failed to fetch');
  });
  await expect(refresher.accessToken()).rejects.toMatchObject({
    code: 'NETWORK',
    httpStatus: 0,
    source: 'ID_SERVER',
  });
  expect(seen.refused).toEqual([]);
  expect(kept()).toEqual(held(-5));
});

test('[AUTH-20] a call refused with 401 renews once; a second refused call takes the new token', async () => {
  const { refresher, seen } = setUp(held(1_500), async () => fresh);
  await expect(refresher.refreshAfter401('old')).resolves.toBe('new');
  await expect(refresher.refreshAfter401('old')).resolves.toBe('new');
  expect(seen.renewals).toBe(1);
});

test('[AUTH-18] without a refresh token the held one serves to its end, then the session is over', async () => {
  const { refreshToken: _none, ...bare } = held(60);
  const { refresher, seen, sign } = setUp(bare, async () => fresh);
  await expect(refresher.accessToken()).resolves.toBe('old');
  sign({ ...bare, issuedAt: NOW - 1_800 });
  await expect(refresher.accessToken()).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  expect(seen).toMatchObject({ renewals: 0 });
  expect(seen.refused).toHaveLength(1);
});

test('[AUTH-21] a renewal that answers after sign-out brings no token back', async () => {
  let answer: (token: AuthToken) => void = () => undefined;
  let begin: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const { refresher, sign, kept } = setUp(
    held(300),
    () =>
      new Promise((resolve) => {
        answer = resolve;
        begin();
      }),
  );
  const call = refresher.accessToken();
  await begun;
  sign(undefined);
  answer(fresh);
  await expect(call).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  expect(kept()).toBeUndefined();
});

test('[ERR-04] without a session a call rejects as not signed in', async () => {
  const { refresher } = setUp(undefined, async () => fresh);
  const error: unknown = await refresher.accessToken().catch((caught: unknown) => caught);
  expect(isAppError(error) && error.code).toBe('UNAUTHORIZED');
});

test('without a token there is none to give', async () => {
  const { refresher, seen } = setUp(undefined, async () => fresh);
  await expect(refresher.accessToken()).rejects.toMatchObject({
    code: 'UNAUTHORIZED',
    httpStatus: 401,
    source: 'ID_SERVER',
  });
  expect(seen.renewals).toBe(0);
});
