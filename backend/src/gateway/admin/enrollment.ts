import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { SYSTEM_ACTOR } from '../../fhir/actor.ts';
import type { Repository } from '../../records/repository.ts';
import { textAt } from '../../fhir/resource.ts';
import type { Db, Sql } from '../../kit/platform.ts';
import { newEncounter } from '../phr/encounter-resource.ts';
import { Id, Instant, resource, TypedCode } from '../phr/fields.ts';
import type { ServiceCalls } from '../phr/service-call.ts';
import { codeSystem, HL7, refTo } from '../../fhir/systems.ts';
import { parseBody } from '../../kit/parse.ts';
import { assertAccess, must } from '../../access/policy.ts';
import { ServerError } from '../../kit/server-error.ts';
import { described } from '../../kit/route-schema.ts';
import { organizationOf } from './encounters.ts';

const Query = z.object({ enrollmentCode: TypedCode, enrollmentType: TypedCode, orgCode: TypedCode });
const Join = z.object({ enrollmentCode: TypedCode, enrollmentType: TypedCode, orgId: Id, patientId: Id });
const Share = z.enum(['phone', 'fullName']);
const Enrollment = z.object({
  enrollmentCode: z.string(),
  enrollmentType: z.string(),
  orgId: z.string(),
  orgCode: z.string(),
  orgName: z.string(),
  title: z.string(),
  description: z.string().optional(),
  period: z.object({ start: Instant.optional(), end: Instant.optional() }).optional(),
  shares: z.array(Share),
});
const Joined = z.object({ joined: z.literal(true), encounter: resource('Encounter').optional() });
interface Row {
  code: string;
  type: string;
  org_id: string;
  org_code: string;
  title: string;
  description: string | null;
  starts_at: Date | null;
  ends_at: Date | null;
  shares: z.output<typeof Share>[];
  makes_encounter: boolean;
  over: boolean;
}
const COLUMNS =
  'code, type, org_id, org_code, title, description, starts_at, ends_at, shares, makes_encounter, coalesce(ends_at <= now(), false) as over';

/** Organisations' programmes that a patient joins by code, consenting to data sharing. */
export function registerEnrollment(app: FastifyInstance, db: Db, calls: ServiceCalls, repository: Repository): void {
  app.get(
    '/patient-app/enrollment/detail',
    described({
      service: 'admin',
      summary: 'What a programme is and what it asks to be told.',
      security: 'bearer',
      access: 'user',
      wrapped: true,
      query: Query,
      answer: Enrollment,
      errors: ['ENROLLMENT_EXPIRED'],
    }),
    (request, reply) =>
      calls.read(request, reply, async () => {
        const { enrollmentCode, enrollmentType, orgCode } = parseBody(Query, request.query);
        const [row] = await db.query<Row & Record<string, unknown>>(
          `select ${COLUMNS} from enrollment where code = $1 and type = $2 and org_code = $3`,
          [enrollmentCode, enrollmentType, orgCode],
        );
        const found = running(row);
        const organization = await repository.read(SYSTEM_ACTOR, 'Organization', found.org_id);
        const period = {
          ...(found.starts_at === null ? {} : { start: found.starts_at.toISOString() }),
          ...(found.ends_at === null ? {} : { end: found.ends_at.toISOString() }),
        };
        return JSON.stringify({
          enrollmentCode,
          enrollmentType,
          orgId: found.org_id,
          orgCode,
          orgName: textAt(JSON.parse(organization.content), 'name') ?? orgCode,
          title: found.title,
          ...(found.description === null ? {} : { description: found.description }),
          ...(Object.keys(period).length === 0 ? {} : { period }),
          shares: found.shares,
        } satisfies z.input<typeof Enrollment>);
      }),
  );

  app.post(
    '/patient-app/enrollment/join',
    described({
      service: 'admin',
      summary: 'Joins a programme; some begin with an encounter.',
      security: 'bearer',
      wrapped: true,
      body: Join,
      answer: Joined,
      errors: ['ALREADY_JOINED', 'ENROLLMENT_EXPIRED'],
    }),
    (request, reply) =>
      calls.write(request, reply, async ({ actor, sql }) => {
        const { enrollmentCode, enrollmentType, orgId, patientId } = parseBody(Join, request.body);
        assertAccess(actor, patientId, 'update');
        const [row] = await sql.query<Row & Record<string, unknown>>(
          `select ${COLUMNS} from enrollment where code = $1 and type = $2 and org_id = $3`,
          [enrollmentCode, enrollmentType, orgId],
        );
        const found = running(row);
        if (found.shares.length > 0) must(actor, 'share', { type: 'Consent', patientId });
        const added = await sql.query(
          'insert into enrollment_member (code, type, org_id, patient_id) values ($1, $2, $3, $4) on conflict do nothing returning code',
          [enrollmentCode, enrollmentType, orgId, patientId],
        );
        if (added.length === 0) throw new ServerError('ALREADY_JOINED', 'This patient has joined already');
        await keepConsent(sql, found, patientId);
        if (!found.makes_encounter) return '{"joined":true}';
        const organization = await organizationOf(repository, orgId, sql);
        const encounter = await repository.create(
          actor,
          newEncounter({ patientId, classCode: enrollmentType, organization }),
          { source: 'service', sql },
        );
        return `{"joined":true,"encounter":${encounter.content}}`;
      }),
  );

  /** the agreement is stored as a Consent, where it can be read and revoked */
  async function keepConsent(
    sql: Sql,
    { org_id: orgId, title, shares, ends_at: ends }: Row,
    patientId: string,
  ): Promise<void> {
    if (shares.length === 0) return;
    const organization = await organizationOf(repository, orgId, sql);
    const now = new Date().toISOString();
    const name = textAt(JSON.parse(organization.content), 'name');
    await repository.create(
      SYSTEM_ACTOR,
      {
        resourceType: 'Consent',
        status: 'active',
        scope: { coding: [{ system: `${HL7}/consentscope`, code: 'patient-privacy' }] },
        category: [{ coding: [{ system: codeSystem('consent-category'), code: 'enrollment' }], text: title }],
        patient: refTo('Patient', patientId),
        dateTime: now,
        organization: [refTo('Organization', orgId, name)],
        policyRule: { coding: [{ system: `${HL7}/v3-ActCode`, code: 'OPTIN' }] },
        provision: {
          type: 'permit',
          period: { start: now, ...(ends === null ? {} : { end: ends.toISOString() }) },
          actor: [
            {
              role: { coding: [{ system: `${HL7}/v3-ParticipationType`, code: 'IRCP' }] },
              reference: refTo('Organization', orgId, name),
            },
          ],
          code: shares.map((share) => ({ coding: [{ system: codeSystem('shared-data'), code: share }] })),
        },
      },
      { sql },
    );
  }
}

function running(row: Row | undefined): Row {
  if (row === undefined || (row.starts_at !== null && row.starts_at.getTime() > Date.now()))
    throw new ServerError('NOT_FOUND', 'There is no such programme');
  if (row.over) throw new ServerError('ENROLLMENT_EXPIRED', 'The programme has ended');
  return row;
}
