import { z } from 'zod';

const Document = z.object({
  issuer: z.string(),
  jwks_uri: z.url(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  /** Sign-out endpoint, if any. */
  end_session_endpoint: z.url().optional(),
  scopes_supported: z.array(z.string()).default(['openid']),
});
export type Discovery = z.output<typeof Document>;

/**
 * Loads an OpenID provider's discovery document on first use. Rejects if unreadable or of another issuer; the next call
 * retries.
 */
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

/** The embedded identity service's document, without a call. */
export function ownDiscovery(issuer: string, scopes: readonly string[]): Discovery {
  return {
    issuer,
    jwks_uri: `${issuer}/connect/jwks`,
    authorization_endpoint: `${issuer}/connect/authorize`,
    token_endpoint: `${issuer}/connect/token`,
    scopes_supported: [...scopes],
  };
}
