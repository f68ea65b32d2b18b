import type { RequestPort } from '@phr/contract/host-api';
import { type PatientList, usePatientList } from '@phr/module-kit/patient-list';
import { readVoucher, type Voucher } from './voucher.entity.ts';

/** The person's vouchers; no call without a person and a type (VOU-03). */
export function useVouchers(coverageType: string): PatientList<Voucher> {
  return usePatientList({
    type: 'Coverage',
    query: { type: coverageType, _sort: '-_lastUpdated', _count: 20 },
    read: readVoucher,
    enabled: coverageType !== '',
  });
}

/**
 * Redeems a promotion code for a voucher; not sent without a person or code (VOU-02). Resolves to whether it was.
 * Rejects with AppError: PROMO_INVALID, PROMO_USED, PROMO_EXPIRED.
 */
export async function applyPromoCode(
  request: RequestPort,
  patientId: string | undefined,
  promoCode: string,
  idempotencyKey: string,
): Promise<boolean> {
  if (patientId === undefined || promoCode === '') return false;
  await request.send({
    service: 'admin',
    method: 'POST',
    path: '/patient-app/coverage/apply-promo-code',
    body: { patientId, promoCode },
    idempotencyKey,
  });
  return true;
}
