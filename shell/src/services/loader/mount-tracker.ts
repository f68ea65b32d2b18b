import { createStore, type Store } from '@phr/contract/store';
import type { LoadedModule } from '@phr/loader/load-module';
import type { Offer } from '@phr/loader/resolve';
import type { ModulePart } from './module-part.ts';

/** State of a module's places. */
export interface MountState {
  /** Incremented when mounted parts must be replaced: places then mount the current offer, or show the error card. */
  readonly turn: number;
  /** The module is switched off, but a view is kept for a while because of unsaved input. */
  readonly paused: boolean;
}

export interface MountTrackerOptions {
  readonly offer: Store<Offer>;
  readonly isDirty: () => boolean;
  /** Removes a module's instance from the cache and returns it. */
  readonly drop: (name: string) => Promise<LoadedModule> | undefined;
}

const FIRST: MountState = { turn: 0, paused: false };

/**
 * Tracks which parts are on screen, and ends those of switched-off modules: at once, or after the grace period if input
 * is unsaved.
 */
export function createMountTracker({ offer, isDirty, drop }: MountTrackerOptions) {
  const state = createStore<Readonly<Record<string, MountState>>>({});
  const onScreen = new Map<ModulePart, LoadedModule>();
  const ended = new Set<LoadedModule>();
  const waits = new Map<string, ReturnType<typeof setTimeout>>();
  let off = killedIn(offer.get());

  const lifeOf = (name: string): MountState => state.get()[name] ?? FIRST;
  const setLife = (name: string, life: MountState): void => state.set({ ...state.get(), [name]: life });
  const partsOf = (name: string): readonly ModulePart[] => [...onScreen.keys()].filter(({ module }) => module === name);

  /** Disposes an instance when its last part has left the screen. */
  const giveBack = (loaded: LoadedModule): void => {
    if (!ended.has(loaded) || [...onScreen.values()].includes(loaded)) return;
    ended.delete(loaded);
    loaded.instance.dispose();
  };

  function stopWaiting(name: string): void {
    clearTimeout(waits.get(name));
    waits.delete(name);
  }

  function renew(name: string): void {
    stopWaiting(name);
    const going = drop(name);
    setLife(name, { turn: lifeOf(name).turn + 1, paused: false });
    going
      ?.then((loaded) => {
        ended.add(loaded);
        giveBack(loaded);
      })
      .catch(() => undefined);
  }

  function stop(name: string, graceS: number): void {
    const isTypedIn = partsOf(name).some(({ kind }) => kind === 'view') && isDirty();
    if (!isTypedIn || graceS === 0) return renew(name);
    waits.set(
      name,
      setTimeout(() => renew(name), graceS * 1_000),
    );
    return setLife(name, { ...lifeOf(name), paused: true });
  }

  function revive(name: string): void {
    if (!waits.has(name)) return renew(name);
    stopWaiting(name);
    return setLife(name, { ...lifeOf(name), paused: false });
  }

  offer.subscribe(() => {
    const before = off;
    off = killedIn(offer.get());
    for (const [name, graceS] of off) if (!before.has(name)) stop(name, graceS);
    for (const name of before.keys()) if (!off.has(name)) revive(name);
  });

  return {
    state,
    partsOf,
    renew,
    end: (name: string): void => {
      if (lifeOf(name).paused) renew(name);
    },
    enter(part: ModulePart, loaded: LoadedModule) {
      const entered = { ...part };
      onScreen.set(entered, loaded);
      return () => {
        onScreen.delete(entered);
        giveBack(loaded);
      };
    },
  };
}

/** The switched-off modules, with their grace period in seconds. */
function killedIn(offer: Offer): ReadonlyMap<string, number> {
  return new Map(offer.filter(({ state }) => state === 'killed').map(({ name, grace }) => [name, grace]));
}
