import { isNotificationPath, type ToPage } from '../messages.ts';
import type { WindowClient, WorkerScope } from './scope.ts';

/** A message as it is shown. */
export interface Told {
  readonly title: string;
  readonly lang: string;
  /** Where a press leads. */
  readonly path: string;
}

const INBOX = '/notifications';
/** How long a tab may take to say that it opens a path, in milliseconds: after a second a browser opens no window any more. */
const ANSWER_MS = 500;

/**
 * Reads a message in the form of declarative web push, which browsers that know it show by themselves; undefined for anything else. What leads elsewhere leads to
 * the inbox.
 */
export function readPush(payload: string | undefined, origin: string): Told | undefined {
  const { notification } = objectIn(payload) as { readonly notification?: Readonly<Record<string, unknown>> };
  const { title, lang, navigate } = notification ?? {};
  if (typeof title !== 'string') return undefined;
  const url = typeof navigate === 'string' && URL.canParse(navigate) ? new URL(navigate) : undefined;
  const path = url?.origin === origin ? url.pathname + url.search : undefined;
  return { title, lang: typeof lang === 'string' ? lang : '', path: pathIn(path) };
}

/** A path that a notification keeps; the inbox for anything else. */
export const pathIn = (kept: unknown): string => (isNotificationPath(kept) ? kept : INBOX);

function objectIn(text: string | undefined): object {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

/** Shows a message; one of the same words that is still there gives way, and then a press leads to all of them. Nothing is stored. */
export async function showPush(
  registration: Pick<ServiceWorkerRegistration, 'getNotifications' | 'showNotification'>,
  { title, lang, path }: Told,
): Promise<void> {
  const before = await registration.getNotifications({ tag: title });
  const options = { tag: title, renotify: true, lang, data: before.length === 0 ? path : INBOX };
  await registration.showNotification(title, options);
}

/** Opens a path in the tab that is looked at, or in another one; in a new window when none answers. A tab asks first when something typed would be lost. */
export async function openPath(clients: WorkerScope['clients'], path: string): Promise<void> {
  const tabs = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  for (const tab of tabs.toSorted((a, b) => rankOf(a) - rankOf(b)))
    if (await opens(tab, path)) {
      await tab.focus();
      return;
    }
  await clients.openWindow(path);
}

const rankOf = ({ visibilityState }: WindowClient): number => (visibilityState === 'visible' ? 0 : 1);

function opens(tab: WindowClient, path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const end = (isOpened: boolean) => {
      clearTimeout(limit);
      port1.close();
      resolve(isOpened);
    };
    const limit = setTimeout(end, ANSWER_MS, false);
    port1.onmessage = () => end(true);
    tab.postMessage({ kind: 'open', path } satisfies ToPage, [port2]);
  });
}
