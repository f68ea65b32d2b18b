import { createStore, type Store } from '@phr/contract/store';
import type { LoadedModule } from '@phr/loader/load-module';
import type { Offer } from '@phr/loader/resolve';
import type { ModulePart } from './module-part.ts';

/** How the places of one module stand. */
export interface Life {
  /** Grows when what is on screen has to give way: places then mount anew what is offered, or show the card. */
  readonly turn: number;
  /** The module is turned off, and a view of it stays for a while, because something was typed in it. */
  readonly paused: boolean;
}

export interface LivesOptions {
  readonly offer: Store<Offer>;
  readonly isDirty: () => boolean;
  /** Forgets the instance of a module, and answers it. */
  readonly drop: (name: string) => Promise<LoadedModule> | undefined;
}

const FIRST: Life = { turn: 0, paused: false };

/** Which parts of modules are on screen, and the end of those whose module is turned off: at once, or after its grace where something was typed. */
export function createLives({ offer, isDirty, drop }: LivesOptions) {
  const state = createStore<Readonly<Record<string, Life>>>({});
  const onScreen = new Map<ModulePart, LoadedModule>();
  const ended = new Set<LoadedModule>();
  const waits = new Map<string, ReturnType<typeof setTimeout>>();
  let off = killedIn(offer.get());

  const lifeOf = (name: string): Life => state.get()[name] ?? FIRST;
  const setLife = (name: string, life: Life): void => state.set({ ...state.get(), [name]: life });
  const partsOf = (name: string): readonly ModulePart[] => [...onScreen.keys()].filter(({ module }) => module === name);

  /** An instance is given back when the last of its parts has left the screen. */
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

/** The modules that are turned off, with their grace in seconds. */
function killedIn(offer: Offer): ReadonlyMap<string, number> {
  return new Map(offer.filter(({ state }) => state === 'killed').map(({ name, grace }) => [name, grace]));
}
