import type { HostApi, QueueOptions, RequestPort } from '@phr/contract/host-api';
import { doseKey, type Due, type Slot } from '@phr/fhir/doses';
import { useHost, usePatient, useStore } from '@phr/module-kit/host';
import type { ListQuery } from '@phr/module-kit/patient-list-query';
import { type PatientList, usePatientList, usePatientOne } from '@phr/module-kit/patient-list';
import { resourcesOf, saveVersion, type StoredVersion } from '@phr/module-kit/correction';
import type { Saved } from '@phr/module-kit/entry-form';
import { deviceZone, toZoned } from '@phr/time/zone';
import { readerPerLocale, useReader } from '../../local-reader.ts';
import { useAllPages } from '../described/all-pages.api.ts';
import { type Dose, doseResource, mistakenDose, readDose, waitingDoses } from './dose.entity.ts';
import { type Medicine, readMedicine } from './medicine.entity.ts';
import { ALLERGIES, MEDICINES } from './medicine-queries.api.ts';
import { mistakenStatement } from './wire.entity.ts';

const READERS = readerPerLocale(readMedicine);

/** Recorded doses of about the last two weeks. */
export const DOSES: ListQuery = { type: 'MedicationAdministration', query: { _sort: '-date', _count: 100 } };
/** The newest prescribed medicines. */
export const ORDERS = {
  type: 'MedicationRequest',
  query: { _sort: '-date', _count: 20, _assoc: 'medicationReference' },
} satisfies ListQuery;

/** All that is, or was, taken. */
export const useMedicines = (): PatientList<Medicine> =>
  useAllPages(usePatientList({ ...MEDICINES, read: useReader(READERS) }));

/** One medicine; an empty list if the person has none with this id. */
export const useMedicine = (id: string): PatientList<Medicine> =>
  usePatientOne({ id, ...MEDICINES, read: useReader(READERS) });

/**
 * Prescribed medicines, newest first.
 * @param count page size
 */
export const useOrders = (count = ORDERS.query['_count']): PatientList<Medicine> =>
  usePatientList({ ...ORDERS, query: { ...ORDERS.query, _count: count }, read: useReader(READERS) });

const asSent = (resource: unknown): unknown => resource;

/** All allergies as sent, for matching with medicines. */
export const useAllergens = (): PatientList<unknown> => useAllPages(usePatientList({ ...ALLERGIES, read: asSent }));

export interface Doses {
  readonly list: PatientList<Dose>;
  /** What the server has, and what waits on this device. */
  readonly all: readonly Dose[];
}

export function useDoses(): Doses {
  const list = usePatientList({ ...DOSES, read: readDose });
  const writes = useStore(useHost().request.waiting);
  const patientId = usePatient().viewed?.id;
  return { list, all: [...waitingDoses(writes, patientId), ...list.rows] };
}

/** One statement or order for its form; undefined if the person has none with this id. Rejects with AppError. */
export async function loadMedicine(
  request: RequestPort,
  patientId: string,
  type: 'MedicationStatement' | 'MedicationRequest',
  id: string,
): Promise<unknown> {
  const [found] = await resourcesOf(request, patientId, type, { _id: id, _assoc: 'medicationReference' });
  return found;
}

/** What came of recording a dose. */
export interface RecordedDose {
  /** Absent while it waits for the network. */
  readonly dose?: Dose;
  /** False if someone else had already recorded the dose. */
  readonly isNew: boolean;
}

export interface DoseToRecord {
  readonly planned: Slot & {
    readonly medicine: Pick<Medicine, 'version'>;
    /** When it is due, milliseconds, and whether that has passed; absent for a dose without an hour. */
    readonly due?: number;
    readonly state?: Due | undefined;
  };
  readonly patientId: string;
  /** Milliseconds. */
  readonly now: number;
  /** What the person reads while it waits. */
  readonly title: string;
  readonly skipped?: string;
}

/**
 * Records a planned dose as taken or skipped. If two people record the same dose it is stored once, and the second gets
 * the first's record. Queued offline. Rejects with AppError.
 */
export async function recordDose(
  { request, patient }: Pick<HostApi, 'request' | 'patient'>,
  { planned, patientId, now, title, skipped }: DoseToRecord,
): Promise<RecordedDose> {
  const { statementId, local, due, state, medicine } = planned;
  // what is recorded late was taken at its time, as far as anybody knows; without an hour the day alone is known
  const at =
    due === undefined
      ? local.slice(0, 'YYYY-MM-DD'.length)
      : toZoned(state === 'past' || skipped !== undefined ? due : now, deviceZone());
  const key = await doseKey({ statementId, local });
  const by = patient.get().main;
  const dose = { statementId, local, patientId, statement: medicine.version.resource, at, by };
  const queue: QueueOptions = { patientId, title, at: toZoned(now, deviceZone()) };
  const { body, waiting } = await request.send({
    service: 'fhir',
    method: 'POST',
    path: '/MedicationAdministration',
    body: doseResource({ ...dose, ...(skipped === undefined ? {} : { skipped }) }, key),
    idempotencyKey: key,
    queue,
  });
  if (waiting === true) return { isNew: true };
  const stored = readDose(body);
  // a retry after a lost response returns our own record, not another person's
  const isNew = stored === undefined || (stored.at === at && (stored.by ?? by?.name) === by?.name);
  return { isNew, ...(stored === undefined ? {} : { dose: stored }) };
}

/** Undoes a dose recorded a moment ago. Rejects with AppError. */
export function undoDose(request: RequestPort, id: string): Promise<unknown> {
  return request.send({ service: 'fhir', method: 'DELETE', path: `/MedicationAdministration/${id}` });
}

/** Marks a dose or a medicine as recorded by mistake; it stays in the record's history. Rejects with AppError. */
export function markMistaken(
  request: RequestPort,
  of: 'dose' | 'medicine',
  version: StoredVersion,
  tools: { readonly idempotencyKey: string; readonly queue: QueueOptions },
): Promise<Saved> {
  return of === 'dose'
    ? saveVersion(request, 'MedicationAdministration', version, mistakenDose(version), tools)
    : saveVersion(request, 'MedicationStatement', version, mistakenStatement(version), tools);
}
