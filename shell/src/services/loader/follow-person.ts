import type { LogPort } from '@phr/contract/host-api';
import type { ReleaseEntry } from '@phr/contract/registry';
import type { WritableStore } from '@phr/contract/store';
import type { Device } from '@phr/loader/resolve';
import type { Auth } from '../auth/auth.ts';

export interface PersonParts {
  readonly auth: Pick<Auth, 'account' | 'cohorts' | 'tokenVersion'>;
  /** Asks the server for the builds in development of whoever is signed in. */
  readonly readOwn: () => Promise<readonly ReleaseEntry[]>;
  readonly log: Pick<LogPort, 'error'>;
}

/** Keeps what the person who is signed in gets before others: releases for her groups and, where one of them is a team, builds of her own. */
export function followPerson(device: WritableStore<Omit<Device, 'bad'>>, { auth, readOwn, log }: PersonParts): void {
  let known: string | undefined;
  const learn = (): void => {
    const cohorts = auth.cohorts();
    const person = [auth.account(), ...cohorts].join(' ');
    if (person === known) return;
    known = person;
    device.set({ ...device.get(), cohorts, own: [] });
    if (!cohorts.some((cohort) => cohort.startsWith('team:'))) return;
    readOwn().then(
      (own) => {
        // somebody else may have signed in meanwhile
        if (person === known && own.length > 0) device.set({ ...device.get(), own });
      },
      (error: unknown) => log.error('own-builds', error),
    );
  };
  learn();
  auth.tokenVersion.subscribe(learn);
}
