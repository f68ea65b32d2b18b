import { isCorrectable } from '@phr/fhir/correctable';
import { defined, hasCode, idOf } from '@phr/fhir/reading';
import { observation } from '@phr/fhir/resources';
import { storedVersion, type StoredResource } from '@phr/module-kit/correction';
import type { OwnVersion } from '../form/own-version.entity.ts';
import { labTestOf, type LabResult, type LabTest } from './lab-tests.model.ts';

/** A result as its form corrects it. */
export interface StoredResult extends OwnVersion {
  readonly test?: LabTest;
  readonly result?: LabResult;
  /** FHIR date or dateTime of the test. */
  readonly effective?: string;
  /** Place of the test, as typed. */
  readonly place?: string;
  readonly encounterId?: string;
}

/** Parses a result for its form; undefined if unsuitable. */
export function readStoredResult(resource: StoredResource | undefined): StoredResult | undefined {
  const version = storedVersion(resource);
  const raw = observation(version?.resource);
  if (version === undefined || raw === undefined) return undefined;
  const test = labTestOf((raw.code?.coding ?? []).flatMap(({ code }) => code ?? []));
  return {
    ...version,
    isCorrectable: test !== undefined && isCorrectable(version.resource),
    ...defined({
      test,
      result: test?.options.find((option) => raw.interpretation?.some((one) => hasCode(one, option))),
      effective: raw.effectiveDateTime,
      place: raw.performer?.find(({ reference, display }) => reference === undefined && display !== undefined)?.display,
      encounterId: idOf(raw.encounter, 'Encounter'),
    }),
  };
}
