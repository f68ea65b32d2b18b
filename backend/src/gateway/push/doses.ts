import { confirmedAt, readPlan } from '@phr/fhir/dose-plan';
import { doseIdentifier, DOSE_SYSTEM, dueAt, type Slot, slotsOn } from '@phr/fhir/doses';
import { isObject } from '@phr/fhir/json';
import { add } from '@phr/time/plain-date';
import { dayOf } from '@phr/time/zone';
import { ACTIVE_GRANT_SQL } from '../../access/access.ts';
import { SYSTEM_ACTOR } from '../../fhir/actor.ts';
import type { Db } from '../../kit/platform.ts';
import type { Repository } from '../../records/repository.ts';
import { contentOf } from '../judged-person.ts';
import type { Device, Devices } from './devices.ts';
import { lifeOf } from './kinds.ts';
import type { Messages } from './messages.ts';

interface DoseNeeds {
  readonly db: Db;
  readonly repository: Pick<Repository, 'search'>;
  readonly devices: Pick<Devices, 'askingFor'>;
  readonly messages: Pick<Messages, 'add'>;
  readonly now?: () => number;
}

/**
 * Creates messages for due, unrecorded doses of confirmed plans, for devices subscribed to doses: own record only, in
 * the device's zone. Runs each minute; each dose is announced once even if late or in several processes.
 */
export function createDoseReminders({ db, repository, devices, messages, now = Date.now }: DoseNeeds) {
  const search = async (patientId: string, type: string, query: Readonly<Record<string, string>>) =>
    (await repository.search(SYSTEM_ACTOR, type, { ...query, _count: '200' }, { patientId })).items.map(contentOf);

  /** Doses already recorded (taken, skipped or in progress), by identifier. */
  const recordedAmong = async (patientId: string, doses: ReadonlySet<string>): Promise<ReadonlySet<string>> => {
    const found = await search(patientId, 'MedicationAdministration', {
      identifier: [...doses].map((value) => `${DOSE_SYSTEM}|${value}`).join(','),
    });
    return new Set(found.filter((one) => one['status'] !== 'entered-in-error').flatMap(identifiersOf));
  };

  const tell = async (patientId: string, asking: readonly Device[]): Promise<void> => {
    const statements = await search(patientId, 'MedicationStatement', { status: 'active' });
    const due = asking.flatMap((device) =>
      statements
        .flatMap((statement) => dueNow(statement, device.zone, now()))
        .map((slot) => ({ device, slot, dose: doseIdentifier(slot).value })),
    );
    if (due.length === 0) return;
    const recorded = await recordedAmong(patientId, new Set(due.map(({ dose }) => dose)));
    for (const { device, slot, dose } of due)
      if (!recorded.has(dose))
        await messages.add(device, { kind: 'doses', patientId, ref: `dose/${dose}`, due: dueAt(slot, device.zone) });
  };

  return {
    async queue(): Promise<void> {
      for (const [userId, asking] of Map.groupBy(await devices.askingFor('doses'), (device) => device.userId)) {
        const own = await db.query<{ patient_id: string }>(
          `select distinct patient_id from access where user_id = $1 and source = 'self' and ${ACTIVE_GRANT_SQL}`,
          [userId],
        );
        for (const { patient_id: patientId } of own) await tell(patientId, asking);
      }
    },
  };
}

/** The values of the identifiers of doses that a resource has. */
function identifiersOf(resource: Readonly<Record<string, unknown>>): readonly string[] {
  const identifiers: readonly unknown[] = Array.isArray(resource['identifier']) ? resource['identifier'] : [];
  return identifiers.flatMap((one) =>
    isObject(one) && one['system'] === DOSE_SYSTEM && typeof one['value'] === 'string' ? [one['value']] : [],
  );
}

/** Doses that became due within a message's lifetime; none of a plan that the person had not confirmed by then. */
function dueNow(statement: unknown, zone: string, now: number): readonly Slot[] {
  const [plan, confirmed] = [readPlan(statement, zone), confirmedAt(statement)];
  const id = isObject(statement) ? statement['id'] : undefined;
  if (plan === undefined || confirmed === undefined || typeof id !== 'string') return [];
  const earliest = Math.max(now - lifeOf('doses'), Date.parse(confirmed));
  const today = dayOf(now, zone);
  return [-1, 0]
    .flatMap((days) => slotsOn(id, plan, add(today, { days })))
    .filter((slot) => dueAt(slot, zone) > earliest && dueAt(slot, zone) <= now);
}
