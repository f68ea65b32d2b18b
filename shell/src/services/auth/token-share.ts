import { isObject, number, text } from '@phr/fhir/json';
import { claimsOf } from './claims.ts';
import { type AuthToken, isRefreshDue } from './token.ts';

/** Tabs of one session give each other the access token that one of them has renewed, so that five tabs ask once (docs/adr/0005). */
export interface TokenShare {
  /** Gives a renewed token to the siblings: the access token and its times, never the refresh token. */
  offer(token: AuthToken): void;
  /** A sibling's token that is newer than `than`; undefined when none answers in time. */
  ask(than: AuthToken): Promise<AuthToken | undefined>;
  close(): void;
}

export interface TokenShareOptions {
  /** The token of this tab. */
  readonly held: () => AuthToken | undefined;
  /** A sibling has offered a token of this session that is newer than the held one. */
  readonly onOffer: (token: AuthToken) => void;
  /** Seconds since 1970. */
  readonly now: () => number;
  readonly openChannel?: (name: string) => BroadcastChannel;
}

const WAIT_MS = 200;

/**
 * The exchange of one session. Its channel is named after the session's id, which stands only inside the session's own tokens: nobody
 * without a token of this session hears of the next one. Undefined for a token that names no session.
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

  /** A token from a message when it is of this session, newer, and not about to be renewed itself; what only this tab has stays with it. */
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
