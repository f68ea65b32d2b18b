/** @jest-environment ./shared/build/src/jest-browser.cjs */
import { createTextStore } from '../host/storage.ts';
import { createTokenStore, TOKEN_KEY } from './token-store.ts';

const token = { accessToken: 'secret-access', refreshToken: 'secret-refresh', expiresIn: 10, issuedAt: 20 };
const tab = createTextStore(() => window.sessionStorage);
beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

test("[AUTH-26] the token is mirrored under one key of the tab's storage and nowhere else", () => {
  createTokenStore(
    tab,
    () => 0,
    () => false,
  ).write(token);
  expect(Object.keys(sessionStorage)).toEqual([TOKEN_KEY]);
  expect(JSON.stringify({ ...localStorage })).not.toContain('secret');
  expect(
    createTokenStore(
      tab,
      () => 0,
      () => false,
    ).read(),
  ).toEqual(token);
});

test('[AUTH-21] removing it leaves nothing behind', () => {
  const store = createTokenStore(
    tab,
    () => 0,
    () => false,
  );
  store.write(token);
  store.write(undefined);
  expect(store.read()).toBeUndefined();
  expect(sessionStorage).toHaveLength(0);
});

test('[UX-27] on a shared device it is nowhere but in memory, where no tab that is brought back finds it', () => {
  const store = createTokenStore(
    tab,
    () => 0,
    () => true,
  );
  store.write(token);
  expect(store.read()).toEqual(token);
  expect([sessionStorage.length, localStorage.length]).toEqual([0, 0]);
});
