import { DAY_MS } from '@phr/time/plain-date';
import { randomInt } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { SYSTEM_ACTOR } from '../fhir/actor.ts';
import type { Repository } from '../records/repository.ts';
import { textAt } from '../fhir/resource.ts';
import { readPhone } from '../identity/phone.ts';
import type { Platform } from '../kit/platform.ts';
import { resource } from '../gateway/phr/fields.ts';
import { HL7, identifierSystemOf, refTo } from '../fhir/systems.ts';
import type { Outbox, Toast } from '../gateway/realtime/outbox.ts';
import { checkAddress, parseBody } from '../kit/parse.ts';
import { ServerError } from '../kit/server-error.ts';
import { createCounter } from '../kit/usage-counts.ts';
import { described } from '../kit/route-schema.ts';

/** Type names of the parts that can be requested individually. */
const PARTS = ['Observation', 'DiagnosticReport', 'Immunization', 'Condition', 'Encounter'] as const;

const Body = z.object({
  phone: z.string().max(20),
  /** Code of the hospital in the directory. */
  provider: z.string().max(40).default('SAO-MAI'),
  days: z.number().int().min(1).max(365).default(30),
  /** The whole record when no part is named. */
  parts: z.array(z.enum(PARTS)).max(PARTS.length).default([]),
});

/** Limits per hour: requests to one person, and all requests of this desk. */
const REQUESTS = { person: 20, desk: 200 } as const;
const HOUR_MS = 3_600_000;

const ASKED: Toast = { message: 'A health care provider asks to see your record', code: 'CONSENT_ASKED', type: 'info' };

/**
 * Demo only: a hospital desk where the person has confirmed a phone number. The desk requests access to the record; the
 * person is notified and answers in the app.
 */
export function registerDemoHospital(
  app: FastifyInstance,
  platform: Platform,
  { repository, outbox }: { readonly repository: Repository; readonly outbox: Outbox },
): void {
  const { db, access, counts } = platform;
  const ofPerson = createCounter(counts, 'demo-hospital-person', REQUESTS.person, HOUR_MS);
  const ofDesk = createCounter(counts, 'demo-hospital', REQUESTS.desk, HOUR_MS);
  app.post(
    '/api/services/demo-hospital/consent-requests',
    described({
      service: 'emr',
      summary: 'Demo only: a hospital asks the owner of a phone number for access to the record.',
      security: 'none',
      body: Body,
      answer: resource('Consent'),
      status: 201,
      errors: ['TOO_MANY_REQUESTS'],
    }),
    async (request, reply) => {
      checkAddress(request);
      const { phone, provider, days, parts } = parseBody(Body, request.body);
      // the desk has no token: the counted key must not be one that a caller can choose
      await ofDesk.demand('all');
      await ofPerson.demand(readPhone(phone)?.stored ?? '');
      const stored = await db.tx(async (sql) => {
        const [account] = await sql.query<{ box_user: string }>(
          'select box_user from account where phone = $1 and phone_verified',
          [readPhone(phone)?.stored ?? ''],
        );
        const patientId = account === undefined ? undefined : await access.mainPatient(account.box_user, sql);
        const [hospital] = (
          await repository.search(
            SYSTEM_ACTOR,
            'Organization',
            { identifier: `${identifierSystemOf('organization')}|${provider}` },
            { sql },
          )
        ).items;
        if (patientId === undefined || hospital === undefined)
          throw new ServerError('NOT_FOUND', 'There is no such person or provider');
        const organization = refTo('Organization', hospital.id, textAt(JSON.parse(hospital.content), 'name'));
        const now = new Date();
        const written = await repository.create(
          SYSTEM_ACTOR,
          {
            resourceType: 'Consent',
            status: 'proposed',
            identifier: [
              { system: identifierSystemOf('consent'), value: String(randomInt(0, 1_000_000)).padStart(6, '0') },
            ],
            scope: { coding: [{ system: `${HL7}/consentscope`, code: 'patient-privacy' }] },
            category: [
              {
                coding: [{ system: 'http://loinc.org', code: '59284-0', display: 'Xin xem hồ sơ' }],
                text: 'Xin xem hồ sơ',
              },
            ],
            patient: refTo('Patient', patientId),
            dateTime: now.toISOString(),
            organization: [organization],
            policyRule: { coding: [{ system: `${HL7}/v3-ActCode`, code: 'OPTIN' }] },
            provision: {
              type: 'permit',
              period: { start: now.toISOString(), end: new Date(now.getTime() + days * DAY_MS).toISOString() },
              actor: [
                {
                  role: { coding: [{ system: `${HL7}/v3-ParticipationType`, code: 'IRCP' }] },
                  reference: organization,
                },
              ],
              ...(parts.length === 0
                ? {}
                : { class: parts.map((code) => ({ system: 'http://hl7.org/fhir/resource-types', code })) }),
            },
          },
          { sql },
        );
        await outbox.add(sql, [{ patientId, event: 'toast', body: JSON.stringify(ASKED) }]);
        return written.content;
      });
      return reply.code(201).type('application/json').send(stored);
    },
  );
}
