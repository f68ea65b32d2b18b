import type { QueueOptions, RequestPort } from '@phr/contract/host-api';
import type { Level } from '@phr/clinical/levels';
import { riskAssessment } from '@phr/fhir/resources';
import type { Saved } from '@phr/module-kit/entry-form';
import { levelOf } from '../risk-assessments/risk-assessment.entity.ts';

export interface AssessmentAsked {
  readonly encounterId: string;
  readonly patientId: string;
  readonly birthDate: string | undefined;
  readonly observations: readonly unknown[];
}

/**
 * Requests a report's urgency and resolves to the level, once the service has the report (RISK-04); queued until then.
 * Rejects with AppError; the report is unaffected.
 */
export async function askAssessment(
  request: RequestPort,
  { encounterId, patientId, birthDate, observations }: AssessmentAsked,
  idempotencyKey: string,
  queue: QueueOptions,
): Promise<Saved & { readonly level?: Level }> {
  // Rules by age need a whole date.
  const patient = birthDate !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(birthDate) ? { birthDate } : {};
  const answer = await request.send({
    service: 'admin',
    method: 'POST',
    path: '/patient-app/riskassessment/covid19-assessment',
    body: { encounterId, patient, patientId, observations },
    idempotencyKey,
    queue,
  });
  const level = levelOf(riskAssessment(answer.body)?.prediction?.[0]?.qualitativeRisk);
  return { isWaiting: answer.waiting === true, ...(level === undefined ? {} : { level }) };
}
