import type { HostApi } from '@phr/contract/host-api';
import { localized } from '@phr/i18n/localized';
import type { Saved } from '@phr/module-kit/entry-form';
import { deviceZone, toZoned } from '@phr/time/zone';
import { saveOne } from '../form/save-one.api.ts';
import { noKnownAllergy } from './allergy.entity.ts';

/** Stored text of the statement, also shown while queued. */
const WORDS = localized('Không có dị ứng nào', 'No allergies known');

/**
 * Records that a person knows of no allergy.
 * @param key UUID that makes retries idempotent. Rejects with AppError.
 */
export function recordNoKnownAllergy(
  { request, settings }: Pick<HostApi, 'request' | 'settings'>,
  patientId: string,
  key: string,
): Promise<Saved> {
  const at = toZoned(Date.now(), deviceZone());
  const words = WORDS[settings.get().locale];
  const resource = noKnownAllergy(words, { patientId, at, formId: key });
  return saveOne(request, { formId: key, resource }, { patientId, title: words, at });
}
