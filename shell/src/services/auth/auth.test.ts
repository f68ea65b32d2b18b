/** @jest-environment ./shared/build/src/jest-browser.cjs */
import { waitFor } from '@testing-library/dom';
import type { Page } from '../host/page.ts';
import { createTextStore } from '../host/storage.ts';
import { createAuth } from './auth.ts';
import { awaitCallback } from './handover.ts';
import { TOKEN_KEY } from './token-store.ts';

const { jest } = import.meta;

const DISCOVERY = {
  issuer: 'https://id.test',
  authorization_endpoint: 'https://id.test/connect/authorize',
  token_endpoint: 'https://id.test/connect/token',
  userinfo_endpoint: 'https://id.test/u',
  end_session_endpoint: 'https://id.test/connect/endsession',
};
const realFetch = globalThis.fetch;
const RealChannel = globalThis.BroadcastChannel;
const channels: BroadcastChannel[] = [];
/** Open channels would keep the test process alive. */
class ClosedLater extends RealChannel {
  constructor(name: string) {
    super(name);
    channels.push(this);
  }
}
/** Response of the token endpoint; other requests get the discovery document. */
let refresh: () => Response = () => new Response('{}', { status: 400 });
beforeEach(() => {
  globalThis.BroadcastChannel = ClosedLater;
  sessionStorage.clear();
  localStorage.clear();
  refresh = () => new Response(JSON.stringify({ error: 'invalid_grant' }), { status: 400 });
  globalThis.fetch = (async (url: string) =>
    url.endsWith('/token') ? refresh() : new Response(JSON.stringify(DISCOVERY))) as unknown as typeof fetch;
});
afterEach(() => {
  globalThis.fetch = realFetch;
  globalThis.BroadcastChannel = RealChannel;
  for (const channel of channels.splice(0)) channel.close();
});

function open({
  isShared = false,
  at = '/conditions?view=1',
  signedIn = false,
  width = 360,
}: {
  readonly isShared?: boolean;
  readonly at?: string;
  readonly signedIn?: boolean;
  readonly width?: number;
} = {}) {
  let [sealing, whenSealed] = [Promise.resolve(), (): void => undefined];
  /** Simulates sealing in progress until the returned function is called. */
  const seal = () => {
    sealing = new Promise((resolve) => {
      whenSealed = resolve;
    });
    return whenSealed;
  };
  const seen = {
    left: [] as string[],
    replaced: [] as string[],
    wipes: 0,
    shared: 0,
    doubts: 0,
    leavings: [] as boolean[],
  };
  let place = at;
  const page: Page = {
    origin: 'https://app.test',
    userAgent: 'test',
    href: () => `https://app.test${place}`,
    pathname: () => new URL(place, 'https://app.test').pathname,
    width: () => width,
    leave: (url) => {
      seen.left.push(url);
    },
    replace: (url) => {
      seen.replaced.push(url);
    },
    reload: () => undefined,
  };
  const tabStore = createTextStore(() => window.sessionStorage);
  const sealedTab = createTextStore(() => {
    throw new Error('in memory alone');
  });
  const holdToken = () =>
    tabStore.set(
      TOKEN_KEY,
      JSON.stringify({
        accessToken: 'a',
        refreshToken: 'r',
        idToken: 'i',
        expiresIn: 3600,
        issuedAt: Math.floor(Date.now() / 1000),
      }),
    );
  if (signedIn) holdToken();
  const auth = createAuth({
    authority: 'https://id.test',
    clientId: 'phr-web',
    scope: 'openid',
    page,
    tabStore,
    localStore: createTextStore(() => window.localStorage),
    sealedTab,
    sealed: () => sealing,
    locale: () => 'vi-VN',
    isShared: () => isShared,
    onShared: () => {
      seen.shared += 1;
    },
    onUnreachable: async () => {
      seen.doubts += 1;
    },
    inAppBrowsers: [],
    isOwnPath: (pathname) => pathname.startsWith('/conditions'),
    sessionLimits: { idleMs: () => 1_800_000, absoluteMs: 43_200_000 },
    onUnload: (ended) => {
      seen.leavings.push(ended);
    },
    clearUserData: async () => {
      seen.wipes += 1;
    },
    log: { event: () => undefined },
  });
  return {
    auth,
    seen,
    tabStore,
    sealedTab,
    seal,
    holdToken,
    moveTo(path: string) {
      place = path;
    },
  };
}

test('[AUTH-21] signing out clears token, tab and stored personal data, and ends the identity session', async () => {
  const { auth, seen, tabStore, sealedTab } = open({ signedIn: true });
  auth.keepWanted('/conditions');
  sealedTab.set('phr.from', '/register-org/7');
  await auth.signOut();
  expect([...tabStore.keys(), ...sealedTab.keys()]).toEqual([]);
  await waitFor(() => expect(seen.replaced).toHaveLength(1));
  expect(seen).toMatchObject({ wipes: 1, leavings: [false] });
  const { pathname, searchParams } = new URL(seen.replaced[0] ?? '');
  expect(pathname).toBe('/connect/endsession');
  expect(Object.fromEntries(searchParams)).toEqual({
    client_id: 'phr-web',
    id_token_hint: 'i',
    post_logout_redirect_uri: 'https://app.test/',
  });
});

test('signing out while the identity service is not reached leads to the sign-in screen, with nothing left', async () => {
  globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  const { auth, seen, tabStore } = open({ signedIn: true });
  await auth.signOut();
  await waitFor(() => expect(seen.replaced).toEqual(['/signin']));
  expect([seen.wipes, tabStore.get(TOKEN_KEY)]).toEqual([1, undefined]);
});

test('[AUTH-19] a refused refresh ends the session, keeps what was typed, and returns after sign-in', async () => {
  const { auth, seen, tabStore } = open({ signedIn: true });
  await expect(auth.refreshAfter401('a')).rejects.toBeDefined();
  await waitFor(() => expect(seen.replaced).toHaveLength(1));
  expect(tabStore.get(TOKEN_KEY)).toBeUndefined();
  expect(seen).toMatchObject({ wipes: 0, leavings: [true] });
  expect([auth.consumeSessionEnded(), auth.consumeReturnPath()]).toEqual(['kept', '/conditions?view=1']);
});

test('[UX-36] a session whose end is near warns, and nothing ends before it is over', async () => {
  const near = { age: 1_790_000, idle: 1_790_000 };
  sessionStorage.setItem('phr.clock', JSON.stringify(near));
  const { auth, seen } = open({ signedIn: true });
  await auth.start();
  expect(auth.session.news.get()).toEqual({ kind: 'soon', reason: 'idle', minutes: 1 });
  auth.session.extend();
  expect(auth.session.news.get()).toEqual({ kind: 'running' });
  // let anything that would leave the page run
  await new Promise((resolve) => {
    setTimeout(resolve);
  });
  expect(seen.replaced).toEqual([]);
});

test('a session of which nothing is written down is as old as its id token says', async () => {
  const now = Math.floor(Date.now() / 1000);
  const claims = { auth_time: now - 43_100, iat: now };
  const idToken = `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`;
  sessionStorage.setItem(TOKEN_KEY, JSON.stringify({ accessToken: 'a', idToken, expiresIn: 3600, issuedAt: now }));
  const { auth } = open();
  await auth.start();
  expect(auth.session.news.get()).toEqual({ kind: 'soon', reason: 'absolute', minutes: 2 });
});

test('a session that is over ends by itself, and the next sign-in comes back to its place', async () => {
  sessionStorage.setItem('phr.clock', JSON.stringify({ age: 1_900_000, idle: 1_900_000 }));
  const { auth, seen, tabStore } = open({ signedIn: true });
  await auth.start();
  await waitFor(() => expect(seen.replaced).toHaveLength(1));
  expect(tabStore.get(TOKEN_KEY)).toBeUndefined();
  expect([auth.consumeSessionEnded(), auth.consumeReturnPath()]).toEqual(['kept', '/conditions?view=1']);
});

test('[UX-27] on a shared device the place of one person is not kept for the next', async () => {
  const { auth, seen } = open({ signedIn: true, isShared: true });
  auth.keepWanted('/conditions?view=2');
  await expect(auth.refreshAfter401('a')).rejects.toBeDefined();
  await waitFor(() => expect(seen.replaced).toHaveLength(1));
  expect([auth.consumeSessionEnded(), auth.consumeReturnPath()]).toEqual(['dropped', '/dashboard']);
  expect(seen.wipes).toBe(1);
});

test.each([
  [true, 'login', 'true'],
  [false, null, null],
])(
  '[UX-27] with a shared device: %s, the identity service is asked with prompt %s and told %s',
  async (isShared, prompt, told) => {
    const { auth, seen } = open({ isShared, at: '/signin' });
    await auth.prepare();
    auth.signIn();
    await waitFor(() => expect(seen.left).toHaveLength(1));
    const { searchParams } = new URL(seen.left[0] ?? '');
    expect([searchParams.get('prompt'), searchParams.get('shared_device')]).toEqual([prompt, told]);
    expect(searchParams.get('state')).toHaveLength(30);
  },
);

test.each(['a press on the button', 'the end of a session'])(
  '%s leaves the page only when what the person came for is sealed',
  async (what) => {
    const { auth, seen, seal } = open({ signedIn: what === 'the end of a session' });
    if (what === 'a press on the button') await auth.prepare();
    const sealed = seal();
    auth.keepWanted('/conditions?q=ung+thư');
    expect(JSON.stringify([{ ...sessionStorage }, { ...localStorage }])).not.toContain('/conditions');
    if (what === 'a press on the button') auth.signIn();
    else await expect(auth.refreshAfter401('a')).rejects.toBeDefined();
    // let anything that would leave at once run
    await new Promise((resolve) => {
      setTimeout(resolve);
    });
    expect([...seen.left, ...seen.replaced]).toEqual([]);
    sealed();
    await waitFor(() => expect([...seen.left, ...seen.replaced]).toHaveLength(1));
  },
);

test.each([
  ['that the identity service calls shared', true, false, 1],
  ['that the person called shared', false, true, 1],
  ['of its own', false, false, 0],
])('a token that comes on a device %s is told to the page', async (_, isCalledShared, isShared, told) => {
  const idToken = `h.${Buffer.from(JSON.stringify({ shared_device: isCalledShared })).toString('base64url')}.s`;
  const answer = {
    access_token: 'new',
    refresh_token: 'r2',
    id_token: idToken,
    expires_in: 1_800,
    token_type: 'Bearer',
  };
  refresh = () => new Response(JSON.stringify(answer));
  const { auth, seen } = open({ signedIn: true, isShared });
  await expect(auth.refreshAfter401('a')).resolves.toBe('new');
  expect(seen.shared).toBe(told);
});

test('a start says who is here only when what the page before has sealed is known', async () => {
  const { auth, seal } = open({ at: '/signin' });
  const sealed = seal();
  const started = auth.start();
  await new Promise((resolve) => {
    setTimeout(resolve);
  });
  expect(auth.status.get()).toBe('loading');
  sealed();
  await started;
  expect(auth.status.get()).toBe('anonymous');
});

test('[AUTH-26] a callback that signs in while its tab is still starting keeps its token', async () => {
  // this tab holds a lock of its own name since sign-in, so a second request finds it taken
  Object.defineProperty(navigator, 'locks', {
    configurable: true,
    value: {
      request: async (name: string, _options: LockOptions, keep: (lock: object | null) => unknown) => {
        if (name === 'phr.tab') return keep({});
        throw new DOMException('', 'TimeoutError');
      },
      query: async () => ({ held: [] }),
    },
  });
  try {
    const { auth, tabStore, holdToken, moveTo } = open({ at: '/auth-cb?code=1&state=2' });
    const started = auth.start();
    holdToken();
    tabStore.set('phr.tab', 'this');
    moveTo('/conditions');
    await started;
    expect(tabStore.get(TOKEN_KEY)).toBeDefined();
    expect(auth.status.get()).not.toBe('anonymous');
  } finally {
    Reflect.deleteProperty(navigator, 'locks');
  }
});

test.each([
  ['a copy of a tab that is still open asks for a token of its own', true, 'anonymous'],
  ['a tab that is opened again goes on with its token', false, 'signed-in'],
])('%s', async (_, isHeld, status) => {
  Object.defineProperty(navigator, 'locks', {
    configurable: true,
    value: {
      request: async (name: string, _options: LockOptions, keep: (lock: object | null) => unknown) => {
        if (name !== 'phr.tab.first' || !isHeld) return void keep({});
        throw new DOMException('', 'TimeoutError');
      },
      query: async () => ({ held: [] }),
    },
  });
  try {
    const { auth, tabStore } = open({ signedIn: true });
    tabStore.set('phr.tab', 'first');
    await auth.start();
    expect(auth.status.get()).toBe(status);
    expect(tabStore.get(TOKEN_KEY) === undefined).toBe(isHeld);
  } finally {
    Reflect.deleteProperty(navigator, 'locks');
  }
});

/** Signs in by the answer to a request in this window, after one that was made before and is not answered. */
async function signInHere(claims: object = {}) {
  const here = open({ at: '/signin' });
  await here.auth.prepare();
  await here.auth.prepare();
  here.auth.signIn();
  await waitFor(() => expect(here.seen.left).toHaveLength(1));
  const { searchParams } = new URL(here.seen.left[0] ?? '');
  const payload = { sub: 'u1', iss: 'https://id.test', aud: 'phr-web', nonce: searchParams.get('nonce'), ...claims };
  const idToken = `h.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.s`;
  const answer = { access_token: 'a', id_token: idToken, expires_in: 1_800, token_type: 'Bearer' };
  refresh = () => new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json' } });
  const state = searchParams.get('state') ?? '';
  await expect(here.auth.finish(`https://app.test/auth-cb?code=c&state=${state}`)).resolves.toBe('signed-in');
  return here;
}

test('a tab that signs in holds a lock of its own name, by which a copy of it is known', async () => {
  const held: string[] = [];
  Object.defineProperty(navigator, 'locks', {
    configurable: true,
    value: {
      request: async (name: string, _options: LockOptions, keep: (lock: object | null) => unknown) => {
        held.push(name);
        return void keep({});
      },
    },
  });
  try {
    const { tabStore } = await signInHere();
    expect(held).toContain(`phr.tab.${tabStore.get('phr.tab')}`);
  } finally {
    Reflect.deleteProperty(navigator, 'locks');
  }
});

test('a sign-in counts the session from when the person signed in, and drops what other requests need', async () => {
  const now = Math.floor(Date.now() / 1000);
  const { auth, tabStore } = await signInHere({ auth_time: now - 43_100, iat: now });
  expect(auth.session.news.get()).toEqual({ kind: 'soon', reason: 'absolute', minutes: 2 });
  expect(tabStore.keys().filter((key) => key.startsWith('phr.signin.'))).toEqual([]);
  expect([auth.status.get(), auth.account()]).toEqual(['signed-in', 'u1']);
});

test('a browser that refuses locks leads to sign-in all the same', async () => {
  const refuse = () => Promise.reject(new DOMException('', 'SecurityError'));
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request: refuse, query: refuse } });
  try {
    const { auth } = open();
    await auth.start();
    expect(auth.status.get()).toBe('anonymous');
  } finally {
    Reflect.deleteProperty(navigator, 'locks');
  }
});

test('a sign-out by another tab moves no tab in which nobody is signed in', async () => {
  const { seen } = open({ at: '/signin' });
  const [telling, hearing] = [new BroadcastChannel('phr.session'), new BroadcastChannel('phr.session')];
  const heard = new Promise((resolve) => {
    hearing.addEventListener('message', resolve);
  });
  telling.postMessage({ type: 'signed-out' });
  await heard;
  // let anything that would leave the page run
  await new Promise((resolve) => {
    setTimeout(resolve);
  });
  expect([seen.replaced, seen.wipes]).toEqual([[], 0]);
});

test("[AUTH-21] a sign-out by another tab ends this one with its reason; a session's own end differs", async () => {
  const { auth, seen } = open({ signedIn: true });
  new BroadcastChannel('phr.session').postMessage({ type: 'signed-out' });
  await waitFor(() => expect(seen.replaced).toEqual(['/signin']));
  // this tab may just have been writing what that tab deleted
  expect(seen).toMatchObject({ wipes: 1, leavings: [false] });
  expect(auth.consumeSessionEnded()).toBe('elsewhere');
  expect(auth.consumeSessionEnded()).toBeUndefined();
});

test('a session seen to end by another tab ends here too, and place and typed input return', async () => {
  const { auth, seen } = open({ signedIn: true });
  new BroadcastChannel('phr.session').postMessage({ type: 'ended' });
  await waitFor(() => expect(seen.replaced).toEqual(['/signin']));
  expect(seen).toMatchObject({ wipes: 0, leavings: [true] });
  expect([auth.consumeSessionEnded(), auth.consumeReturnPath()]).toEqual(['kept', '/conditions?view=1']);
});

test.each(['/auth-cb', '/auth-cb?code=old&state=000000000000000000000000000000'])(
  '%s opened while signed in goes on with the session',
  async (at) => {
    const { auth, tabStore } = open({ at, signedIn: true });
    await auth.start();
    await expect(auth.finish(`https://app.test${at}`)).resolves.toBe('signed-in');
    expect(auth.status.get()).toBe('signed-in');
    expect(auth.signin.get().problem).toBeUndefined();
    expect(tabStore.get(TOKEN_KEY)).toBeDefined();
  },
);

test('the callback page opened by hand without a session leads to sign-in, without a failure', async () => {
  const { auth } = open({ at: '/auth-cb' });
  await auth.start();
  await expect(auth.finish('https://app.test/auth-cb')).resolves.toBe('not-signed-in');
  expect([auth.status.get(), auth.signin.get().problem]).toEqual(['anonymous', undefined]);
});

test('a button that is pressed before the request is ready opens nothing', () => {
  const { auth, seen } = open({ at: '/signin' });
  auth.signIn();
  expect(seen.left).toEqual([]);
});

test('[UX-27] an identity service that is not reached is told once it is known whether anything is', async () => {
  const { auth, seen } = open({ at: '/signin' });
  globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  const doubtsWhenTold: number[] = [];
  auth.signin.subscribe(() => doubtsWhenTold.push(seen.doubts));
  await auth.prepare();
  expect(auth.signin.get()).toEqual({ ready: false, open: false, problem: 'unreachable' });
  expect(doubtsWhenTold).toEqual([1]);
});

describe('on a wide screen a window is opened', () => {
  const realOpen = window.open;
  let opened: { closed: boolean; close: () => void };
  const urls: string[] = [];
  beforeEach(() => {
    opened = {
      closed: false,
      close() {
        this.closed = true;
      },
    };
    urls.length = 0;
    window.open = ((url: string) => {
      urls.push(url);
      return opened;
    }) as unknown as typeof window.open;
  });
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
    window.open = realOpen;
    Reflect.deleteProperty(navigator, 'locks');
  });
  /** Simulates whether another tab's sign-in window is open. */
  const lockIs = (taken: boolean) =>
    Object.defineProperty(navigator, 'locks', {
      configurable: true,
      value: {
        request: async (_name: string, { steal = false }: LockOptions, keep: (lock: object | null) => unknown) =>
          keep(taken && !steal ? null : {}),
      },
    });

  test('[AUTH-15] with another window open the new one closes and says so; the person may take over', async () => {
    const { auth } = open({ at: '/signin', width: 1_184 });
    await auth.prepare();
    lockIs(true);
    auth.signIn();
    await waitFor(() => expect(auth.signin.get()).toEqual({ ready: true, open: false, problem: 'locked' }));
    expect(opened.closed).toBe(true);
    opened = {
      closed: false,
      close() {
        this.closed = true;
      },
    };
    auth.signIn({ takeOver: true });
    await waitFor(() => expect(auth.signin.get()).toEqual({ ready: true, open: true }));
    expect(opened.closed).toBe(false);
    opened.closed = true;
  });

  /** A tab with an open sign-in window; fake clock. */
  async function withWindow() {
    jest.useFakeTimers();
    const { auth } = open({ at: '/signin', width: 1_184 });
    const started = auth.start();
    await jest.advanceTimersByTimeAsync(2_000);
    await started;
    await auth.prepare();
    auth.signIn();
    await jest.advanceTimersByTimeAsync(1);
    return auth;
  }

  test('[AUTH-14] one that is closed without an answer is told as dismissed, and the button is ready again', async () => {
    const auth = await withWindow();
    expect(auth.signin.get()).toEqual({ ready: true, open: true });
    expect(new URL(urls[0] ?? '').pathname).toBe('/connect/authorize');
    opened.closed = true;
    await jest.advanceTimersByTimeAsync(500);
    await jest.advanceTimersByTimeAsync(4_000);
    jest.useRealTimers();
    await waitFor(() => expect(auth.signin.get()).toEqual({ ready: true, open: false, problem: 'dismissed' }));
  });

  test('[AUTH-14] it is told as dismissed also while the next request is not ready yet, and after', async () => {
    const auth = await withWindow();
    const { digest } = crypto.subtle;
    let goOn: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    jest.spyOn(crypto.subtle, 'digest').mockImplementation(async (...args) => {
      await held;
      return digest.apply(crypto.subtle, args);
    });
    opened.closed = true;
    await jest.advanceTimersByTimeAsync(4_500);
    expect(auth.signin.get()).toEqual({ ready: false, open: false, problem: 'dismissed' });
    goOn();
    jest.useRealTimers();
    await waitFor(() => expect(auth.signin.get()).toEqual({ ready: true, open: false, problem: 'dismissed' }));
  });

  test('[AUTH-14] after an answer that signs nobody in, the next press asks with a new request', async () => {
    lockIs(false);
    const { auth } = open({ at: '/signin', width: 1_184 });
    await auth.prepare();
    auth.signIn();
    await waitFor(() => expect(auth.signin.get().open).toBe(true));
    const stateOf = (url = '') => new URL(url).searchParams.get('state');
    const state = stateOf(urls[0]);
    await open().auth.finish(`https://app.test/auth-cb?error=access_denied&state=${state}`);
    await waitFor(() => expect(auth.signin.get()).toEqual({ ready: true, open: false, problem: 'dismissed' }));
    auth.signIn();
    await waitFor(() => expect(urls).toHaveLength(2));
    expect(stateOf(urls[1])).not.toBe(state);
    opened.closed = true;
  });
});

test('the answer to a sign-in in this very window is given to no other tab that knows its state', async () => {
  const { auth, seen } = open({ at: '/signin', width: 390 });
  await auth.prepare();
  auth.signIn();
  await waitFor(() => expect(seen.left).toHaveLength(1));
  const state = new URL(seen.left[0] ?? '').searchParams.get('state') ?? '';
  const answers: string[] = [];
  const stop = awaitCallback(state, (url) => answers.push(url));
  await expect(auth.finish(`https://app.test/auth-cb?code=c&state=${state}`)).resolves.toBe('not-signed-in');
  stop();
  expect(answers).toEqual([]);
});

test('the end of a sign-in that names no state goes from the window to the page that opened it', async () => {
  const main = open({ at: '/signin', width: 1_184 });
  await main.auth.prepare();
  const [key = ''] = main.tabStore.keys().filter((name) => name.startsWith('phr.signin.'));
  const state = key.slice('phr.signin.'.length);
  const answers: string[] = [];
  const stop = awaitCallback(state, (url) => answers.push(url));
  // the window has a copy of the tab's storage
  const window = open({ at: '/auth-cb?error=signin_expired', width: 480 });
  await expect(window.auth.finish('https://app.test/auth-cb?error=signin_expired')).resolves.toBe('handed-over');
  stop();
  expect(answers).toEqual([`https://app.test/auth-cb?error=signin_expired&state=${state}`]);
  await expect(main.auth.finish(answers[0] ?? '')).resolves.toBe('not-signed-in');
  expect(main.auth.signin.get().problem).toBe('expired');
});

test('the same in a tab of its own leads to the sign-in screen, which says why', async () => {
  const { auth } = open({ at: '/auth-cb?error=signin_expired' });
  await expect(auth.finish('https://app.test/auth-cb?error=signin_expired')).resolves.toBe('not-signed-in');
  expect(auth.signin.get().problem).toBe('expired');
});

test.each([
  ['[AUTH-06] an answer without an access token', '?code=c', { token_type: 'Bearer' }, 'noAccessCode'],
  ['[AUTH-13] a refusal of the service', '?error=server_error', {}, 'failed'],
  ['[AUTH-14] a person who turned back', '?error=access_denied', {}, 'dismissed'],
  ['a silent sign-in that needs the person', '?error=login_required', {}, undefined],
  ['a person who wants an account', '?error=create_account', {}, undefined],
])('%s leads to the sign-in screen with the right words', async (_what, query, answer, problem) => {
  refresh = () => new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json' } });
  const { auth, seen, tabStore } = open({ at: '/signin' });
  await auth.prepare();
  auth.signIn();
  await waitFor(() => expect(seen.left).toHaveLength(1));
  const state = new URL(seen.left[0] ?? '').searchParams.get('state') ?? '';
  await expect(auth.finish(`https://app.test/auth-cb${query}&state=${state}`)).resolves.toBe('not-signed-in');
  expect(auth.signin.get().problem).toBe(problem);
  expect(auth.signin.get().wantsAccount).toBe(query.includes('create_account') ? true : undefined);
  expect(tabStore.get(TOKEN_KEY)).toBeUndefined();
});

test('a sign-in whose part of the program does not load is told as not reached', async () => {
  const { unstable_mockModule: mockModule } = jest as unknown as {
    readonly unstable_mockModule: (name: string, make: () => object) => void;
  };
  mockModule('./signin-flow.ts', () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  const { auth, seen } = open({ at: '/signin' });
  await auth.prepare();
  expect([auth.signin.get().problem, seen.doubts]).toEqual(['unreachable', 1]);
  const answered = open({ at: '/signin' }).auth;
  await expect(answered.finish('https://app.test/auth-cb?code=c&state=s')).resolves.toBe('not-signed-in');
  expect([answered.signin.get().problem, answered.status.get()]).toEqual(['unreachable', 'anonymous']);
});
