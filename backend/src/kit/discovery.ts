import { z } from 'zod';

const Document = z.object({
  issuer: z.string(),
  jwks_uri: z.url(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  /** Where people sign out; a provider may have none. */
  end_session_endpoint: z.url().optional(),
  scopes_supported: z.array(z.string()).default(['openid']),
});
export type Discovery = z.output<typeof Document>;

/** Reads an OpenID provider's discovery document at the first use and keeps it. Rejects when it cannot be read or names another issuer; the next call tries again. */
export function createDiscovery(issuer: string): () => Promise<Discovery> {
  let known: Promise<Discovery> | undefined;
  const read = async (): Promise<Discovery> => {
    const answer = await fetch(`${issuer}/.well-known/openid-configuration`, { signal: AbortSignal.timeout(10_000) });
    const document = Document.parse(await answer.json());
    if (document.issuer !== issuer) throw new Error(`The discovery document of ${issuer} names another issuer`);
    return document;
  };
  return () => {
    known ??= read().catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };
}

/** What the embedded identity service's own document says, without a call to itself. */
export function ownDiscovery(issuer: string, scopes: readonly string[]): Discovery {
  return {
    issuer,
    jwks_uri: `${issuer}/connect/jwks`,
    authorization_endpoint: `${issuer}/connect/authorize`,
    token_endpoint: `${issuer}/connect/token`,
    scopes_supported: [...scopes],
  };
}
