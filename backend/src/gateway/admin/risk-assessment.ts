import { matchLocale } from '@phr/i18n/locale';
import { localized, type Localized } from '@phr/i18n/localized';
import type { Level } from '@phr/clinical/levels';
import { ageInYears } from '@phr/time/age';
import { dayOf } from '@phr/time/zone';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { SYSTEM_ACTOR } from '../../fhir/actor.ts';
import { assertAccess } from '../../access/policy.ts';
import type { Repository } from '../../records/repository.ts';
import { Day, Id, resource } from '../phr/fields.ts';
import type { ServiceCalls } from '../phr/service-call.ts';
import { codeSystem, HL7, refTo } from '../../fhir/systems.ts';
import { FACILITY_ZONE } from '../../kit/facility-zone.ts';
import { parseBody } from '../../kit/parse.ts';
import { ServerError } from '../../kit/server-error.ts';
import { described } from '../../kit/route-schema.ts';
import { assess, findingsOf, ReportedObservation } from './covid19-rules.ts';
import { resourceIn } from './family.ts';

const Body = z.object({
  encounterId: Id,
  patientId: Id,
  patient: z.object({ birthDate: Day.optional() }),
  observations: z.array(ReportedObservation).max(200),
});

const LEVEL_WORDS: Readonly<Record<Level, Localized>> = {
  target: localized('Mục tiêu', 'Target'),
  veryMild: localized('Nguy cơ rất nhẹ', 'Very mildly dangerous'),
  mild: localized('Nguy cơ nhẹ', 'Mildly dangerous'),
  dangerous: localized('Nguy hiểm', 'Dangerous'),
  veryDangerous: localized('Rất nguy hiểm', 'Very dangerous'),
};
const ADVICE: Readonly<Record<Level, Localized>> = {
  target: localized('Tiếp tục tự theo dõi hai lần mỗi ngày.', 'Keep checking yourself twice a day.'),
  veryMild: localized(
    'Nghỉ ngơi, uống đủ nước và tiếp tục tự theo dõi hai lần mỗi ngày.',
    'Rest, drink enough and keep checking yourself twice a day.',
  ),
  mild: localized('Báo cho cơ sở y tế đang quản lý bạn trong ngày.', 'Tell the facility that looks after you today.'),
  dangerous: localized('Báo ngay cho cơ sở y tế đang quản lý bạn.', 'Tell the facility that looks after you at once.'),
  veryDangerous: localized('Gọi cấp cứu ngay.', 'Call the emergency number now.'),
};
const NO_DIAGNOSIS: Localized = localized(
  'Thông tin chỉ để tham khảo, không thay thế chẩn đoán của bác sĩ.',
  "For information only; it does not replace a doctor's diagnosis.",
);
/** Priority of the encounter: S very high risk, A high, UR medium, R low (D-54). */
const PRIORITY: Readonly<Record<Level, string>> = {
  veryDangerous: 'S',
  dangerous: 'A',
  mild: 'UR',
  veryMild: 'R',
  target: 'R',
};

/**
 * POST /patient-app/riskassessment/covid19-assessment: urgency of a home report, by published rules. States that it is
 * not a diagnosis.
 */
export function registerRiskAssessment(app: FastifyInstance, calls: ServiceCalls, repository: Repository): void {
  app.post(
    '/patient-app/riskassessment/covid19-assessment',
    described({
      service: 'admin',
      summary: 'How urgent a COVID-19 health report is, by published rules.',
      security: 'bearer',
      wrapped: true,
      body: Body,
      answer: resource('RiskAssessment'),
    }),
    (request, reply) =>
      calls.write(request, reply, async ({ actor, sql }) => {
        const { encounterId, patientId, patient, observations } = parseBody(Body, request.body);
        const locale = matchLocale(request.headers['accept-language']);
        assertAccess(actor, patientId, 'update');
        const encounter = await repository.read(actor, 'Encounter', encounterId, sql);
        if (encounter.patient_id !== patientId) throw new ServerError('ACCESS_DENIED', 'Access denied');

        const { level, reasons } = assess(
          findingsOf(
            observations,
            patient.birthDate === undefined
              ? undefined
              : ageInYears(patient.birthDate, dayOf(Date.now(), FACILITY_ZONE)),
          ),
        );
        const said = reasons.map(({ words, source }) => `${words[locale]} (${source})`).join('; ');
        const written = await repository.create(
          SYSTEM_ACTOR,
          {
            resourceType: 'RiskAssessment',
            status: 'final',
            method: {
              coding: [{ system: codeSystem('risk-method'), code: 'covid19-home', display: '261/QĐ-BYT, 2671/QĐ-BYT' }],
              text: localized('Đánh giá theo dõi COVID-19 tại nhà', 'COVID-19 home monitoring assessment')[locale],
            },
            code: { text: 'COVID-19' },
            subject: refTo('Patient', patientId),
            encounter: refTo('Encounter', encounterId),
            occurrenceDateTime: new Date().toISOString(),
            prediction: [
              {
                qualitativeRisk: {
                  coding: [{ system: codeSystem('risk-level'), code: level, display: LEVEL_WORDS[level][locale] }],
                  text: LEVEL_WORDS[level][locale],
                },
                ...(said === '' ? {} : { rationale: said }),
              },
            ],
            mitigation: ADVICE[level][locale],
            note: [{ text: NO_DIAGNOSIS[locale] }],
          },
          { sql },
        );
        await repository.update(
          SYSTEM_ACTOR,
          {
            ...resourceIn(encounter),
            id: encounterId,
            priority: { coding: [{ system: `${HL7}/v3-ActPriority`, code: PRIORITY[level] }] },
          },
          { ifMatch: encounter.version, sql },
        );
        return written.content;
      }),
  );
}
