import type { FastifyInstance } from 'fastify';
import { isObject } from '@phr/fhir/json';
import { z } from 'zod';
import { statusOfCode, type ErrorCode } from './server-error.ts';
import type { DocumentedService, RouteDoc, RouteEntry } from './route-schema.ts';

type Json = Readonly<Record<string, unknown>>;

/** Errors of every call with a token, and of every call. */
const WITH_TOKEN: readonly ErrorCode[] = ['UNAUTHORIZED', 'ACCESS_DENIED', 'NOT_FOUND'];
const ALWAYS: readonly ErrorCode[] = ['FORM_INPUT_INVALID', 'TOO_MANY_REQUESTS', 'SERVER_ERROR', 'UNAVAILABLE'];

const TITLES: Readonly<Record<DocumentedService, string>> = {
  identity: 'Identity service',
  fhir: 'Record server (FHIR R4)',
  phr: 'PHR API',
  admin: 'Admin API',
  directory: 'Clinic directory',
  emr: 'Vendor EMR API',
  storage: 'Storage',
  web: 'Shell',
};

const ERROR_BODY: Json = {
  type: 'object',
  required: ['code', 'message', 'httpStatus', 'source'],
  properties: {
    code: { type: 'string' },
    message: { type: 'string', description: 'For developers; screens translate the code.' },
    detail: {
      anyOf: [
        { type: 'string' },
        { type: 'object', required: ['message'], properties: { message: { type: 'string' } } },
      ],
    },
    httpStatus: { type: 'integer' },
    source: { enum: ['ID_SERVER', 'EMR_API', 'ONECLINIC_SERVER', 'MEDRECORD_ADMIN', 'PHR_API', 'FHIR_SERVER'] },
  },
};
const OPERATION_OUTCOME: Json = {
  type: 'object',
  required: ['resourceType', 'issue'],
  properties: {
    resourceType: { const: 'OperationOutcome' },
    issue: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['severity', 'code'],
        properties: {
          severity: { type: 'string' },
          code: { type: 'string' },
          diagnostics: { type: 'string' },
          expression: { type: 'array', items: { type: 'string' } },
        },
      },
    },
  },
};

/** RFC 6749, 5.2. */
const OAUTH_ERROR: Json = {
  type: 'object',
  required: ['error'],
  properties: { error: { type: 'string' }, error_description: { type: 'string' } },
};

/** Errors of the provider; sign-ins that can return to the app carry them in the URL. */
const OAUTH_STATUSES = {
  400: 'invalid_request, invalid_grant, unsupported_grant_type, invalid_scope, invalid_target',
  401: 'invalid_client',
  500: 'server_error',
} as const;

/** A service's OpenAPI 3.1 document, generated from its routes. */
export function openApiOf(service: DocumentedService, routes: readonly RouteEntry[], version: string): Json {
  const paths: Record<string, Record<string, Json>> = {};
  const schemas: Record<string, unknown> = {
    Error: service === 'fhir' ? OPERATION_OUTCOME : ERROR_BODY,
    ...(service === 'identity' ? { OAuthError: OAUTH_ERROR } : {}),
  };
  for (const { method, url, doc } of routes) {
    // HEAD comes with every GET
    if (doc?.service !== service || method === 'HEAD') continue;
    const path = url.replace(/:(\w+)/g, '{$1}').replace(/\*$/, '{path}');
    const operationId = idOf(method, url);
    (paths[path] ??= {})[method.toLowerCase()] = hoisted(operationOf(operationId, url, doc), operationId, schemas);
  }
  return {
    openapi: '3.1.0',
    info: { title: TITLES[service], version },
    paths,
    components: {
      schemas,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        secret: { type: 'apiKey', in: 'header', name: 'X-Client-Secret' },
        signed: { type: 'apiKey', in: 'query', name: 'signature' },
      },
    },
  };
}

/** Serves /openapi/<service>.json for each service with routes here. Call after all routes are registered. */
export function publishOpenApi(app: FastifyInstance, version: string): void {
  const routes = app.routeTable;
  const services = new Set(routes.flatMap(({ doc }) => (doc === undefined ? [] : [doc.service])));
  for (const service of services) {
    const text = JSON.stringify(openApiOf(service, routes, version));
    app.get(`/openapi/${service}.json`, async (_request, reply) =>
      reply
        .headers({
          'access-control-allow-origin': '*',
          'cross-origin-resource-policy': 'cross-origin',
          'cache-control': 'no-cache',
        })
        .type('application/json; charset=utf-8')
        .send(text),
    );
  }
}

function idOf(method: string, url: string): string {
  return `${method.toLowerCase()}${url.replace(/[^\w]+(\w|$)/g, (_all, next: string) => next.toUpperCase())}`;
}

/** Moves recursive schemas to the components, named after their operation. */
function hoisted(value: Json, owner: string, schemas: Record<string, unknown>): Json {
  let parts = 0;
  const walk = (at: unknown, names: ReadonlyMap<string, string>): unknown => {
    if (Array.isArray(at)) return at.map((item) => walk(item, names));
    if (!isObject(at)) return at;
    const { $defs: own, ...rest } = at;
    const known = new Map(names);
    const found = isObject(own) ? Object.entries(own) : [];
    for (const [name] of found) known.set(`#/$defs/${name}`, `${owner}${(parts += 1)}`);
    for (const [name, schema] of found) schemas[known.get(`#/$defs/${name}`) ?? name] = walk(schema, known);
    const entries = Object.entries(rest).map(([key, member]) => {
      const target = key === '$ref' && typeof member === 'string' ? known.get(member) : undefined;
      return [key, target === undefined ? walk(member, known) : `#/components/schemas/${target}`] as const;
    });
    return Object.fromEntries(entries);
  };
  return walk(value, new Map()) as Json;
}

function operationOf(operationId: string, url: string, doc: RouteDoc): Json {
  const answerType = doc.answerType ?? 'application/json';
  const answer = doc.answer === undefined ? undefined : schemaOf(doc.answer, 'output');
  const errorType = doc.service === 'fhir' ? 'application/fhir+json' : 'application/json';
  const errors = new Set<ErrorCode>([
    ...(doc.errors ?? []),
    ...(doc.security === 'bearer' ? WITH_TOKEN : []),
    ...ALWAYS,
  ]);
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errors) byStatus.set(statusOfCode(code), [...(byStatus.get(statusOfCode(code)) ?? []), code]);
  return {
    operationId,
    summary: doc.summary,
    security: doc.security === 'none' ? [] : [{ [doc.security]: [] }],
    parameters: [
      ...parametersOf(doc.params, 'path'),
      ...undescribed(url, doc.params),
      ...parametersOf(doc.query, 'query'),
    ],
    ...(doc.body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: { [doc.bodyType ?? 'application/json']: { schema: schemaOf(doc.body, 'input') } },
          },
        }),
    responses: {
      [String(doc.status ?? 200)]:
        answer === undefined
          ? { description: 'Done' }
          : {
              description: 'Done',
              content: {
                [answerType]: {
                  schema:
                    doc.wrapped === true
                      ? { type: 'object', required: ['data'], properties: { data: answer } }
                      : answer,
                },
              },
            },
      ...(doc.oauth === true
        ? Object.fromEntries(
            Object.entries(OAUTH_STATUSES).map(([status, description]) => [
              status,
              {
                description,
                content: { 'application/json': { schema: { $ref: '#/components/schemas/OAuthError' } } },
              },
            ]),
          )
        : Object.fromEntries(
            [...byStatus].map(([status, codes]) => [
              String(status),
              {
                description: codes.join(', '),
                content: { [errorType]: { schema: { $ref: '#/components/schemas/Error' } } },
              },
            ]),
          )),
    },
  };
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

function parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query'): readonly Json[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Json;
    required?: readonly string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

/** Path parameters without a schema. */
function undescribed(url: string, params: z.ZodType | undefined): readonly Json[] {
  const known = new Set(parametersOf(params, 'path').map(({ name }) => name));
  const names = [...[...url.matchAll(/:(\w+)/g)].map(([, name]) => name), ...(url.endsWith('*') ? ['path'] : [])];
  return names
    .filter((name) => !known.has(name))
    .map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
}
