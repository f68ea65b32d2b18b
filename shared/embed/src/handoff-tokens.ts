import { AppError } from '@phr/contract/app-error';
import type { PageTokens } from './page-tokens.ts';

export interface HandoffOptions {
  /** A new one-time code from the page's own server. */
  readonly handoffCode: () => Promise<string>;
  readonly module: string;
  readonly patientId: string;
  readonly tokenEndpoint: string;
  /** The page around, where the view stands in our own frame and the code is for that page. */
  readonly parent?: string;
  readonly fetch?: typeof fetch;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

const GRANT = 'urn:phr:params:oauth:grant-type:handoff';
/** A token is not used in its last seconds: the call would arrive after its end. */
const SPARE_MS = 30_000;

/**
 * The tokens of one view. Each is traded for a code; it is kept in memory until shortly before its end, and calls that come together wait for the same one.
 * `drop` forgets one that was refused. `get` rejects with AppError: UNAUTHORIZED when the code is refused or the page has none, NETWORK when the service cannot be reached.
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
      // calls that went out together are all refused: the first of them to hear it has a new one for the others
      if (held?.token === refused) held = undefined;
    },
  };
}
