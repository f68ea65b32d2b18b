import { isObject } from '@phr/fhir/json';
import { SIGNAL_KINDS } from '@phr/loader/signals';
import { sharedDevice } from '../../services/host/shared-device.ts';
import type { PutAway } from './today.model.ts';

const keyOf = (patientId: string): string => `phr.today.${patientId}`;

/** Dismissed signals of a person: ids and times, sealed, deleted at sign-out. Expired ones are dropped. */
export function readPutAway(patientId: string, now: number): PutAway {
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
export function keepPutAway(patientId: string, putAway: PutAway): void {
  sharedDevice.persons.set(keyOf(patientId), JSON.stringify(putAway));
}
