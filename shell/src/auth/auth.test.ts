import { waitFor } from '@testing-library/dom';
import type { Page } from '../host/page.ts';
import { createTextStore } from '../host/storage.ts';
import { createAuth } from './auth.ts';
import { TOKEN_KEY } from './token-store.ts';

const DISCOVERY = { issuer: 'https://id.test', authorization_endpoint: 'https://id.test/connect/authorize', token_endpoint: 'https://id.test/connect/token', userinfo_endpoint: 'https://id.test/u', end_session_endpoint: 'https://id.test/connect/endsession' };
const realFetch = globalThis.fetch;
const RealChannel = globalThis.BroadcastChannel;
const channels: BroadcastChannel[] = [];
/** Channels that stay open would keep the test run open. */
class ClosedLater extends RealChannel {
  constructor(name: string) {
    super(name);
    channels.push(this);
  }
}
/** What the token endpoint says; the rest is the discovery document. */
let refresh: () => Response = () => new Response('{}', { status: 400 });
beforeEach(() => {
  globalThis.BroadcastChannel = ClosedLater;
  sessionStorage.clear();
  localStorage.clear();
  refresh = () => new Response(JSON.stringify({ error: 'invalid_grant' }), { status: 400 });
  globalThis.fetch = (async (url: string) => (url.endsWith('/token') ? refresh() : new Response(JSON.stringify(DISCOVERY)))) as unknown as typeof fetch;
});
afterEach(() => {
  globalThis.fetch = realFetch;
  globalThis.BroadcastChannel = RealChannel;
  for (const channel of channels.splice(0)) channel.close();
});

function open({ isShared = false, at = '/conditions?view=1', signedIn = false }: { readonly isShared?: boolean; readonly at?: string; readonly signedIn?: boolean } = {}) {
  const seen = { left: [] as string[], replaced: [] as string[], wipes: 0, leavings: [] as boolean[] };
  const page: Page = {
    origin: 'https://app.test', userAgent: 'test', href: () => `https://app.test${at}`, pathname: () => new URL(at, 'https://app.test').pathname, width: () => 360,
    leave: (url) => { seen.left.push(url); }, replace: (url) => { seen.replaced.push(url); }, reload: () => undefined,
  };
  const tabStore = createTextStore(() => window.sessionStorage);
  if (signedIn) tabStore.set(TOKEN_KEY, JSON.stringify({ accessToken: 'a', refreshToken: 'r', idToken: 'i', expiresIn: 3600, issuedAt: Math.floor(Date.now() / 1000) }));
  const auth = createAuth({
    authority: 'https://id.test', clientId: 'phr-web', scope: 'openid', page, tabStore, localStore: createTextStore(() => window.localStorage), locale: () => 'vi-VN', isShared: () => isShared, inAppBrowsers: [],
    isOwnPath: (pathname) => pathname.startsWith('/conditions'), session: { idleMs: () => 1_800_000, absoluteMs: 43_200_000 },
    onLeaving: (ended) => { seen.leavings.push(ended); }, wipe: async () => { seen.wipes += 1; },
  });
  return { auth, seen, tabStore };
}

test('[AUTH-21] signing out takes the token and all of the tab away, deletes what the browser keeps of persons, and ends the session of the identity service', async () => {
  const { auth, seen, tabStore } = open({ signedIn: true });
  tabStore.set('phr.wanted', '/conditions');
  tabStore.set('phr.from', '/register-org/7');
  await auth.signOut();
  expect(tabStore.keys()).toEqual([]);
  expect(seen).toMatchObject({ wipes: 1, leavings: [false] });
  const { pathname, searchParams } = new URL(seen.replaced[0] ?? '');
  expect(pathname).toBe('/connect/endsession');
  expect(Object.fromEntries(searchParams)).toEqual({ client_id: 'phr-web', id_token_hint: 'i', post_logout_redirect_uri: 'https://app.test/' });
});

test('[AUTH-19] a refresh that is refused ends the session; the place comes back after sign-in, and nothing typed is deleted', async () => {
  const { auth, seen, tabStore } = open({ signedIn: true });
  await expect(auth.afterRefusal('a')).rejects.toBeDefined();
  await waitFor(() => expect(seen.replaced).toHaveLength(1));
  expect(tabStore.get(TOKEN_KEY)).toBeUndefined();
  expect(seen).toMatchObject({ wipes: 0, leavings: [true] });
  expect([auth.takeEnded(), auth.takeWanted()]).toEqual([true, '/conditions?view=1']);
});

test('[UX-27] on a shared device the place of one person is not kept for the next', async () => {
  const { auth, seen, tabStore } = open({ signedIn: true, isShared: true });
  tabStore.set('phr.wanted', '/conditions?view=2');
  await expect(auth.afterRefusal('a')).rejects.toBeDefined();
  await waitFor(() => expect(seen.replaced).toHaveLength(1));
  expect([auth.takeEnded(), auth.takeWanted()]).toEqual([true, '/dashboard']);
});

test.each([[true, 'login'], [false, null]])('[UX-27] with a shared device: %s, the identity service is asked with prompt %s', async (isShared, prompt) => {
  const { auth, seen } = open({ isShared, at: '/signin' });
  await auth.prepare();
  auth.signIn();
  const { searchParams } = new URL(seen.left[0] ?? '');
  expect(searchParams.get('prompt')).toBe(prompt);
  expect(searchParams.get('state')).toHaveLength(30);
});

test('a button that is pressed before the request is ready opens nothing', () => {
  const { auth, seen } = open({ at: '/signin' });
  auth.signIn();
  expect(seen.left).toEqual([]);
});
