import type { RouteEntry } from './route-schema.ts';

/**
 * Whom a route answers. 'none': anybody. 'user': the holder of an access token, nothing of a patient in it. 'patient': an access token that has
 * a right to the patient concerned; strangers get 403 ACCESS_DENIED. 'signed': the address, a cookie of this service or a shared secret is the permission.
 */
export type RouteAccess = 'none' | 'user' | 'patient' | 'signed';

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
