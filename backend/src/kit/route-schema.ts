import type { FastifyInstance, HTTPMethods } from 'fastify';
import type { z } from 'zod';

import type { ErrorCode } from './server-error.ts';

/**
 * Whom a route answers. 'none': anybody. 'user': the holder of an access token, nothing of a patient in it. 'patient': an access token that has
 * a right to the patient concerned; strangers get 403 ACCESS_DENIED. 'signed': the address, a cookie of this service or a shared secret is the permission.
 */
export type RouteAccess = 'none' | 'user' | 'patient' | 'signed';

/** Services that have an OpenAPI document of their own. */
export const DOCUMENTED = ['identity', 'fhir', 'phr', 'admin', 'directory', 'emr', 'storage', 'web'] as const;
export type DocumentedService = (typeof DOCUMENTED)[number];

/** What a route takes and answers, in the words of the catalogue. The same zod schemas parse the request (`parseBody`) and make the OpenAPI document. */
export interface RouteDoc {
  readonly service: DocumentedService;
  /** One sentence for developers: what the call does. */
  readonly summary: string;
  /** none: no token; bearer: access token; secret: header X-Client-Secret; signed: the address itself is the permission. */
  readonly security: 'none' | 'bearer' | 'secret' | 'signed';
  /** 'user' for a bearer call that touches no patient's data; 'patient' is assumed, and the access test then tries it as a stranger. */
  readonly access?: RouteAccess;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Content type of the body; JSON unless named. */
  readonly bodyType?: string;
  /** What a success answers, unwrapped; none for an empty answer. */
  readonly answer?: z.ZodType;
  /** Content type of the answer; JSON unless named. */
  readonly answerType?: string;
  /** True when the answer is `{ data: answer }`. */
  readonly wrapped?: boolean;
  /** Status of a success; 200 unless named. */
  readonly status?: number;
  /** Errors of this call beyond those that every call can give. */
  readonly errors?: readonly ErrorCode[];
  /** Refusals are those of OAuth 2 (RFC 6749, 5.2) instead of the catalogue's. */
  readonly oauth?: true;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    doc?: RouteDoc;
  }
}

/** One route as it was registered. */
export interface RouteEntry {
  readonly method: HTTPMethods;
  /** With parameters as ':name'. */
  readonly url: string;
  /** Absent when the route says nothing about itself; the OpenAPI test fails then for paths of services. */
  readonly doc: RouteDoc | undefined;
  /** What the route's config says beside its doc. */
  readonly access: RouteAccess | undefined;
}

/**
 * Second argument of a route: `app.get('/api/phr/thing/:id', described({ service: 'phr', summary: '…', security: 'bearer', … }), handler)`.
 * A route with options of its own adds the doc to them: `{ ...described({…}), bodyLimit: 1 }`.
 */
export function described(doc: RouteDoc): { config: { doc: RouteDoc } } {
  return { config: { doc } };
}

/** Lists every route that is registered on `app` from now on, those of its plugins included. */
export function collectRoutes(app: FastifyInstance): readonly RouteEntry[] {
  const routes: RouteEntry[] = [];
  app.addHook('onRoute', ({ method, url, config }) => {
    for (const one of Array.isArray(method) ? method : [method])
      routes.push({ method: one, url, doc: config?.doc, access: config?.access });
  });
  return routes;
}
