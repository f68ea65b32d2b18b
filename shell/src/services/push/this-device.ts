import type { Locale } from '@phr/contract/locale';
import type { Client } from '@phr/http/client';
import { deviceZone } from '@phr/time/zone';
import { endDevice, isKnownDevice, type PushAddress } from './push.api.ts';

/** Whether this browser can receive push. 'install': only as a home screen app (iOS); 'blocked': denied by the user. */
export type PushAbility = 'ready' | 'install' | 'blocked' | 'none';

/** Current ability; does not prompt. */
export function pushAbility(): PushAbility {
  if ('standalone' in navigator && navigator.standalone === false) return 'install';
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) return 'none';
  return Notification.permission === 'denied' ? 'blocked' : 'ready';
}

/** How long to wait for a service worker, in milliseconds: it arrives some seconds after the first screen, or never. */
const WORKER_MS = 15_000;
/** Maximum delay of sign-out, in milliseconds. */
const LEAVE_MS = 2_000;

async function found(): Promise<PushSubscription | undefined> {
  if (pushAbility() !== 'ready' || Notification.permission !== 'granted') return undefined;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? undefined;
}

/** This browser's subscription; undefined if there is none. */
export async function ownAddress(): Promise<PushAddress | undefined> {
  return addressOf(await found());
}

/**
 * Asks for permission and subscribes. Call it from a click handler only. Undefined if permission was denied; rejects if
 * unsupported.
 * @param publicKey the server's key, base64url
 */
export async function subscribe(publicKey: string): Promise<PushAddress | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return undefined;
  const { pushManager } = await within(navigator.serviceWorker.ready, WORKER_MS);
  // an old subscription may use another key or belong to someone else
  await (await pushManager.getSubscription())?.unsubscribe();
  return addressOf(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }));
}

/**
 * Unsubscribes in this browser and at the server. Rejects with AppError if the server was unreachable; its next message
 * then fails anyway.
 */
export async function unsubscribe(client: Client): Promise<void> {
  const subscription = await found();
  if (subscription === undefined) return;
  const { endpoint } = subscription;
  await subscription.unsubscribe();
  await endDevice(client, { endpoint });
}

/** The same at sign-out, delaying it two seconds at most. Never rejects. */
export async function leave(client: Client): Promise<void> {
  await within(unsubscribe(client), LEAVE_MS).catch(() => undefined);
}

/** Tells the server who is signed in here; a subscription for someone else is removed. Never rejects. */
export async function renewSubscription(client: Client, locale: Locale): Promise<void> {
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
