import type { ReleaseEntry } from '@phr/contract/registry';
import { createStore, type Store } from '@phr/contract/store';
import type { LoadedModule } from '@phr/loader/load-module';
import type { Offer } from '@phr/loader/resolve';
import type { ModulePart } from './module-part.ts';

export interface UpdatesOptions {
  readonly offer: Store<Offer>;
  readonly inUse: () => readonly (readonly [string, LoadedModule])[];
  /** Parts of a module that are on screen. */
  readonly partsOf: (name: string) => readonly ModulePart[];
}

/**
 * Whether a reload would show a newer version. Releases that failed in this page do not count: their fallback is used
 * on purpose.
 */
export function createUpdates({ offer, inUse, partsOf }: UpdatesOptions) {
  const isThere = createStore(false);
  let requested = '';

  /** First candidates that differ from what is in use. */
  const newer = (): readonly (readonly [string, ReleaseEntry])[] =>
    inUse().flatMap(([name, { release }]) => {
      const first = offer.get().find((module) => module.name === name)?.candidates[0]?.release;
      return first === undefined || first.version === release.version ? [] : [[name, first] as const];
    });

  return {
    isThere,
    async look(): Promise<void> {
      const found = newer();
      const names = found.map(([, { entry }]) => entry).join(' ');
      if (names === requested && isThere.get()) return;
      requested = names;
      isThere.set(false);
      if (found.length === 0) return;
      const { filesAnswer } = await import(/* webpackChunkName: "pwa" */ './files-answer.ts');
      const answers = await Promise.all(found.map(([name, release]) => filesAnswer(release, partsOf(name))));
      if (requested === names) isThere.set(answers.includes(true));
    },
  };
}
