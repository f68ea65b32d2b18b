import type { ServiceRequest } from '@phr/contract/host-api';

type Call = Pick<ServiceRequest, 'method' | 'service' | 'path'>;

/**
 * Creates a check for a module's calls from the patterns in its module.json: 'METHOD service /path/:param'. A parameter
 * matches one non-empty segment. Calls may have a query.
 */
export function createCallCheck(patterns: readonly string[]): (call: Call) => boolean {
  const known = patterns.map(parse);
  return ({ method, service, path }) => {
    const pathname = path.split(/[?#]/, 1)[0] ?? '';
    // Encoded or double dots could escape the declared path once a server decodes them.
    if (/(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i.test(pathname) || pathname.includes('\\') || pathname.includes('//'))
      return false;
    return known.some(
      (pattern) => pattern.method === method && pattern.service === service && pattern.path.test(pathname),
    );
  };
}

/**
 * The calls a request contains: itself, plus each entry of a record server transaction or batch. Malformed entries
 * count as undeclared.
 */
export function callsIn(request: Pick<ServiceRequest, 'method' | 'service' | 'path' | 'body'>): readonly Call[] {
  const { service, body } = request;
  if (service !== 'fhir' || !isRecord(body) || body['resourceType'] !== 'Bundle') return [request];
  const entries: readonly unknown[] = Array.isArray(body['entry']) ? body['entry'] : [];
  return [
    request,
    ...entries.map((entry): Call => {
      const request = isRecord(entry) && isRecord(entry['request']) ? entry['request'] : {};
      const method = METHODS.find((known) => known === request['method']) ?? 'DELETE';
      return {
        service,
        method,
        path: typeof request['url'] === 'string' ? `/${request['url'].replace(/^\//, '')}` : '//',
      };
    }),
  ];
}

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parse(pattern: string): { readonly method: string; readonly service: string; readonly path: RegExp } {
  const [method = '', service = '', path = ''] = pattern.trim().split(/\s+/);
  const source = path
    .split('/')
    .map((part) => (part.startsWith(':') ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
    .join('/');
  return { method, service, path: new RegExp(`^${source}$`) };
}
