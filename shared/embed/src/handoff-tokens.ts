import { AppError } from '@phr/contract/app-error';
import type { PageTokens } from './page-tokens.ts';

export interface HandoffOptions {
  /** Requests a new one-time code from the page's server. */
  readonly handoffCode: () => Promise<string>;
  readonly module: string;
  readonly patientId: string;
  readonly tokenEndpoint: string;
  /** Origin of the parent page, if the view is in our own frame and the code was issued for that page. */
  readonly parent?: string;
  readonly fetch?: typeof fetch;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

const GRANT = 'urn:phr:params:oauth:grant-type:handoff';
/** Safety margin before expiry, so that a token does not expire in transit. */
const SPARE_MS = 30_000;

/**
 * Tokens of one view, each exchanged for a code, kept in memory until shortly before expiry and shared by concurrent
 * calls. `drop` discards a rejected token. `get` rejects with AppError: UNAUTHORIZED if the code is rejected or
 * missing, NETWORK if the service is unreachable.
 */
export function createHandoffTokens({
  handoffCode,
  module,
  patientId,
  tokenEndpoint,
  parent,
  fetch: doFetch = (input, init) => fetch(input, init),
  now = Date.now,
}: HandoffOptions): PageTokens {
  let held: { readonly token: string; readonly until: number } | undefined;
  let asking: Promise<string> | undefined;

  const trade = async (): Promise<string> => {
    const refused = (cause?: unknown) =>
      new AppError({ code: 'UNAUTHORIZED', httpStatus: 401, source: 'ID_SERVER', cause });
    const code = await Promise.resolve()
      .then(handoffCode)
      .catch((cause: unknown) => {
        throw refused(cause);
      });
    const requestedAt = now();
    if (typeof code !== 'string' || code === '') throw refused(code);
    const answer = await doFetch(tokenEndpoint, {
      method: 'POST',
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.timeout(15_000),
      body: new URLSearchParams({
        grant_type: GRANT,
        client_id: 'phr-embed',
        code,
        module,
        patient: patientId,
        ...(parent === undefined ? {} : { parent }),
      }),
    }).catch((cause: unknown) => {
      throw new AppError({ code: 'NETWORK', httpStatus: 0, source: 'ID_SERVER', cause });
    });
    const body: unknown = await answer.json().catch(() => undefined);
    const { access_token: token, expires_in: seconds } =
      typeof body === 'object' && body !== null ? { access_token: undefined, expires_in: undefined, ...body } : {};
    if (!answer.ok || typeof token !== 'string' || typeof seconds !== 'number') throw refused(body);
    held = { token, until: requestedAt + seconds * 1000 - SPARE_MS };
    return token;
  };

  return {
    get() {
      if (held !== undefined && held.until > now()) return Promise.resolve(held.token);
      asking ??= trade().finally(() => {
        asking = undefined;
      });
      return asking;
    },
    drop(refused) {
      // concurrent calls are all rejected; the first to notice has already renewed for the others
      if (held?.token === refused) held = undefined;
    },
  };
}
