import { isCorrectable } from '@phr/fhir/correctable';
import { correctedObservation } from '@phr/fhir/corrected-observation';
import type { NoteReader } from '@phr/fhir/note-words';
import { observation, type Observation } from '@phr/fhir/observation';
import { withOwnNote } from '@phr/fhir/own-note';
import { storedVersion, type StoredResource } from '@phr/module-kit/correction';
import { localSystem } from '../form/local-codes.model.ts';
import type { OwnVersion } from '../form/own-version.entity.ts';

/** A report of symptoms as its form corrects it. */
export interface StoredReport extends OwnVersion {
  readonly raw: Observation;
}

/** How a report of some kind is read for its form; undefined for anything else. @param code of the kind of report */
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

/** The code of a part in a table of this product; undefined for a part that no form of ours made. */
export function localCode({ code }: Part, table: string): string | undefined {
  return code?.coding?.find(({ system }) => system === localSystem(table))?.code;
}

/** The stored report as its form says it now; the note of another stays, and so does a moment that nobody changed. */
export function correctedReport(
  { resource, raw }: StoredReport,
  { note: _note, ...next }: StoredResource,
  {
    note = '',
    reader,
    keeps,
  }: { readonly note?: string | undefined; readonly reader: NoteReader | undefined; readonly keeps: readonly string[] },
): StoredResource {
  const notes = withOwnNote(raw.note, note, reader);
  return correctedObservation(
    resource,
    {
      ...next,
      resourceType: 'Observation',
      status: 'final',
      ...(notes !== undefined && notes.length > 0 && { note: notes }),
    },
    ['code', 'performer', ...(notes === undefined ? ['note'] : []), ...keeps],
  );
}

/** True where a stored instant and a typed one are of the same minute: its seconds stay then. */
export function isSameMinute(stored: string | undefined, typed: number): boolean {
  return stored !== undefined && Math.floor(Date.parse(stored) / 60_000) === Math.floor(typed / 60_000);
}
