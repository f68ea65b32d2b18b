import { openPath, pathIn, readPush, showPush } from './push.ts';
import type { WindowClient } from './scope.ts';

const ORIGIN = 'https://phr.test';
const OPEN = '/notifications?open=0b9ff9a5-7a54-4c0e-9a8e-0f8a5a4d3a11';
const payload = (notification: object) => JSON.stringify({ web_push: 8030, notification });

test('a message is read in the declarative form', () => {
  const text = payload({ title: 'Bạn có việc cần xem', lang: 'vi-VN', navigate: ORIGIN + OPEN });
  expect(readPush(text, ORIGIN)).toEqual({ title: 'Bạn có việc cần xem', lang: 'vi-VN', path: OPEN });
});

test.each([
  'https://elsewhere.example/notifications',
  `${ORIGIN}/setting`,
  `${ORIGIN}/notifications?open=1&then=//elsewhere.example`,
  'javascript:alert(1)',
  7,
  undefined,
])('an address that is none of a message (%s) leads to the inbox', (navigate) => {
  expect(readPush(payload({ title: 'x', navigate }), ORIGIN)?.path).toBe('/notifications');
});

test('what is no message shows nothing', () => {
  for (const text of [undefined, '', 'text', 'null', '[]', '{}', payload({}), '{"notification":null}'])
    expect(readPush(text, ORIGIN)).toBeUndefined();
  expect(pathIn({ path: OPEN })).toBe('/notifications');
});

test('messages of the same words are one on the screen, whose press leads to all of them', async () => {
  const shown: { readonly title: string; readonly options: NotificationOptions | undefined }[] = [];
  const registration = {
    getNotifications: async ({ tag }: GetNotificationOptions = {}) =>
      shown.filter(({ options }) => options?.tag === tag) as unknown as Notification[],
    showNotification: async (title: string, options?: NotificationOptions) => {
      shown.push({ title, options });
    },
  };
  const told = { title: 'a', lang: 'vi-VN', path: OPEN };
  await showPush(registration, told);
  await showPush(registration, { ...told, title: 'b' });
  await showPush(registration, told);
  expect(shown.map(({ title, options }) => [title, options?.tag, options?.data])).toEqual([
    ['a', 'a', OPEN],
    ['b', 'b', OPEN],
    ['a', 'a', '/notifications'],
  ]);
});

describe('a press', () => {
  const tab = (name: string, seen: string[], answers: boolean, visibilityState: DocumentVisibilityState = 'hidden') =>
    ({
      visibilityState,
      postMessage: (message, [port]) => {
        seen.push(`${name} ${JSON.stringify(message)}`);
        if (answers) port?.postMessage(true);
      },
      focus: async () => seen.push(`${name} focused`),
    }) satisfies WindowClient;
  const clientsOf = (seen: string[], ...tabs: readonly WindowClient[]) => ({
    claim: async () => undefined,
    matchAll: async () => tabs,
    openWindow: async (url: string) => seen.push(`window ${url}`),
  });
  const message = JSON.stringify({ kind: 'open', path: OPEN });

  test('goes to the tab that is looked at', async () => {
    const seen: string[] = [];
    await openPath(clientsOf(seen, tab('behind', seen, true), tab('seen', seen, true, 'visible')), OPEN);
    expect(seen).toEqual([`seen ${message}`, 'seen focused']);
  });

  test('goes to another tab when one does not answer, and opens a window when none does', async () => {
    const seen: string[] = [];
    await openPath(clientsOf(seen, tab('asleep', seen, false), tab('awake', seen, true)), OPEN);
    expect(seen).toEqual([`asleep ${message}`, `awake ${message}`, 'awake focused']);
    const none: string[] = [];
    await openPath(clientsOf(none), OPEN);
    expect(none).toEqual([`window ${OPEN}`]);
  });
});
