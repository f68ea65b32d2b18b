import { isNotificationPath, type ToPage } from '../messages.ts';
import type { WindowClient, WorkerScope } from './scope.ts';

/** A notification to show. */
export interface PushNotification {
  readonly title: string;
  readonly lang: string;
  /** Path opened by a click. */
  readonly path: string;
}

const INBOX = '/notifications';
/** How long a tab may take to accept a path, in milliseconds: after a second browsers no longer open a window. */
const ANSWER_MS = 500;

/**
 * Parses a message in declarative web push format, which some browsers show by themselves; undefined for anything else.
 * Foreign targets become the inbox.
 */
export function readPush(payload: string | undefined, origin: string): PushNotification | undefined {
  const { notification } = objectIn(payload) as { readonly notification?: Readonly<Record<string, unknown>> };
  const { title, lang, navigate } = notification ?? {};
  if (typeof title !== 'string') return undefined;
  const url = typeof navigate === 'string' && URL.canParse(navigate) ? new URL(navigate) : undefined;
  const path = url?.origin === origin ? url.pathname + url.search : undefined;
  return { title, lang: typeof lang === 'string' ? lang : '', path: pathIn(path) };
}

/** Path stored in a notification, else the inbox. */
export const pathIn = (kept: unknown): string => (isNotificationPath(kept) ? kept : INBOX);

function objectIn(text: string | undefined): object {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

/** Shows a message, replacing a visible one of equal text; a click then leads to the list. Stores nothing. */
export async function showPush(
  registration: Pick<ServiceWorkerRegistration, 'getNotifications' | 'showNotification'>,
  { title, lang, path }: PushNotification,
): Promise<void> {
  const before = await registration.getNotifications({ tag: title });
  const options = { tag: title, renotify: true, lang, data: before.length === 0 ? path : INBOX };
  await registration.showNotification(title, options);
}

/**
 * Opens a path in the visible tab, else in another one, else in a new window if none accepts. A tab asks first if input
 * would be lost.
 */
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
