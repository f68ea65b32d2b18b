import { z } from 'zod';
import { isObject } from '@phr/fhir/json';
import { type RouteAccess } from '../src/kit/route-schema.ts';
import { accessOf } from '../src/kit/route-access.ts';
import type { TestBackend } from './test-backend.ts';

export type Route = TestBackend['routes'][number];

/** Routes without documentation of their own: files, pages and protocols of libraries. The first match counts. */
const RULES: readonly (readonly [Route['server'], RegExp, RouteAccess])[] = [
  ['shell', /^\/fhir\/(metadata|\.well-known\/smart-configuration)$/, 'none'],
  ['shell', /^\/fhir(\/|$)/, 'patient'],
  [
    'shell',
    /^\/(\*|m\/\*|embed\/\*|config\.json|registry\.json|registry\/(?:2|keys)\.json|index\.html|csp-report|health|ready)?$/,
    'none',
  ],
  ['shell', /^\/openapi\/\w+\.json$/, 'none'],
  [
    'identity',
    /^\/(health|assets\/(?:pages\.css|identity\.css|noto-sans-\w+\.woff2)|favicon\.ico|openapi\/identity\.json)?$/,
    'none',
  ],
  ['identity', /^\/connect\/userinfo$/, 'user'],
  [
    'identity',
    /^\/(connect\/(?:\*|\w+)|\.well-known\/\*|interaction\/:uid|account\/(change|forgot|reset)-password)$/,
    'signed',
  ],
  ['files', /^\/health$/, 'none'],
  ['files', /^\/\*$/, 'signed'],
];

/** What a route declares, or the rule that covers it. */
export function accessKind(route: Route): RouteAccess | undefined {
  return accessOf(route) ?? RULES.find(([server, pattern]) => server === route.server && pattern.test(route.url))?.[2];
}

/** Whose data a request refers to: the patient, and one stored resource of each type of that record. */
export interface Named {
  readonly patientId: string;
  readonly ids: Readonly<Record<string, string>>;
}

export async function namedBy(backend: TestBackend, patientId: string): Promise<Named> {
  const rows = await backend.platform.db.query<{ type: string; id: string }>(
    'select type, min(id) as id from fhir_resource where patient_id = $1 and not deleted group by type',
    [patientId],
  );
  return { patientId, ids: Object.fromEntries(rows.map(({ type, id }) => [type, id])) };
}

/** Parameters and fields that hold the id of a resource. */
const TYPE_OF: Readonly<Record<string, string>> = {
  reportId: 'DiagnosticReport',
  diagnosticId: 'DiagnosticReport',
  appointmentId: 'Appointment',
  immunizationId: 'Immunization',
  deviceId: 'Device',
  encounterId: 'Encounter',
  taskId: 'Task',
  relatedPersonId: 'RelatedPerson',
};
const KEY_NAME = '00000000-0000-4000-8000-000000000000.pdf';

/** A request's query or body according to its schema, naming one patient wherever possible. */
export function sampleOf(schema: z.ZodType | undefined, named: Named): unknown {
  return schema === undefined
    ? undefined
    : valueOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), '', '', named);
}

function valueOf(schema: unknown, name: string, parent: string, named: Named): unknown {
  if (!isObject(schema)) return 'x';
  if ('const' in schema) return schema['const'];
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  const options = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(options)) return valueOf(options[0], name, parent, named);
  switch (schema['type']) {
    case 'object': {
      const properties = isObject(schema['properties']) ? schema['properties'] : {};
      return Object.fromEntries(
        Object.entries(properties).map(([key, inner]) => [key, valueOf(inner, key, name, named)]),
      );
    }
    case 'array':
      return [valueOf(schema['items'], name, parent, named)];
    case 'integer':
    case 'number':
      return typeof schema['minimum'] === 'number' ? schema['minimum'] : 1;
    case 'boolean':
      return false;
    case 'string':
    case undefined:
      return textOf(schema, name, parent, named);
    default:
      return null;
  }
}

function textOf(
  schema: Readonly<Record<string, unknown>>,
  name: string,
  parent: string,
  { patientId, ids }: Named,
): string {
  if (['patientId', 'patient', 'subject'].includes(name) || (name === 'id' && parent === 'patient')) return patientId;
  if (['key', 'keys', 'path', 'dcmUrl'].includes(name)) return `${patientId}/${KEY_NAME}`;
  if (name === 'reference') return `Patient/${patientId}`;
  const type = TYPE_OF[name];
  if (type !== undefined) return ids[type] ?? patientId;
  const byName: Readonly<Record<string, string>> = {
    mac: 'AA:BB:CC:00:11:22',
    otp: '123456',
    code: '123456',
    taskId: patientId,
    type: 'HUB',
    funcType: 'BP',
    birthDate: '1990-01-31',
    from: '2026-01-01',
    to: '2026-01-02',
    zone: 'UTC',
    fromDate: '2026-01-01',
    toDate: '2026-01-02',
    userName: '0900000001',
    phoneNumber: '0900000001',
    password: 'cầu thang 2026',
    resourceType: 'Patient',
    _cursor: '1',
    _type: 'Observation',
  };
  const byFormat: Readonly<Record<string, string>> = {
    date: '2026-01-01',
    'date-time': '2026-01-01T00:00:00Z',
    uuid: '00000000-0000-4000-8000-000000000000',
    email: 'a@phr.example',
    uri: 'https://phr.example/',
  };
  return byFormat[String(schema['format'])] ?? byName[name] ?? 'x';
}

/** Requests that a schema alone does not describe completely: what a person would send, about the named patient. */
const WHOLE: Readonly<
  Record<string, (named: Named) => { readonly body?: unknown; readonly params?: Readonly<Record<string, string>> }>
> = {
  'POST /api/phr/appointment/create': ({ patientId }) => ({
    body: {
      resourceType: 'Appointment',
      status: 'pending',
      start: '2027-01-01T01:00:00Z',
      end: '2027-01-01T01:30:00Z',
      slot: [{ reference: 'Slot/1' }],
      reasonCode: [{ text: 'x' }],
      participant: [
        { actor: { reference: `Patient/${patientId}` }, status: 'accepted' },
        { actor: { reference: 'PractitionerRole/1' }, status: 'needs-action' },
      ],
    },
  }),
  'POST /api/phr/import': ({ patientId }) => ({
    body: { patientId, fileName: 'x.csv', sha256: '0'.repeat(64) },
  }),
  'POST /api/phr/device': ({ patientId }) => ({
    body: { patientId, name: 'x', mac: 'AA:BB:CC:00:11:22', type: 'HUB' },
  }),
  'POST /api/phr/device/hub-ble': ({ patientId, ids }) => ({
    body: {
      patientId,
      name: 'x',
      mac: 'AA:BB:CC:00:11:23',
      type: 'METER',
      parent: { id: ids['Device'] ?? patientId, mac: 'AA:BB:CC:00:11:22', type: 'HUB' },
    },
  }),
  'POST /api/phr/device/current/add': ({ patientId }) => ({
    body: { patientId, currentDevice: { deviceId: 'AAAABBBB1234', deviceName: 'x', deviceCode: 'x' } },
  }),
  'PUT /api/phr/device': ({ patientId, ids }) => ({
    body: { id: ids['Device'] ?? patientId, patientId, name: 'x', type: 'HUB' },
  }),
  'POST /api/phr/lunit-ai/:app': ({ patientId, ids }) => ({
    params: { app: 'cxr' },
    body: {
      diagnosticId: ids['DiagnosticReport'],
      dcmUrl: `${patientId}/${KEY_NAME.replace('pdf', 'dcm')}`,
      app: 'cxr',
      viewName: '',
    },
  }),
  'POST /patient-app/link-profile': ({ patientId }) => ({
    body: {
      task: {
        resourceType: 'Task',
        status: 'requested',
        groupIdentifier: { value: 'request_link_profile' },
        for: { reference: `Patient/${patientId}` },
        owner: { reference: 'Organization/1' },
        medicalId: '123456',
      },
    },
  }),
  'POST /patient-app/related-person/remove-family-member': ({ patientId }) => ({
    body: { relatedPersonId: patientId, patientId },
  }),
  'POST /patient-app/questionnaire-response/create': ({ patientId }) => ({
    body: {
      resourceType: 'QuestionnaireResponse',
      questionnaire: 'Questionnaire/1',
      status: 'completed',
      subject: { reference: `Patient/${patientId}` },
      item: [],
    },
  }),
  'POST /patient-app/encounter/register': ({ patientId }) => ({
    body: { patient: { resourceType: 'Patient', id: patientId }, registerOrgId: '1' },
  }),
};

export interface RouteRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

/** Requests to a route that name a patient: one for each meaning of its path parameters. */
export function requestsTo(route: Route, named: Named): readonly RouteRequest[] {
  const whole = WHOLE[`${route.method} ${route.url}`]?.(named);
  const query = sampleOf(route.doc?.query, named);
  const search = isObject(query)
    ? `?${new URLSearchParams(Object.entries(query).map(([key, value]): [string, string] => [key, String(value)])).toString()}`
    : '';
  const body = whole?.body ?? sampleOf(route.doc?.body, named);
  const names = [...route.url.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const things = names.length === 0 ? [''] : [named.patientId, ...Object.values(named.ids)];
  return things.map((thing) => ({
    method: String(route.method),
    path: route.url.replace(/:(\w+)/g, (_all, name: string) => whole?.params?.[name] ?? thing) + search,
    ...(body === undefined ? {} : { body }),
  }));
}

export interface RouteAnswer {
  readonly status: number;
  readonly text: string;
  readonly code: string;
}

/** Sends a request; a `body` that is text is sent unchanged. */
export async function send(base: string, { method, path, body }: RouteRequest, token?: string): Promise<RouteAnswer> {
  const answer = await fetch(`${base}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, text, code: codeIn(text) };
}

const Code = z.union([
  z.object({ code: z.string() }).transform(({ code }) => code),
  z
    .object({
      resourceType: z.literal('OperationOutcome'),
      issue: z.array(
        z.object({
          code: z.string(),
          details: z.object({ coding: z.array(z.object({ code: z.string() })).optional() }).optional(),
        }),
      ),
    })
    .transform(({ issue }) => issue[0]?.details?.coding?.[0]?.code ?? issue[0]?.code ?? ''),
]);

/** The catalogue's code in an error body or OperationOutcome; '' when there is none. */
function codeIn(text: string): string {
  const read = ((): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      return undefined;
    }
  })();
  const parsed = Code.safeParse(read);
  return parsed.success ? parsed.data : '';
}
