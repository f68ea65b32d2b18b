import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createHash, randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { Provider } from 'oidc-provider';

/** Another organisation's OpenID provider: a path in its issuer, its own addresses, RS256, its own claims and page. */
export interface OtherProvider {
  readonly issuer: string;
  /** Signs a person in through the provider's own pages. `audience` is the audience of its token. */
  tokensOf(
    login: string,
    more?: { readonly audience?: string },
  ): Promise<{ readonly access_token: string; readonly id_token?: string }>;
  /** From now on a new key signs; the old one stays published unless `forget`. */
  rotate(forget?: boolean): Promise<void>;
  /** The private keys, newest first, for tokens that the provider would not make. */
  readonly keys: () => readonly JWK[];
  stop(): Promise<void>;
}

export async function startOtherProvider(port: number, shellOrigin: string): Promise<OtherProvider> {
  const issuer = `http://localhost:${port}/realms/phr`;
  const redirectUri = `${shellOrigin}/auth-cb`;
  let keys: JWK[] = [await newKey()];
  let handle = makeProvider();
  const server: Server = createServer((request, response) => {
    handle(request, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });

  function makeProvider(): (request: IncomingMessage, response: ServerResponse) => void {
    const provider = new Provider(issuer, {
      jwks: { keys },
      clients: [
        {
          client_id: 'record-app',
          token_endpoint_auth_method: 'none',
          redirect_uris: [redirectUri],
          grant_types: ['authorization_code'],
          response_types: ['code'],
          application_type: 'web',
        },
      ],
      routes: {
        authorization: '/protocol/openid-connect/auth',
        token: '/protocol/openid-connect/token',
        jwks: '/protocol/openid-connect/certs',
        userinfo: '/protocol/openid-connect/userinfo',
        end_session: '/protocol/openid-connect/logout',
      },
      scopes: ['openid', 'profile', 'fhir_api'],
      claims: { openid: ['sub'], profile: ['preferred_username'] },
      findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ sub, preferred_username: sub }) }),
      // only some people have the attribute; a realm also adds its own claims
      extraTokenClaims: (_ctx, token) => ({
        realm_access: { roles: ['patient'] },
        ...('accountId' in token && token.accountId.startsWith('mapped') ? { box_user: `box-${token.accountId}` } : {}),
      }),
      features: {
        devInteractions: { enabled: true },
        resourceIndicators: {
          enabled: true,
          defaultResource: () => 'urn:phr:api',
          useGrantedResource: () => true,
          getResourceServerInfo: (_ctx, resource) => ({
            scope: 'openid profile fhir_api',
            audience: resource,
            accessTokenFormat: 'jwt',
            jwt: { sign: { alg: 'RS256' } },
          }),
        },
      },
      cookies: { keys: [randomBytes(16).toString('hex')] },
      pkce: { required: () => true },
      ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    });
    const callback = provider.callback();
    return (request, response) => {
      // mounted below a path, as realms are
      if (request.url?.startsWith('/realms/phr') !== true) {
        response.writeHead(404).end();
        return;
      }
      Object.assign(request, { originalUrl: request.url });
      request.url = request.url.slice('/realms/phr'.length) || '/';
      void callback(request, response);
    };
  }

  return {
    issuer,
    keys: () => keys,
    async tokensOf(login, { audience } = {}) {
      const cookies = new Map<string, string>();
      const open = async (url: string, form?: Record<string, string>): Promise<Response> => {
        const answer = await fetch(new URL(url, issuer), {
          redirect: 'manual',
          headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
          ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
        });
        for (const line of answer.headers.getSetCookie()) {
          const [pair = ''] = line.split(';');
          cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
        }
        return answer;
      };
      const verifier = randomBytes(32).toString('base64url');
      const query = new URLSearchParams({
        client_id: 'record-app',
        response_type: 'code',
        redirect_uri: redirectUri,
        scope: 'openid profile fhir_api',
        state: 'x'.repeat(30),
        ...(audience === undefined ? {} : { resource: audience }),
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
      });
      let answer = await open(`${issuer}/protocol/openid-connect/auth?${query.toString()}`);
      for (let step = 0; step < 12; step += 1) {
        const location = answer.headers.get('location');
        if (location?.startsWith(redirectUri) === true) {
          const code = new URL(location).searchParams.get('code') ?? '';
          const exchanged = await open(`${issuer}/protocol/openid-connect/token`, {
            grant_type: 'authorization_code',
            client_id: 'record-app',
            code,
            redirect_uri: redirectUri,
            code_verifier: verifier,
          });
          return (await exchanged.json()) as { access_token: string; id_token?: string };
        }
        if (location !== null) {
          answer = await open(location);
          continue;
        }
        const page = await answer.text();
        const action = /<form[^>]*action="([^"]+)"/.exec(page)?.[1] ?? '';
        answer = await open(
          action,
          page.includes('name="login"') ? { prompt: 'login', login, password: 'x' } : { prompt: 'consent' },
        );
      }
      throw new Error('the other provider gave no code');
    },
    async rotate(forget = false) {
      keys = [await newKey(), ...(forget ? [] : keys)];
      handle = makeProvider();
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

async function newKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid: randomBytes(8).toString('hex'), use: 'sig', alg: 'RS256' };
}
