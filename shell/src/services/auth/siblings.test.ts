import { createSiblings } from './siblings.ts';

const channels: BroadcastChannel[] = [];
const open = () => {
  const channel = new BroadcastChannel('phr.test.session');
  channels.push(channel);
  return channel;
};
afterEach(() => {
  for (const channel of channels.splice(0)) channel.close();
});

test('[AUTH-26] a new tab learns that a sibling is signed in, without a token', async () => {
  const heard: unknown[] = [];
  const witness = open();
  const all = new Promise<void>((resolve) => {
    witness.addEventListener('message', ({ data }) => {
      if (heard.push(data) === 2) resolve();
    });
  });
  createSiblings({ isSignedIn: () => true, onSignedOut: () => undefined, channel: open() });
  const newTab = createSiblings({ isSignedIn: () => false, onSignedOut: () => undefined, channel: open() });
  await expect(newTab.isAnybodySignedIn(2_000)).resolves.toBe(true);
  await all;
  expect(heard).toEqual([{ type: 'anybody' }, { type: 'signed-in' }]);
});

test('a tab alone waits shortly and hears nothing', async () => {
  createSiblings({ isSignedIn: () => false, onSignedOut: () => undefined, channel: open() });
  const newTab = createSiblings({ isSignedIn: () => false, onSignedOut: () => undefined, channel: open() });
  await expect(newTab.isAnybodySignedIn(20)).resolves.toBe(false);
});

test('where nothing else is said, a tab listens for 150 ms, and no longer than until it has heard', async () => {
  const { jest } = import.meta;
  jest.useFakeTimers();
  try {
    const alone = createSiblings({ isSignedIn: () => false, onSignedOut: () => undefined, channel: open() });
    const heard: boolean[] = [];
    const listening = alone.isAnybodySignedIn().then((answer) => heard.push(answer));
    await jest.advanceTimersByTimeAsync(149);
    expect(heard).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    await listening;
    expect(heard).toEqual([false]);
    createSiblings({ isSignedIn: () => true, onSignedOut: () => undefined, channel: open() });
    await expect(alone.isAnybodySignedIn()).resolves.toBe(true);
    expect(jest.getTimerCount()).toBe(0);
  } finally {
    jest.useRealTimers();
  }
});

test('[AUTH-21] signing out in one tab reaches the others', async () => {
  for (const ended of [false, true]) {
    const reached = new Promise<boolean>((resolve) => {
      createSiblings({ isSignedIn: () => true, onSignedOut: resolve, channel: open() });
    });
    createSiblings({ isSignedIn: () => true, onSignedOut: () => undefined, channel: open() }).tellSignedOut(ended);
    await expect(reached).resolves.toBe(ended);
  }
});

test('messages of unknown shape are dropped', async () => {
  let out = 0;
  createSiblings({
    isSignedIn: () => true,
    onSignedOut: () => {
      out += 1;
    },
    channel: open(),
  });
  const foreign = open();
  for (const message of ['signed-out', null, 7, { type: 'other' }, ['signed-out']]) foreign.postMessage(message);
  await expect(
    createSiblings({ isSignedIn: () => false, onSignedOut: () => undefined, channel: open() }).isAnybodySignedIn(2_000),
  ).resolves.toBe(true);
  expect(out).toBe(0);
});
