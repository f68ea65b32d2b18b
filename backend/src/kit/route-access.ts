import type { RouteAccess, RouteEntry } from './route-schema.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Written by routes without a doc; those with one say it there. */
    access?: RouteAccess;
  }
}

const BY_SECURITY = { none: 'none', signed: 'signed', secret: 'signed', bearer: 'patient' } as const satisfies Record<
  NonNullable<RouteEntry['doc']>['security'],
  RouteAccess
>;

/**
 * The access kind that a route declares: its config's `access`, its doc's, or what follows from the doc's security (a bearer call is about
 * a patient unless it says otherwise). Undefined when it declares nothing, which the route test refuses.
 */
export function accessOf(route: Pick<RouteEntry, 'access' | 'doc'>): RouteAccess | undefined {
  return route.access ?? route.doc?.access ?? (route.doc === undefined ? undefined : BY_SECURITY[route.doc.security]);
}
