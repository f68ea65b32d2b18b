/** Where links to the app may begin: the page's own origin, and a scheme that a native wrapper registers. */
export interface LinkOrigins {
  /** e.g. 'https://phr.example'. */
  readonly origin: string;
  /** Without colon, e.g. 'phr'. */
  readonly scheme: string;
}

/**
 * The path, with query, that a deep link leads to; undefined for any other text. `https://phr.example/utm/zalo` and `phr://utm/zalo` are the
 * same link (D-07). Whether the app has such a screen is the route table's to say.
 */
export function deepLinkPath(link: string, { origin, scheme }: LinkOrigins): string | undefined {
  const text = link.trim();
  const hasScheme = text.toLowerCase().startsWith(`${scheme.toLowerCase()}:`);
  // Behind the custom scheme stands a path: what looks like a host there is its first segment.
  const address = hasScheme ? `${origin}/${text.slice(scheme.length + 1).replace(/^\/{1,3}/, '')}` : text;
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  return url.origin === origin && url.username === '' && url.password === ''
    ? url.pathname.replace(/\/{2,}/g, '/') + url.search
    : undefined;
}
