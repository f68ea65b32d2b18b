import type { RequestPort } from '@phr/contract/host-api';

export interface AssessmentAsked {
  readonly encounterId: string;
  readonly patientId: string;
  readonly birthDate: string | undefined;
  readonly observations: readonly unknown[];
}

/** Asks how urgent a saved report is (RISK-04). Rejects with AppError; the report stays saved. */
export async function askAssessment(request: RequestPort, { encounterId, patientId, birthDate, observations }: AssessmentAsked, idempotencyKey: string): Promise<void> {
  // Rules by age need a whole date.
  const patient = birthDate !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(birthDate) ? { birthDate } : {};
  await request.send({ service: 'admin', method: 'POST', path: '/patient-app/riskassessment/covid19-assessment', body: { encounterId, patient, patientId, observations }, idempotencyKey });
}
