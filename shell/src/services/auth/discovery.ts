import { AppError } from '@phr/contract/app-error';
import { errorFromAnswer, errorFromNetwork, errorFromTimeout } from '@phr/http/error-from';
import { isObject, text } from '@phr/fhir/json';

/** The identity service's endpoints, from its discovery document. */
export interface Discovery {
  readonly issuer: string;
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
  readonly userinfoEndpoint: string;
  readonly endSessionEndpoint: string;
}

const LIMIT_MS = 15_000;

/** Fetches the discovery document once; retried on the next call after a failure. Rejects with AppError. */
export function createDiscovery(
  authority: string,
  doFetch: typeof fetch = (...args) => fetch(...args),
): () => Promise<Discovery> {
  let known: Promise<Discovery> | undefined;
  return () => {
    known ??= ask(authority, doFetch).catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };
}

async function ask(authority: string, doFetch: typeof fetch): Promise<Discovery> {
  const limit = AbortSignal.timeout(LIMIT_MS);
  let answer: Response;
  let body: unknown;
  try {
    // fetch's default credentials mode, so that the preloaded response is used
    answer = await doFetch(`${authority.replace(/\/$/, '')}/.well-known/openid-configuration`, { signal: limit });
    body = await answer.json();
  } catch (cause) {
    throw limit.aborted ? errorFromTimeout('identity') : errorFromNetwork('identity', cause);
  }
  if (!answer.ok) throw errorFromAnswer('identity', answer.status, body);
  const read = (key: string): string => {
    const value = isObject(body) ? text(body[key]) : undefined;
    if (value === undefined)
      throw new AppError({ code: 'SERVER_ERROR', message: `Discovery holds no ${key}`, source: 'ID_SERVER' });
    return value;
  };
  return {
    issuer: read('issuer'),
    authorizationEndpoint: read('authorization_endpoint'),
    tokenEndpoint: read('token_endpoint'),
    userinfoEndpoint: read('userinfo_endpoint'),
    endSessionEndpoint: read('end_session_endpoint'),
  };
}
