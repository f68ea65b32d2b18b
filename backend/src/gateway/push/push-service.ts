import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import webPush from 'web-push';
import type { PushSettings } from '../../kit/config.ts';
import { isPushEndpoint, lookupPublic } from './endpoint.ts';

/** A push subscription: URL and keys (RFC 8291). */
export interface Subscription {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

export interface Message {
  readonly text: string;
  /** Seconds for which the push service keeps it. */
  readonly ttl: number;
  /** A later message with this topic replaces an undelivered one (RFC 8030, 5.4). */
  readonly topic: string;
}

/** 'gone': unsubscribed; 'later': retry after `ms`; 'refused': rejected for good. */
export type Outcome =
  | { readonly kind: 'taken' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'refused'; readonly status: number }
  | { readonly kind: 'later'; readonly ms: number };

/** Sends a message to a browser's push service. Rejects only for invalid keys. */
export type Deliver = (to: Subscription, message: Message) => Promise<Outcome>;

const TIMEOUT_MS = 10_000;
const AGAIN_MS = 60_000;
const LONGEST_WAIT_MS = 3_600_000;

/**
 * Signs (VAPID, RFC 8292) and encrypts (RFC 8291) with `web-push`, but makes the HTTP call itself: known hosts and
 * public addresses only, no redirects.
 */
export function createDeliver({ publicKey, privateKey, subject, origins }: PushSettings): Deliver {
  return async ({ endpoint, p256dh, auth }, { text, ttl, topic }) => {
    // a row may be older than the allowlist
    if (!isPushEndpoint(endpoint, origins)) return { kind: 'gone' };
    const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, text, {
      vapidDetails: { subject, publicKey, privateKey },
      TTL: ttl,
      topic,
      urgency: 'normal',
      contentEncoding: 'aes128gcm',
    });
    return post(new URL(endpoint), headers, body, origins).catch(() => ({ kind: 'later', ms: AGAIN_MS }));
  };
}

/** Rejects when there is no answer in time. */
function post(url: URL, headers: object, body: Buffer | null, own: readonly string[]): Promise<Outcome> {
  const send = url.protocol === 'http:' ? httpRequest : httpsRequest;
  return new Promise((resolve, reject) => {
    const request = send(
      url,
      {
        method: 'POST',
        headers: { ...headers },
        signal: AbortSignal.timeout(TIMEOUT_MS),
        // an operator's own push service may be on a private network
        ...(own.includes(url.origin) ? {} : { lookup: lookupPublic }),
      },
      (answer) => {
        // the response body is useless and may be endless
        answer.destroy();
        resolve(outcomeOf(answer.statusCode ?? 0, answer.headers['retry-after']));
      },
    );
    request.once('error', reject);
    request.end(body);
  });
}

function outcomeOf(status: number, retryAfter: string | undefined): Outcome {
  if (status >= 200 && status < 300) return { kind: 'taken' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  if (status === 429 || status >= 500) {
    const seconds = Number(retryAfter);
    return { kind: 'later', ms: Math.min(Math.max(AGAIN_MS, seconds > 0 ? seconds * 1_000 : 0), LONGEST_WAIT_MS) };
  }
  return { kind: 'refused', status };
}
