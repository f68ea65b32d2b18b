/** Accepted starts of app links: the page's own origin, and a native wrapper's scheme. */
export interface LinkOrigins {
  /** e.g. 'https://phr.example'. */
  readonly origin: string;
  /** Without colon, e.g. 'phr'. */
  readonly scheme: string;
}

/**
 * Path and query of a deep link; undefined for any other text. `https://phr.example/utm/zalo` and `phr://utm/zalo` are
 * the same link (D-07). The route table decides whether the screen exists.
 */
export function deepLinkPath(link: string, { origin, scheme }: LinkOrigins): string | undefined {
  const text = link.trim();
  const hasScheme = text.toLowerCase().startsWith(`${scheme.toLowerCase()}:`);
  // with the custom scheme, what parses as host is the first path segment
  const address = hasScheme ? `${origin}/${text.slice(scheme.length + 1).replace(/^\/{1,3}/, '')}` : text;
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  return url.origin === origin && url.username === '' && url.password === ''
    ? url.pathname.replace(/\/{2,}/g, '/') + url.search
    : undefined;
}
