import { isCorrectable } from '@phr/fhir/correctable';
import { observation, type Observation } from '@phr/fhir/observation';
import { storedVersion, type StoredResource } from '@phr/module-kit/correction';
import { localSystem } from '../form/local-codes.model.ts';
import type { OwnVersion } from '../form/own-version.entity.ts';

/** A report of symptoms as its form corrects it. */
export interface StoredReport extends OwnVersion {
  readonly raw: Observation;
}

/**
 * Parses a report for its form; undefined for other kinds.
 * @param code code of the kind of report
 */
export const reportReader =
  (code: string) =>
  (resource: StoredResource | undefined): StoredReport | undefined => {
    const version = storedVersion(resource);
    const raw = observation(version?.resource);
    const system = localSystem('symptom-report');
    if (version === undefined || raw?.code?.coding?.some((one) => one.system === system && one.code === code) !== true)
      return undefined;
    return { ...version, raw, isCorrectable: isCorrectable(version.resource) };
  };

type Part = NonNullable<Observation['component']>[number];

/** A component's code in one of our systems; undefined if not from our forms. */
export function localCode({ code }: Part, table: string): string | undefined {
  return code?.coding?.find(({ system }) => system === localSystem(table))?.code;
}
