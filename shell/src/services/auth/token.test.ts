import { isExpired, isRefreshDue, tokenFromAnswer, tokenFromText } from './token.ts';

const HOUR = 3_600;
const token = { accessToken: 'a', expiresIn: HOUR, issuedAt: 1_000_000 };

test('[AUTH-16] reads access, refresh and id token, life and time of issue from the answer', () => {
  expect(
    tokenFromAnswer(
      { access_token: 'a', refresh_token: 'r', id_token: 'i', expires_in: 1800, token_type: 'Bearer' },
      50,
    ),
  ).toEqual({ accessToken: 'a', refreshToken: 'r', idToken: 'i', expiresIn: 1800, issuedAt: 50 });
});

test('[AUTH-17] takes now, in seconds, where the time of issue is missing, and keeps one that is given', () => {
  expect(tokenFromAnswer({ access_token: 'a', expires_in: 1 }, 1_795_000_000)?.issuedAt).toBe(1_795_000_000);
  expect(tokenFromAnswer({ access_token: 'a', expires_in: 1, issued_at: 7 }, 1_795_000_000)?.issuedAt).toBe(7);
});

test('[AUTH-06] an answer without an access token is no token', () => {
  expect(tokenFromAnswer({ id_token: 'i' }, 0)).toBeUndefined();
  expect(tokenFromAnswer(null, 0)).toBeUndefined();
});

test('[AUTH-18] renewal is due from ten minutes before the end: not 10:01 before, but 9:59 before', () => {
  const end = token.issuedAt + HOUR;
  expect(isRefreshDue(token, end - 601, false)).toBe(false);
  expect(isRefreshDue(token, end - 600, false)).toBe(true);
  expect(isRefreshDue(token, end - 599, false)).toBe(true);
});

test('[AUTH-18] a renewed token with a short life is left alone for half of it', () => {
  const short = { accessToken: 'a', expiresIn: 600, issuedAt: 1_000_000 };
  expect(isRefreshDue(short, short.issuedAt + 1, false)).toBe(true);
  expect(isRefreshDue(short, short.issuedAt + 299, true)).toBe(false);
  expect(isRefreshDue(short, short.issuedAt + 300, true)).toBe(true);
});

test('a token ends when its life is over', () => {
  expect(isExpired(token, token.issuedAt + HOUR - 1)).toBe(false);
  expect(isExpired(token, token.issuedAt + HOUR)).toBe(true);
});

test('a kept token comes back as it was; anything unreadable is none', () => {
  const kept = { accessToken: 'a', refreshToken: 'r', expiresIn: 5, issuedAt: 6 };
  expect(tokenFromText(JSON.stringify(kept), 99)).toEqual(kept);
  expect(tokenFromText('{', 99)).toBeUndefined();
  expect(tokenFromText('[]', 99)).toBeUndefined();
  expect(tokenFromText(undefined, 99)).toBeUndefined();
});
