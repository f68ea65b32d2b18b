import type { RouteAccess, RouteEntry } from './route-schema.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For routes without a doc; others declare it there. */
    access?: RouteAccess;
  }
}

const BY_SECURITY = { none: 'none', signed: 'signed', secret: 'signed', bearer: 'patient' } as const satisfies Record<
  NonNullable<RouteEntry['doc']>['security'],
  RouteAccess
>;

/**
 * A route's declared access kind: from config `access`, its doc, or derived from the doc's security (bearer means
 * patient by default). Undefined if undeclared, which the route test rejects.
 */
export function accessOf(route: Pick<RouteEntry, 'access' | 'doc'>): RouteAccess | undefined {
  return route.access ?? route.doc?.access ?? (route.doc === undefined ? undefined : BY_SECURITY[route.doc.security]);
}
