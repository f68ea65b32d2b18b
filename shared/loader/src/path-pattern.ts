/** A compiled path pattern. Segments: literals, ':name', ':name?'. */
export interface PathPattern {
  /** Decoded parameters of a pathname; undefined if it does not match. */
  match(pathname: string): Readonly<Record<string, string>> | undefined;
  /** Builds a path; parameters without a place in it become query parameters. */
  build(params?: Readonly<Record<string, string>>): string;
}

/** Compiles a route's path, e.g. '/encounter-details/:id'. */
export function pathPattern(pattern: string): PathPattern {
  const segments = pattern.split('/').filter((segment) => segment !== '');
  return {
    match(pathname) {
      const given = pathname.split('/').filter((segment) => segment !== '');
      if (given.length > segments.length) return undefined;
      const params: Record<string, string> = {};
      for (const [at, segment] of segments.entries()) {
        const value = given[at];
        if (value === undefined) {
          if (segment.endsWith('?')) continue;
          return undefined;
        }
        if (!segment.startsWith(':')) {
          if (segment !== value) return undefined;
          continue;
        }
        const decoded = decode(value);
        if (decoded === undefined) return undefined;
        params[nameOf(segment)] = decoded;
      }
      return params;
    },
    build(params = {}) {
      const rest = new Map(Object.entries(params));
      const path: string[] = [];
      for (const segment of segments) {
        if (!segment.startsWith(':')) {
          path.push(segment);
          continue;
        }
        const value = rest.get(nameOf(segment)) ?? '';
        rest.delete(nameOf(segment));
        if (value === '' && !segment.endsWith('?')) throw new Error(`${pattern} needs ${nameOf(segment)}`);
        if (value === '') break;
        path.push(encodeURIComponent(value));
      }
      const query = new URLSearchParams([...rest]).toString();
      return `/${path.join('/')}${query === '' ? '' : `?${query}`}`;
    },
  };
}

const nameOf = (segment: string): string => segment.slice(1).replace(/\?$/, '');

function decode(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}
