import type { FastifyReply } from 'fastify';
import type { Platform } from '../../kit/platform.ts';
import { createOperatorSignIn } from './operator-sign-in.ts';

const ISSUER = 'https://keycloak.test/realms/phr';
const LOGOUT = `${ISSUER}/protocol/openid-connect/logout`;

test.each([
  ['where its provider says', LOGOUT],
  ['here alone where the provider has no page for it', undefined],
])('an operator signs out %s', async (_what, end_session_endpoint) => {
  const fetched = import.meta.jest.spyOn(globalThis, 'fetch').mockResolvedValue(
    Response.json({
      issuer: ISSUER,
      jwks_uri: `${ISSUER}/certs`,
      authorization_endpoint: `${ISSUER}/auth`,
      token_endpoint: `${ISSUER}/token`,
      end_session_endpoint,
    }),
  );
  const config = { identity: { issuer: ISSUER }, secrets: { cookieKey: 'k'.repeat(32) } } as Platform['config'];
  const signIn = createOperatorSignIn(
    { config, auth: {} as Platform['auth'] },
    { origin: 'https://ops.test', clientId: 'phr-ops' },
  );
  const header = import.meta.jest.fn();
  expect(await signIn.end({ header } as unknown as FastifyReply)).toBe(end_session_endpoint);
  expect(header).toHaveBeenCalledWith('set-cookie', expect.stringContaining('phr-ops=; path=/ops; max-age=0'));
  fetched.mockRestore();
});
