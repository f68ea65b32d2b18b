export interface SignoutTarget {
  readonly clientId: string;
  readonly idToken: string | undefined;
  /** This browser's stored entry path, e.g. '/partner/abc'. */
  readonly entry: string | undefined;
  readonly origin: string;
}

/**
 * URL that ends the session at the identity service and returns to the stored entry path, or to the web origin (NAV-34,
 * NAV-35).
 */
export function signoutUrl(endpoint: string, { clientId, idToken, entry, origin }: SignoutTarget): string {
  const url = new URL(endpoint);
  url.searchParams.set('client_id', clientId);
  if (idToken !== undefined) url.searchParams.set('id_token_hint', idToken);
  url.searchParams.set(
    'post_logout_redirect_uri',
    entry !== undefined && /^\/(?![/\\])/.test(entry) ? new URL(entry, origin).href : new URL('/', origin).href,
  );
  return url.href;
}
