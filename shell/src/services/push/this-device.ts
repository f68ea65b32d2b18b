import type { Locale } from '@phr/contract/locale';
import type { Client } from '@phr/http/client';
import { deviceZone } from '@phr/time/zone';
import { endDevice, isKnownDevice, type PushAddress } from './push.api.ts';

/** Whether this browser can be told while the app is closed. 'install': only as an app on the home screen (iOS); 'blocked': its owner has forbidden it. */
export type PushAbility = 'ready' | 'install' | 'blocked' | 'none';

/** What this browser can do now; asks nobody. */
export function pushAbility(): PushAbility {
  if ('standalone' in navigator && navigator.standalone === false) return 'install';
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) return 'none';
  return Notification.permission === 'denied' ? 'blocked' : 'ready';
}

/** How long a worker may take to be there, in milliseconds: it comes some seconds after the first screen, or not at all. */
const WORKER_MS = 15_000;
/** How long a sign-out waits, in milliseconds. */
const LEAVE_MS = 2_000;

async function found(): Promise<PushSubscription | undefined> {
  if (pushAbility() !== 'ready' || Notification.permission !== 'granted') return undefined;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? undefined;
}

/** The address under which this browser is told; undefined while it is not. */
export async function ownAddress(): Promise<PushAddress | undefined> {
  return addressOf(await found());
}

/**
 * Asks the person for permission and subscribes. Call it by a press alone. Undefined when permission was refused; rejects when the browser cannot.
 * @param publicKey the server's key, base64url
 */
export async function subscribe(publicKey: string): Promise<PushAddress | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return undefined;
  const { pushManager } = await within(navigator.serviceWorker.ready, WORKER_MS);
  // one of before may be of another key, or of somebody else
  await (await pushManager.getSubscription())?.unsubscribe();
  return addressOf(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }));
}

/** Ends it in this browser and at the server. Rejects with AppError when the server was not reached: its next message then finds nobody. */
export async function unsubscribe(client: Client): Promise<void> {
  const subscription = await found();
  if (subscription === undefined) return;
  const { endpoint } = subscription;
  await subscription.unsubscribe();
  await endDevice(client, { endpoint });
}

/** The same at a sign-out, which it holds up for two seconds at most. Never rejects. */
export async function leave(client: Client): Promise<void> {
  await within(unsubscribe(client), LEAVE_MS).catch(() => undefined);
}

/** Tells the server that the person is signed in here; what tells of somebody else ends. Never rejects. */
export async function attend(client: Client, locale: Locale): Promise<void> {
  const subscription = await found().catch(() => undefined);
  if (subscription === undefined) return;
  const { endpoint } = subscription;
  const isKnown = await isKnownDevice(client, { endpoint, locale, zone: deviceZone() }).catch(() => true);
  if (!isKnown) await subscription.unsubscribe().catch(() => undefined);
}

function addressOf(subscription: PushSubscription | undefined): PushAddress | undefined {
  const { endpoint, keys } = subscription?.toJSON() ?? {};
  const [p256dh, auth] = [keys?.['p256dh'], keys?.['auth']];
  return endpoint === undefined || p256dh === undefined || auth === undefined
    ? undefined
    : { endpoint, keys: { p256dh, auth } };
}

function within<T>(work: Promise<T>, ms: number): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const limit = setTimeout(() => reject(new Error('Too late')), ms);
  work.then(resolve, reject);
  return promise.finally(() => clearTimeout(limit));
}
