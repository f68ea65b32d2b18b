import { createHash, randomBytes } from 'node:crypto';
import { isObject, lenientObject, text } from '@phr/fhir/json';

const config = lenientObject({
  oidc: lenientObject({ authority: text, clientId: text, scope: text }),
  services: lenientObject({ fhir: text }),
});
const discovery = lenientObject({ authorization_endpoint: text, token_endpoint: text });
const tokens = lenientObject({ access_token: text });

/** The addresses of a running product's services. */
export interface Addresses {
  readonly fhir: string;
  readonly authority: string;
  readonly clientId: string;
  readonly scope: string;
}

/** Reads /config.json of a running product. Throws Error with a message for the operator. */
export async function readAddresses(server: string): Promise<Addresses> {
  const read = config(await getJson(`${server}/config.json`));
  const { authority, clientId, scope } = read?.oidc ?? {};
  const fhir = read?.services?.fhir;
  if (authority === undefined || clientId === undefined || fhir === undefined)
    throw new Error(`${server} did not answer with its configuration`);
  return { fhir, authority, clientId, scope: scope ?? 'openid' };
}

/**
 * Signs in with the code flow and PKCE like a browser, but without one. Throws Error when the account or password is
 * wrong.
 */
export async function signIn(
  server: string,
  addresses: Addresses,
  userName: string,
  password: string,
): Promise<string> {
  const { authorization_endpoint: authorize, token_endpoint: exchange } =
    discovery(await getJson(`${addresses.authority}/.well-known/openid-configuration`)) ?? {};
  if (authorize === undefined || exchange === undefined)
    throw new Error('The identity service did not answer with its addresses');
  const browser = createCookieClient(addresses.authority);
  const verifier = randomBytes(32).toString('base64url');
  const redirectUri = `${server}/auth-cb`;
  const query = new URLSearchParams({
    client_id: addresses.clientId,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: addresses.scope,
    state: randomBytes(15).toString('hex'),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const page = (await browser(`${authorize}?${query}`)).headers.get('location') ?? '';
  let answer = await browser(page, new URLSearchParams({ userName, password }));
  let next = answer.headers.get('location') ?? '';
  while (next !== '' && !next.startsWith(redirectUri)) {
    answer = await browser(next);
    next = answer.headers.get('location') ?? '';
  }
  const code = next === '' ? null : new URL(next).searchParams.get('code');
  if (code === null) throw new Error(`Sign-in as ${userName} was refused (HTTP ${answer.status})`);
  const body = new URLSearchParams({
    client_id: addresses.clientId,
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  });
  const token = tokens(await (await fetch(exchange, { method: 'POST', body })).json())?.access_token;
  if (token === undefined) throw new Error('The identity service gave no access token');
  return token;
}

/** The user id of a token. The token is not verified here; the server does that. */
export function userOf(token: string): string | undefined {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    return isObject(claims) ? (text(claims['box_user']) ?? text(claims['sub'])) : undefined;
  } catch {
    return undefined;
  }
}

type CookieClient = (address: string, form?: URLSearchParams) => Promise<Response>;

function createCookieClient(origin: string): CookieClient {
  const cookies = new Map<string, string>();
  return async (address, form) => {
    const answer = await fetch(new URL(address, origin), {
      redirect: 'manual',
      method: form === undefined ? 'GET' : 'POST',
      ...(form === undefined ? {} : { body: form }),
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(form === undefined ? {} : { origin: new URL(address, origin).origin }),
      },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';')[0]?.split(/=(.*)/s) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return answer;
  };
}

async function getJson(address: string): Promise<unknown> {
  const answer = await fetch(address).catch((error: unknown) => {
    throw new Error(`${address} cannot be reached`, { cause: error });
  });
  return answer.json();
}
