import { type AuthAction, type AuthState, createAuthMachine, INITIAL, reduce } from './auth-state.ts';

const after = (...actions: readonly AuthAction[]): AuthState => actions.reduce(reduce, INITIAL);

test('a page that finds no session ends up anonymous; one that finds one goes on with it', () => {
  expect(after({ type: 'restore' }).session).toBe('restoring');
  expect(after({ type: 'restore' }, { type: 'noSessionFound' }).session).toBe('anonymous');
  expect(after({ type: 'restore' }, { type: 'sessionRestored' }).session).toBe('signed-in');
});

test('a callback that has signed in is not undone by the start that was still under way', () => {
  expect(after({ type: 'tokenReceived' }, { type: 'restore' }).session).toBe('signed-in');
});

test('a refused callback leaves the session that the tab has, and tells why', () => {
  const refused = { type: 'callbackRefused', problem: 'failed' } as const;
  expect(after({ type: 'sessionRestored' }, refused)).toMatchObject({
    session: 'signed-in',
    signin: { ready: false, open: false, problem: 'failed' },
  });
  expect(after({ type: 'restore' }, refused).session).toBe('anonymous');
  expect(after({ type: 'restore' }, { type: 'callbackRefused', wantsAccount: true }).signin).toEqual({
    ready: false,
    open: false,
    wantsAccount: true,
  });
});

test.each([
  ['failed', 'failed'],
  ['unreachable', undefined],
] as const)('a request that is ready leaves the problem "%s" as %s', (problem, left) => {
  const { signin } = after({ type: 'callbackRefused', problem }, { type: 'requestPrepared' });
  expect(signin).toEqual({ ready: true, open: false, ...(left !== undefined && { problem: left }) });
});

test('[AUTH-14] tells of a window gone without an answer, unless another is open or somebody is signed in', () => {
  const gone = [{ type: 'noSessionFound' }, { type: 'windowOpened' }, { type: 'windowGone' }] as const;
  const unanswered = { type: 'windowUnanswered' } as const;
  expect(after(...gone, unanswered).signin.problem).toBe('dismissed');
  expect(after(...gone, { type: 'windowOpened' }, unanswered).signin.problem).toBeUndefined();
  expect(after(...gone, { type: 'tokenReceived' }, unanswered).signin.problem).toBeUndefined();
});

test('[AUTH-15] a sign-in window of another tab leaves the button ready and says so', () => {
  expect(after({ type: 'windowLocked' }).signin).toEqual({ ready: true, open: false, problem: 'locked' });
});

test('the end of a session is a fact of its own: what was on screen stands until the document is gone', () => {
  expect(after({ type: 'tokenReceived' }, { type: 'sessionEnded' })).toMatchObject({
    session: 'signed-in',
    isEnding: true,
  });
});

test('each step is logged by its name and the states around it, and by nothing else', () => {
  const lines: unknown[] = [];
  const machine = createAuthMachine({ event: (...line) => lines.push(line) });
  const told: string[] = [];
  machine.status.subscribe(() => told.push(machine.status.get()));
  machine.dispatch({ type: 'restore' });
  machine.dispatch({ type: 'callbackRefused', problem: 'expired' });
  expect(lines).toEqual([
    ['auth', { action: 'restore', from: 'loading', to: 'restoring' }],
    ['auth', { action: 'callbackRefused', from: 'restoring', to: 'anonymous' }],
  ]);
  expect(told).toEqual(['anonymous']);
});

test.each<[AuthAction, object]>([
  [{ type: 'restore' }, { session: 'restoring' }],
  [{ type: 'sessionRestored' }, { session: 'signed-in' }],
  [{ type: 'noSessionFound' }, { session: 'anonymous' }],
  [{ type: 'requestPrepared' }, { signin: { ready: true, open: false } }],
  [{ type: 'identityUnreachable' }, { signin: { ready: false, open: false, problem: 'unreachable' } }],
  [{ type: 'windowOpened' }, { signin: { ready: true, open: true } }],
  [{ type: 'windowGone' }, { signin: { ready: false, open: false } }],
  [{ type: 'windowUnanswered' }, {}],
  [{ type: 'callbackRefused' }, { session: 'anonymous', signin: { ready: false, open: false } }],
  [{ type: 'tokenReceived' }, { session: 'signed-in', signin: { ready: false, open: false } }],
  [{ type: 'sessionEnded' }, { isEnding: true }],
])('the first step %j leads to one state', (action, more) => {
  expect(after(action)).toEqual({ ...INITIAL, ...more });
});
