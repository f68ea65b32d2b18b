import { isObject } from '@phr/fhir/json';
import { SIGNAL_KINDS } from '@phr/loader/signals';
import { sharedDevice } from '../../services/host/shared-device.ts';
import type { DismissedSignals } from './today.model.ts';

const keyOf = (patientId: string): string => `phr.today.${patientId}`;

/** Dismissed signals of a person: ids and times, sealed, deleted at sign-out. Expired ones are dropped. */
export function readDismissed(patientId: string, now: number): DismissedSignals {
  try {
    const stored: unknown = JSON.parse(sharedDevice.persons.get(keyOf(patientId)) ?? '{}');
    return Object.fromEntries(
      Object.entries(isObject(stored) ? stored : {}).flatMap(([id, entry]) => {
        if (!isObject(entry)) return [];
        const kind = SIGNAL_KINDS.find((known) => known === entry['kind']);
        const [at, until] = [Number(entry['at']), Number(entry['until'])];
        return kind === undefined || !(until > now) ? [] : [[id, { kind, at, until }]];
      }),
    );
  } catch {
    return {};
  }
}

/** Stores the dismissed signals. */
export function storeDismissed(patientId: string, dismissed: DismissedSignals): void {
  sharedDevice.persons.set(keyOf(patientId), JSON.stringify(dismissed));
}
