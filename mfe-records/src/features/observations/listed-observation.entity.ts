import type { Locale } from '@phr/contract/host-api';
import { hasCode, idOf } from '@phr/fhir/reading';
import { observation } from '@phr/fhir/resources';
import { isOwnEntry } from '@phr/fhir/source';
import { readDescribed, type Described } from '../described/described.entity.ts';

/** A result in words, with what a person may do about it. */
export interface ListedObservation extends Described {
  /** A performer is a Patient (OBS-03). */
  readonly isByPatient: boolean;
  /** May be deleted here: entered by the patient, and neither a vital sign nor an ECG, which have screens of their own (D-45, D-108). */
  readonly isRemovable: boolean;
  readonly codes: readonly string[];
}

/** ECG recordings hold files that go together with them. */
const ECG = '131328';

/** Reads an Observation for the list of results; undefined without an id. */
export function readListedObservation(resource: unknown, locale: Locale): ListedObservation | undefined {
  const described = readDescribed(resource, locale);
  const raw = observation(resource);
  if (described === undefined || raw === undefined) return undefined;
  const isVital = raw.category?.some((category) => hasCode(category, 'vital-signs')) === true;
  return {
    ...described,
    isByPatient: raw.performer?.some((performer) => idOf(performer, 'Patient') !== undefined) === true,
    isRemovable: isOwnEntry(raw) && !isVital && !hasCode(raw.code, ECG),
    codes: (raw.code?.coding ?? []).flatMap(({ code }) => code ?? []),
  };
}
