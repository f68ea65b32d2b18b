import type { RequestPort } from '@phr/contract/host-api';

export interface Registration {
  /** The Patient resource as the record server has it. */
  readonly patient: { readonly [element: string]: unknown };
  readonly registerOrgId: string;
  readonly sharedOrgId?: string | undefined;
  /** Class of the new encounter, e.g. F0H; chosen by the service if missing (D-98). */
  readonly encounterType?: string | undefined;
}

/**
 * Registers a person at an organisation (ORG-02). The photo is not sent. Rejects with AppError, ALREADY_REGISTERED the
 * second time.
 */
export async function registerAt(
  request: RequestPort,
  { patient, registerOrgId, sharedOrgId = '', encounterType = '' }: Registration,
  idempotencyKey: string,
): Promise<void> {
  const { photo: _photo, ...person } = patient;
  await request.send({
    service: 'admin',
    method: 'POST',
    path: '/patient-app/encounter/register',
    idempotencyKey,
    body: { patient: person, registerOrgId, sharedOrgId, encounterType },
  });
}
