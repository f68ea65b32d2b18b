import { z } from 'zod';
import { described, type RouteDoc } from '../kit/route-schema.ts';

const Resource = z.looseObject({ resourceType: z.string(), id: z.string().optional() }).describe('A FHIR R4 resource.');
const Bundle = z.looseObject({ resourceType: z.literal('Bundle'), type: z.string() }).describe('A FHIR R4 Bundle.');
const Query = z
  .looseObject({
    _count: z.string().optional(),
    _sort: z.string().optional(),
    _cursor: z.string().optional(),
    _assoc: z.string().optional(),
  })
  .describe('Search parameters of the type; the capability statement lists them.');
const Type = z.object({ type: z.string() });
const Id = Type.extend({ id: z.string() });

const FHIR = {
  service: 'fhir',
  security: 'bearer',
  answerType: 'application/fhir+json',
  bodyType: 'application/fhir+json',
} as const satisfies Partial<RouteDoc>;

/** Request and response schemas; per-type search parameters are in /fhir/metadata. */
export const DOCS = {
  metadata: described({
    ...FHIR,
    security: 'none',
    summary: 'The capability statement: types, calls and search parameters.',
    answer: Resource,
  }),
  smart: described({
    ...FHIR,
    security: 'none',
    summary: 'Where and how an app signs in (SMART App Launch).',
    answer: z.looseObject({ issuer: z.string() }),
    answerType: 'application/json',
  }),
  bundle: described({
    ...FHIR,
    summary: 'Does all entries of a transaction, or none of them.',
    body: Bundle,
    answer: Bundle,
    errors: ['CONFLICT', 'UPLOAD_LIMIT', 'CONTENT_LIMIT'],
  }),
  search: described({
    ...FHIR,
    summary: 'Searches one type; types of a record need the patient.',
    params: Type,
    query: Query,
    answer: Bundle,
  }),
  create: described({
    ...FHIR,
    summary: 'Stores a new resource, or answers the one that If-None-Exist names.',
    params: Type,
    body: Resource,
    answer: Resource,
    status: 201,
    errors: ['CONFLICT', 'CONTENT_LIMIT'],
  }),
  read: described({
    ...FHIR,
    summary: 'The current version of a resource.',
    params: Id,
    query: z.object({ _assoc: z.string().optional() }),
    answer: Resource,
  }),
  update: described({
    ...FHIR,
    summary: 'Stores a new version of a resource; If-Match names the version it replaces.',
    params: Id,
    body: Resource,
    answer: Resource,
    errors: ['CONFLICT', 'CONTENT_LIMIT'],
  }),
  remove: described({
    ...FHIR,
    summary: 'Deletes a resource that the patient entered.',
    params: Id,
    status: 204,
    errors: ['NOT_DELETABLE', 'CONFLICT'],
  }),
  everything: {
    config: {
      ...described({
        ...FHIR,
        summary:
          'The whole record of a person as one Bundle, for those who keep it; written to the audit trail as an export.',
        params: z.object({ id: z.string() }),
        query: z.object({ _type: z.string().optional(), _since: z.iso.datetime({ offset: true }).optional() }),
        answer: Bundle,
      }).config,
      // each call may read a whole record
      rateLimit: { max: 10, timeWindow: '1 minute' },
    },
  },
  history: described({
    ...FHIR,
    summary: 'All versions of a resource, the newest first, on one page.',
    params: Id,
    query: z.object({ _count: z.string().optional() }),
    answer: Bundle,
  }),
  version: described({
    ...FHIR,
    summary: 'One version of a resource.',
    params: Id.extend({ version: z.string() }),
    answer: Resource,
  }),
  list: described({
    ...FHIR,
    summary: 'A list of one type in a patient’s record, or the uses of a device.',
    params: Id.extend({ child: z.string() }),
    query: Query,
    answer: Bundle,
  }),
};
