import type { PatientSummary, WaitingWrite } from '@phr/contract/host-api';
import { formIdentifier } from '@phr/fhir/builders';
import { identifier, period, reference } from '@phr/fhir/datatypes';
import { doseIdentifier, type Slot, slotOf } from '@phr/fhir/doses';
import { codeableConcept } from '@phr/fhir/datatypes';
import { isOwnEntry } from '@phr/fhir/source';
import { isObject, lenientObject, list, text } from '@phr/fhir/json';
import { defined, readable, wordsOf } from '@phr/fhir/reading';
import { storedVersion, type StoredResource, type StoredVersion } from '@phr/module-kit/correction';
import { withoutInline } from './wire.entity.ts';

/** A planned dose recorded as taken or skipped. */
export interface Dose extends Slot {
  readonly id: string;
  readonly isTaken: boolean;
  /** When it was taken, ISO 8601. */
  readonly at?: string;
  /** Who recorded it, as that person is called. */
  readonly by?: string;
  /** Why it was skipped. */
  readonly reason?: string;
  /** Absent while it waits on this device. */
  readonly version?: StoredVersion;
  readonly isOwn: boolean;
}

const wire = lenientObject({
  id: text,
  status: text,
  meta: lenientObject({ source: text }),
  identifier: list(identifier),
  effectiveDateTime: text,
  effectivePeriod: period,
  performer: list(lenientObject({ actor: reference })),
  statusReason: list(codeableConcept),
});

/** Parses a recorded dose; undefined if unplanned or erroneous. */
export function readDose(resource: unknown): Dose | undefined {
  const raw = wire(resource);
  const slot = (raw?.identifier ?? [])
    .map((one) => slotOf(defined({ system: one.system, value: one.value })))
    .find(isThere);
  if (raw === undefined || slot === undefined || !isObject(resource)) return undefined;
  if (raw.status !== 'completed' && raw.status !== 'not-done') return undefined;
  return {
    ...slot,
    id: raw.id ?? slot.local,
    isTaken: raw.status === 'completed',
    isOwn: isOwnEntry({ meta: defined({ source: raw.meta?.source }) }),
    ...defined({
      at: readable(raw.effectiveDateTime ?? raw.effectivePeriod?.start),
      by: raw.performer?.map(({ actor }) => actor?.display).find(isThere),
      reason: raw.statusReason?.map(wordsOf).find(isThere),
      version: storedVersion(resource),
    }),
  };
}

const isThere = <T>(value: T | undefined): value is T => value !== undefined;

/** Doses that wait on this device for a person. */
export function waitingDoses(writes: readonly WaitingWrite[], patientId: string | undefined): readonly Dose[] {
  return writes
    .filter((write) => write.patientId === patientId && write.state !== 'refused')
    .map(({ body }) => readDose(body))
    .filter(isThere);
}

/** What is recorded of a planned dose. */
export interface NewDose extends Slot {
  readonly patientId: string;
  /** The medicine as its statement names it. */
  readonly statement: StoredResource;
  /** ISO 8601 with offset: when it was taken, or when it would have been; the day alone where no hour is known. */
  readonly at: string;
  /** Who records it. */
  readonly by: Pick<PatientSummary, 'id' | 'name'> | undefined;
  /** Why it was skipped; absent for one that was taken. */
  readonly skipped?: string;
}

/**
 * A dose record (FHIR R4 MedicationAdministration). Whoever records it is named as text; the server stamps the source.
 * @param key `doseKey` of the planned dose
 */
export function doseResource({ statementId, local, patientId, statement, at, by, skipped }: NewDose, key: string) {
  const { medicationCodeableConcept, medicationReference } = statement;
  const subject = { reference: `Patient/${patientId}` };
  return {
    resourceType: 'MedicationAdministration',
    identifier: [formIdentifier(key), doseIdentifier({ statementId, local })],
    status: skipped === undefined ? 'completed' : 'not-done',
    ...(skipped === undefined ? {} : { statusReason: [{ text: skipped }] }),
    ...defined({ medicationCodeableConcept, medicationReference: withoutInline(medicationReference) }),
    subject,
    effectiveDateTime: at,
    ...(by === undefined
      ? {}
      : { performer: [{ actor: by.id === patientId ? { ...subject, display: by.name } : { display: by.name } }] }),
    supportingInformation: [{ reference: `MedicationStatement/${statementId}` }],
  };
}

/** An erroneous dose record, which frees its planned time. */
export function mistakenDose({ resource }: StoredVersion): StoredResource {
  const { identifier: _slot, ...rest } = resource;
  return { ...rest, status: 'entered-in-error' };
}

/** The instant at which a dose was taken, milliseconds; undefined where only the day is known. */
export const instantOf = (at: string | undefined): number | undefined =>
  at === undefined || at.length <= 'YYYY-MM-DD'.length ? undefined : Date.parse(at);
