const LONGEST = 2_000;

/**
 * Path to open after sign-in: `wanted` if it is a path of this app known to `isOwn`, else the dashboard. Rejects
 * anything a browser could parse as another origin, and overlong paths (S-03).
 */
export function returnPath(wanted: string | undefined, isOwn: (pathname: string) => boolean): string {
  const fallback = '/dashboard';
  if (wanted === undefined || wanted.length > LONGEST || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(wanted)) return fallback;
  const base = 'https://own.invalid';
  const url = URL.parse(wanted, base);
  if (url === null || url.origin !== base || url.pathname.startsWith('//')) return fallback;
  return isOwn(url.pathname) ? `${url.pathname}${url.search}${url.hash}` : fallback;
}
