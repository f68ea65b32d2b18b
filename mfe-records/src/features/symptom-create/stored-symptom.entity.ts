import type { Coding } from '@phr/fhir/datatypes';
import { isCorrectable } from '@phr/fhir/correctable';
import { defined } from '@phr/fhir/reading';
import { type Observation, observation } from '@phr/fhir/resources';
import { storedVersion, type StoredResource } from '@phr/module-kit/correction';
import { localSystem } from '../form/local-codes.model.ts';
import type { OwnVersion } from '../form/own-version.entity.ts';

/** A symptom as its form corrects it. */
export interface StoredSymptom extends OwnVersion {
  readonly raw: Observation;
  /** Key of a symptom of the list. */
  readonly key?: string;
  /** In the person's own words. */
  readonly words?: string;
  readonly severity?: string;
  /** FHIR dateTime at which it began. */
  readonly began?: string;
}

/** Parses a symptom for its form; undefined for anything else. */
export function readStoredSymptom(resource: StoredResource | undefined): StoredSymptom | undefined {
  const version = storedVersion(resource);
  const raw = observation(version?.resource);
  if (version === undefined || raw === undefined) return undefined;
  const codeIn = (codings: readonly Coding[] | undefined, name: string): string | undefined =>
    codings?.find(({ system }) => system === localSystem(name))?.code;
  const severity = codeIn(raw.valueCodeableConcept?.coding, 'symptom-severity');
  return {
    ...version,
    raw,
    isCorrectable: severity !== undefined && isCorrectable(version.resource),
    ...defined({
      key: codeIn(raw.code?.coding, 'symptom'),
      words: raw.code?.text,
      severity,
      began: raw.effectiveDateTime,
    }),
  };
}
