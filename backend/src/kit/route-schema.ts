import type { FastifyInstance, HTTPMethods } from 'fastify';
import type { z } from 'zod';

import type { ErrorCode } from './server-error.ts';

/**
 * Who a route serves. 'none': anyone. 'user': any access token, no patient data. 'patient': a token with a right to the
 * patient; others get 403 ACCESS_DENIED. 'signed': the URL, a cookie of this service or a shared secret.
 */
export type RouteAccess = 'none' | 'user' | 'patient' | 'signed';

/** Services that have an OpenAPI document of their own. */
export const DOCUMENTED = ['identity', 'fhir', 'phr', 'admin', 'directory', 'emr', 'storage', 'web'] as const;
export type DocumentedService = (typeof DOCUMENTED)[number];

/**
 * Documentation of a route in the catalogue's terms. The same zod schemas validate requests (`parseBody`) and generate
 * OpenAPI.
 */
export interface RouteDoc {
  readonly service: DocumentedService;
  /** One sentence for developers: what the call does. */
  readonly summary: string;
  /** none: no token; bearer: access token; secret: header X-Client-Secret; signed: the URL itself. */
  readonly security: 'none' | 'bearer' | 'secret' | 'signed';
  /** 'user' for a bearer call without patient data; the default 'patient' is tested with a stranger's token. */
  readonly access?: RouteAccess;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Content type of the body; JSON unless named. */
  readonly bodyType?: string;
  /** Unwrapped success response; omitted if empty. */
  readonly answer?: z.ZodType;
  /** Content type of the answer; JSON unless named. */
  readonly answerType?: string;
  /** True when the answer is `{ data: answer }`. */
  readonly wrapped?: boolean;
  /** Status of a success; 200 unless named. */
  readonly status?: number;
  /** Errors besides those common to all calls. */
  readonly errors?: readonly ErrorCode[];
  /** Errors are in OAuth 2 format (RFC 6749, 5.2) instead of the catalogue's. */
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
  /** Missing docs fail the OpenAPI test for service paths. */
  readonly doc: RouteDoc | undefined;
  /** The route config besides its doc. */
  readonly access: RouteAccess | undefined;
}

/**
 * Second argument of a route: `app.get('/api/phr/thing/:id', described({ service: 'phr', summary: '…', security:
 * 'bearer', … }), handler)`. With further options: `{ ...described({…}), bodyLimit: 1 }`.
 */
export function described(doc: RouteDoc): { config: { doc: RouteDoc } } {
  return { config: { doc } };
}

/** Lists every route registered on `app` from now on, including plugins. */
export function collectRoutes(app: FastifyInstance): readonly RouteEntry[] {
  const routes: RouteEntry[] = [];
  app.addHook('onRoute', ({ method, url, config }) => {
    for (const one of Array.isArray(method) ? method : [method])
      routes.push({ method: one, url, doc: config?.doc, access: config?.access });
  });
  return routes;
}
