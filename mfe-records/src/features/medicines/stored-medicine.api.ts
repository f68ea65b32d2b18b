import type { RequestPort } from '@phr/contract/host-api';
import type { Locale } from '@phr/contract/locale';
import { loadMedicine } from './medicines.api.ts';
import { fitsForm, type Medicine, readMedicine } from './medicine.entity.ts';
import type { OwnVersion } from '../form/own-version.entity.ts';

/** A statement as its form corrects it. */
export interface StoredMedicine extends OwnVersion {
  readonly medicine: Medicine;
}

/** One medicine for its form; undefined if the person has none with this id. Rejects with AppError. */
export async function loadStored(
  request: RequestPort,
  patientId: string,
  id: string,
  locale: Locale,
): Promise<StoredMedicine | undefined> {
  const medicine = readMedicine(await loadMedicine(request, patientId, 'MedicationStatement', id), locale);
  if (medicine === undefined) return undefined;
  return { ...medicine.version, medicine, isCorrectable: medicine.isOwn && fitsForm(medicine.version.resource) };
}
