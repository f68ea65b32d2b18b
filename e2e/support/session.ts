import { createHash, randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { IDENTITY, SHELL, type Account } from './addresses.ts';

/**
 * Gives a page its own session without opening a screen. It sends the same requests as a sign-in, with the browser's
 * cookie jar, so that the identity service knows this browser afterwards, and other tabs, renewals and sign-out work as
 * after a manual sign-in. The tab then holds the tokens as it does after a reload. For specs that are not about signing
 * in.
 */
export async function openSession(page: Page, { user, password }: Account): Promise<void> {
  const { request } = page.context();
  const { oidc } = (await (await request.get(`${SHELL}/config.json`)).json()) as {
    readonly oidc: { readonly clientId: string; readonly scope: string };
  };
  const verifier = randomBytes(32).toString('base64url');
  const redirectUri = `${SHELL}/auth-cb`;
  const query = new URLSearchParams({
    client_id: oidc.clientId,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: oidc.scope,
    state: randomBytes(15).toString('hex'),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const response = await request.get(`${IDENTITY}/connect/authorize?${query}`);
  const answered = await request.post(response.url(), {
    form: { userName: user, password },
    headers: { origin: IDENTITY },
  });
  const code = new URL(answered.url()).searchParams.get('code');
  if (code === null) throw new Error(`Sign-in of ${user} was refused (HTTP ${answered.status()})`);
  const form = {
    client_id: oidc.clientId,
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  };
  const given = (await (await request.post(`${IDENTITY}/connect/token`, { form })).json()) as {
    readonly access_token: string;
    readonly refresh_token: string;
    readonly id_token: string;
    readonly expires_in: number;
  };
  const token = {
    accessToken: given.access_token,
    refreshToken: given.refresh_token,
    idToken: given.id_token,
    expiresIn: given.expires_in,
    issuedAt: Math.floor(Date.now() / 1000),
  };
  // A page of the app's origin that does not start the app: nothing runs before the tab holds its tokens.
  await page.goto('/config.json');
  await page.evaluate((kept) => sessionStorage.setItem('phr.session', kept), JSON.stringify(token));
}
