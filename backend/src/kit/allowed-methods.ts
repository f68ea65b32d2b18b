import type { FastifyReply, FastifyRequest } from 'fastify';
import { isApiPath } from './paths.ts';

/** An address that is answered, with its method. */
interface Answered {
  readonly method: string;
  readonly url: string;
}

/** Methods of a URL, alphabetically; empty if unknown. `url` may have a query. */
export function allowedMethods(routes: readonly Answered[], url: string): readonly string[] {
  const path = url.split('?')[0] ?? '';
  const found = routes.filter((route) => answers(route.url, path)).map(({ method }) => method);
  return [...new Set(found)].toSorted();
}

/** Error code of an unknown URL; with a wrong method it lists the allowed ones (RFC 9110, 15.5.6). */
export function unknownOrNotAllowed(
  routes: readonly Answered[],
  { method, url }: FastifyRequest,
  reply: FastifyReply,
): 'NOT_FOUND' | 'METHOD_NOT_ALLOWED' {
  const methods = allowedMethods(routes, url);
  // a missing file was requested with an allowed method
  if (methods.length === 0 || methods.includes(method)) return 'NOT_FOUND';
  reply.header('allow', methods.join(', '));
  return 'METHOD_NOT_ALLOWED';
}

function answers(route: string, path: string): boolean {
  // the shell's files do not cover service paths
  if (route === '/*') return !isApiPath(path);
  const [pattern, sent] = [route.split('/'), path.split('/')];
  if (pattern.at(-1) === '*')
    return sent.length >= pattern.length && pattern.slice(0, -1).every((part, index) => fits(part, sent[index]));
  return pattern.length === sent.length && pattern.every((part, index) => fits(part, sent[index]));
}

function fits(part: string, sent: string | undefined): boolean {
  return part === sent || (part.startsWith(':') && sent !== undefined && sent !== '');
}
