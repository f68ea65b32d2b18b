const LONGEST = 2_000;

/**
 * The path to open after sign-in: `wanted` when it is a path of this app that `isOwn` knows, the dashboard otherwise.
 * Anything that a browser could read as another address, or that is too long, is refused (S-03).
 */
export function returnPath(wanted: string | undefined, isOwn: (pathname: string) => boolean): string {
  const fallback = '/dashboard';
  if (wanted === undefined || wanted.length > LONGEST || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(wanted)) return fallback;
  const base = 'https://own.invalid';
  const url = URL.parse(wanted, base);
  if (url === null || url.origin !== base || url.pathname.startsWith('//')) return fallback;
  return isOwn(url.pathname) ? `${url.pathname}${url.search}${url.hash}` : fallback;
}
