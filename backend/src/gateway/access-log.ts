import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { forbidden, toOutcome } from '../fhir/fhir-error.ts';
import { refuseUnknownParameter } from '../fhir/known-parameters.ts';
import type { Platform } from '../kit/platform.ts';
import { described } from '../kit/route-schema.ts';
import { parseBody } from '../kit/parse.ts';
import { can } from '../access/policy.ts';
import { createNoteRefusal, auditingRefusals } from '../access/refused-tries.ts';

const Query = z.object({
  patient: z
    .string()
    .regex(/^(Patient\/)?[A-Za-z0-9.-]{1,64}$/)
    .transform((value) => value.replace(/^Patient\//, '')),
  _count: z.coerce.number().int().min(1).max(200).default(50),
  /** Cursor of the previous page. */
  _cursor: z
    .string()
    .regex(/^\d{1,18}$/)
    .optional(),
});
const Bundle = z.looseObject({ resourceType: z.literal('Bundle'), type: z.literal('searchset') });

interface Row {
  id: string;
  recorded: Date;
  action: string;
  type: string;
  outcome: string;
  user_id: string | null;
  name: string | null;
  entity: string | null;
  tries: number;
  is_stranger: boolean;
}

/**
 * Viewing one's own file: audited like all issued URLs, but omitted from the log, as is all reading of one's own
 * record.
 */
const OWN_FILE_READ = `e.action = 'read' and e.outcome = 'success' and e.entity like 'Binary/%' and exists (
  select from access own where own.user_id = e.user_id and own.patient_id = e.patient_id and own.source = 'self' and own.revoked_at is null)`;

const DICOM = 'http://dicom.nema.org/resources/ontology/DCM';
const EVENT_TYPE = 'http://terminology.hl7.org/CodeSystem/audit-event-type';
const INTERACTION = 'http://hl7.org/fhir/restful-interaction';
const ACTIONS: Readonly<Record<string, string>> = { create: 'C', read: 'R', update: 'U', delete: 'D', execute: 'E' };
const OUTCOMES: Readonly<Record<string, string>> = { success: '0', refused: '4', failure: '8' };

/**
 * GET /fhir/AuditEvent?patient=: accesses to a record, newest first. For those who may write it, not for readers. Paged
 * by Link and Bundle.link.
 */
export function registerAccessLog(app: FastifyInstance, { config, auth, access, db }: Platform): void {
  const base = config.services.fhir;
  const note = createNoteRefusal(db);
  const send = (reply: FastifyReply, body: unknown): FastifyReply =>
    reply.header('cache-control', 'no-store').type('application/fhir+json; charset=utf-8').send(JSON.stringify(body));

  app.get(
    '/fhir/AuditEvent',
    {
      ...described({
        service: 'fhir',
        summary: 'Who did what with a record, newest first.',
        security: 'bearer',
        query: Query,
        answer: Bundle,
        answerType: 'application/fhir+json',
      }),
      errorHandler: (error, request, reply) => {
        const { status, headers, body } = toOutcome(error);
        if (status >= 500) request.log.error({ err: error }, 'access log failed');
        send(reply.code(status).headers(headers), body);
      },
    },
    async (request, reply) => {
      const caller = await auth.authenticate(request);
      refuseUnknownParameter(request);
      const { patient, _count: count, _cursor: cursor } = parseBody(Query, request.query);
      await auditingRefusals(note, async () => {
        if (!can((await access.allowedPatients(caller.userId)).get(patient), 'share'))
          throw forbidden(undefined, {
            userId: caller.userId,
            patientId: patient,
            action: 'read',
            type: 'rest',
            entity: 'AuditEvent',
          });
      });
      const rows = await db.query<Row & Record<string, unknown>>(
        `select e.id, e.recorded, e.action, e.type, e.outcome, e.user_id, e.entity, coalesce(a.full_name, p.name) as name, coalesce(t.tries, 1) as tries,
              e.outcome = 'refused' and p.name is null and not exists (select 1 from access x where x.patient_id = e.patient_id and x.user_id = e.user_id) as is_stranger
         from audit_event e left join account a on a.box_user = e.user_id
         left join partner_link l on l.principal = e.user_id left join partner p on p.id = l.partner_id
         left join refused_try t on e.outcome = 'refused' and t.patient_id = e.patient_id and t.user_id = e.user_id and t.action = e.action and t.day = (e.recorded at time zone 'UTC')::date
        where e.patient_id = $1 and e.id < coalesce($2::bigint, 9223372036854775807) and not (${OWN_FILE_READ}) order by e.id desc limit $3`,
        [patient, cursor ?? null, count + 1],
      );
      const page = rows.slice(0, count);
      const last = rows.length > count ? page.at(-1) : undefined;
      const link = [{ relation: 'self', url: base + request.url.replace(/^\/fhir/, '') }];
      if (last !== undefined) {
        const next = `${base}/AuditEvent?patient=${patient}&_count=${count}&_cursor=${last.id}`;
        link.push({ relation: 'next', url: next });
        reply.header('link', `<${next}>; rel="next"`);
      }
      return send(reply, {
        resourceType: 'Bundle',
        type: 'searchset',
        link,
        entry: page.map((row) => ({
          fullUrl: `${base}/AuditEvent/${row.id}`,
          resource: auditEvent(row, patient),
          search: { mode: 'match' },
        })),
      });
    },
  );
}

/** A trail entry as FHIR R4 AuditEvent. Contains ids and names of people, never values. */
function auditEvent(row: Row, patient: string): object {
  const isProfessional = row.user_id?.includes('/') === true;
  // a stranger's name would let anyone write into someone else's log
  const who = row.is_stranger
    ? { display: 'stranger' }
    : row.user_id === null
      ? { display: 'anonymous' }
      : row.user_id === 'system'
        ? { display: 'system' }
        : {
            reference: isProfessional ? row.user_id : `User/${row.user_id}`,
            ...(row.name === null ? {} : { display: row.name }),
          };
  return {
    resourceType: 'AuditEvent',
    id: row.id,
    type:
      row.type === 'rest'
        ? { system: EVENT_TYPE, code: 'rest' }
        : row.type === 'export'
          ? { system: DICOM, code: '110106', display: 'Export' }
          : { system: DICOM, code: '110113', display: 'Security Alert' },
    subtype: [row.type === 'rest' ? { system: INTERACTION, code: row.action } : { code: row.type }],
    action: ACTIONS[row.action] ?? 'E',
    recorded: row.recorded.toISOString(),
    outcome: OUTCOMES[row.outcome] ?? '0',
    agent: [{ who, requestor: true }],
    source: { observer: { display: 'phr' } },
    entity: [
      {
        what: { reference: `Patient/${patient}` },
        ...(row.tries > 1 ? { detail: [{ type: 'tries', valueString: String(row.tries) }] } : {}),
      },
      ...(row.entity === null
        ? []
        : [{ what: row.entity.includes('/') ? { reference: row.entity } : { display: row.entity } }]),
    ],
  };
}
