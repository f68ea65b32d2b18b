import type { LogPort } from '@phr/contract/host-api';
import type { ReleaseEntry } from '@phr/contract/registry';
import type { WritableStore } from '@phr/contract/store';
import type { Device } from '@phr/loader/resolve';
import type { Auth } from '../auth/auth.ts';

export interface PersonParts {
  readonly auth: Pick<Auth, 'account' | 'cohorts' | 'tokenVersion'>;
  /** Fetches the signed-in person's development builds. */
  readonly readOwn: () => Promise<readonly ReleaseEntry[]>;
  readonly log: Pick<LogPort, 'error'>;
}

/**
 * Keeps the releases that the signed-in person gets before others: those for their cohorts and, for members of a team,
 * their own builds.
 */
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
        // another person may have signed in meanwhile
        if (person === known && own.length > 0) device.set({ ...device.get(), own });
      },
      (error: unknown) => log.error('own-builds', error),
    );
  };
  learn();
  auth.tokenVersion.subscribe(learn);
}
