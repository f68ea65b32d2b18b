import { AppError } from '@phr/contract/app-error';
import { ErrorResponse, OidcClient, SigninState, type StateStore } from 'oidc-client-ts';
import type { TextStore } from '../host/storage.ts';
import type { Discovery } from './discovery.ts';
import { AuthorizationError } from './authorization-error.ts';
import { createState } from './state.ts';
import { type AuthToken, tokenFromAnswer } from './token.ts';
import type { SigninMode } from './signin-mode.ts';

export interface SigninClientOptions {
  readonly authority: string;
  readonly clientId: string;
  readonly scope: string;
  /** Redirect URI registered at the identity service. */
  readonly redirectUri: string;
  readonly discovery: Discovery;
  readonly store: TextStore;
  /** Seconds since 1970. */
  readonly now: () => number;
}

export interface SigninRequest {
  readonly state: string;
  readonly url: string;
}

export interface SigninClient {
  /** Creates an authorization request and stores its verifier in this tab. */
  prepare(request: {
    readonly mode: SigninMode;
    readonly silent?: boolean;
    readonly locale: string;
    readonly phoneCode?: string;
  }): Promise<SigninRequest>;
  /** How the request behind a callback was opened; undefined if not created by this tab. */
  modeOf(state: string): Promise<SigninMode | undefined>;
  /** States of all requests created for a window. A window has a copy of its opener's. */
  windowStates(): Promise<readonly string[]>;
  /**
   * Exchanges a callback URL's code for a token; consumes its state.
   * @throws AuthorizationError if rejected, AppError NO_ACCESS_TOKEN if the response has none, another error for an
   * unknown state (without a call)
   */
  finish(callbackUrl: string): Promise<AuthToken>;
}

const PREFIX = 'phr.signin.';
const REQUEST_LIFE_SECONDS = 900;

/** Authorization code flow with PKCE S256. */
export function createSigninClient(options: SigninClientOptions): SigninClient {
  const { authority, clientId, scope, redirectUri, discovery, store } = options;
  const stateStore: StateStore = {
    get: async (key) => store.get(PREFIX + key) ?? null,
    set: async (key, value) => store.set(PREFIX + key, value),
    async remove(key) {
      const value = store.get(PREFIX + key) ?? null;
      store.remove(PREFIX + key);
      return value;
    },
    getAllKeys: async () =>
      store
        .keys()
        .filter((key) => key.startsWith(PREFIX))
        .map((key) => key.slice(PREFIX.length)),
  };
  const client = new OidcClient({
    authority,
    client_id: clientId,
    redirect_uri: redirectUri,
    scope,
    stateStore,
    staleStateAgeInSeconds: REQUEST_LIFE_SECONDS,
    metadata: {
      issuer: discovery.issuer,
      authorization_endpoint: discovery.authorizationEndpoint,
      token_endpoint: discovery.tokenEndpoint,
    },
  });

  async function modeOf(state: string): Promise<SigninMode | undefined> {
    const stored = await stateStore.get(state);
    if (stored === null) return undefined;
    const { request_type: mode } = await SigninState.fromStorageString(stored);
    return mode === 'popup' ? 'popup' : 'redirect';
  }

  return {
    modeOf,
    async windowStates() {
      const states = await stateStore.getAllKeys();
      const modes = await Promise.all(states.map(modeOf));
      return states.filter((_state, at) => modes[at] === 'popup');
    },
    async prepare({ mode, silent = false, locale, phoneCode }) {
      await client.clearStaleState();
      // the library's own request cannot take our state of exactly 30 characters, but its state record can
      const request = await SigninState.create({
        id: createState(),
        request_type: mode,
        code_verifier: true,
        nonce: createState(),
        authority,
        client_id: clientId,
        redirect_uri: redirectUri,
        scope,
      });
      await stateStore.set(request.id, request.toStorageString());
      const url = new URL(discovery.authorizationEndpoint);
      const values: Record<string, string | undefined> = {
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope,
        state: request.id,
        nonce: request.nonce,
        code_challenge: request.code_challenge,
        code_challenge_method: 'S256',
        ui_locales: locale,
        prompt: silent ? 'none' : undefined,
        phone_code: phoneCode,
      };
      for (const [key, value] of Object.entries(values)) if (value !== undefined) url.searchParams.set(key, value);
      return { state: request.id, url: url.href };
    },
    async finish(callbackUrl) {
      try {
        const token = tokenFromAnswer(await client.processSigninResponse(callbackUrl), options.now());
        if (token === undefined) throw new AppError({ code: 'NO_ACCESS_TOKEN', source: 'ID_SERVER' });
        return token;
      } catch (error) {
        if (error instanceof ErrorResponse && error.error !== null) throw new AuthorizationError(error.error);
        // without any token the library fails on reading the id token
        if (error instanceof Error && error.name === 'InvalidTokenError')
          throw new AppError({ code: 'NO_ACCESS_TOKEN', source: 'ID_SERVER', cause: error });
        throw error;
      }
    },
  };
}
