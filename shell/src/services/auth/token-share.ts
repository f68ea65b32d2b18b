import { isObject, number, text } from '@phr/fhir/json';
import { claimsOf } from './claims.ts';
import { type AuthToken, isRefreshDue } from './token.ts';

/** Tabs of one session share renewed access tokens, so that five tabs cause one request (docs/adr/0005). */
export interface TokenShare {
  /** Sends a renewed token to the other tabs: access token and times, never the refresh token. */
  offer(token: AuthToken): void;
  /** Another tab's token newer than `than`; undefined if none responds in time. */
  ask(than: AuthToken): Promise<AuthToken | undefined>;
  close(): void;
}

export interface TokenShareOptions {
  /** This tab's token. */
  readonly held: () => AuthToken | undefined;
  /** Another tab offered a newer token of this session. */
  readonly onOffer: (token: AuthToken) => void;
  /** Seconds since 1970. */
  readonly now: () => number;
  readonly openChannel?: (name: string) => BroadcastChannel;
}

const WAIT_MS = 200;

/**
 * Opens the exchange of one session. The channel is named after the session id, which occurs only in the session's own
 * tokens, so nobody else can listen. Undefined for a token without session id.
 */
export async function openTokenShare(
  first: AuthToken,
  { held, onOffer, now, openChannel = (name) => new BroadcastChannel(name) }: TokenShareOptions,
): Promise<TokenShare | undefined> {
  const own = sessionOf(first);
  if (own === undefined) return undefined;
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(own)));
  const channel = openChannel(`phr.share.${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`);
  const offer = ({ accessToken, expiresIn, issuedAt }: AuthToken) =>
    channel.postMessage({ type: 'token', accessToken, expiresIn, issuedAt });

  /**
   * A token from a message if it belongs to this session, is newer and not about to expire; this tab's own parts are
   * kept.
   */
  function adoptable(data: unknown, than: AuthToken | undefined): AuthToken | undefined {
    if (than === undefined || !isObject(data) || data['type'] !== 'token') return undefined;
    const [accessToken, expiresIn, issuedAt] = [
      text(data['accessToken']),
      number(data['expiresIn']),
      number(data['issuedAt']),
    ];
    if (accessToken === undefined || expiresIn === undefined || issuedAt === undefined || issuedAt <= than.issuedAt)
      return undefined;
    const token = { ...than, accessToken, expiresIn, issuedAt };
    return sessionOf(token) === own && !isRefreshDue(token, now(), true) ? token : undefined;
  }

  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const token = held();
    if (token === undefined || !isObject(data)) return;
    const after = data['type'] === 'ask' ? number(data['after']) : undefined;
    if (after !== undefined && token.issuedAt > after && !isRefreshDue(token, now(), true)) offer(token);
    const found = adoptable(data, token);
    if (found !== undefined) onOffer(found);
  });

  return {
    offer,
    ask(than) {
      return new Promise((resolve) => {
        const done = (token: AuthToken | undefined) => {
          clearTimeout(timer);
          channel.removeEventListener('message', hear);
          resolve(token);
        };
        const hear = ({ data }: MessageEvent<unknown>) => {
          const found = adoptable(data, than);
          if (found !== undefined) done(found);
        };
        const timer = setTimeout(() => done(undefined), WAIT_MS);
        channel.addEventListener('message', hear);
        channel.postMessage({ type: 'ask', after: than.issuedAt });
      });
    },
    close: () => channel.close(),
  };
}

function sessionOf({ accessToken }: AuthToken): string | undefined {
  const { sub, sid } = claimsOf(accessToken);
  return sub === undefined || sid === undefined ? undefined : `${sub} ${sid}`;
}
