import type { PatientSummary } from '@phr/contract/host-api';
import { mayIn } from '@phr/contract/may';
import { createStore, type Store } from '@phr/contract/store';
import type { Signal, SignalKind } from '@phr/contract/today';
import { dayOf, deviceZone } from '@phr/time/zone';
import type { Feeds } from '../dashboard/feeds.model.ts';
import { isLoading, lastIn, shownSignals, type SourceState } from '../dashboard/today.model.ts';

/** Persons who are asked about at the same time. */
const AT_ONCE = 2;
/** How long an answer is kept, milliseconds. */
const KEPT_MS = 5 * 60_000;

/** What the sources said of a person, the last time they were asked. */
interface Told {
  readonly sources: readonly SourceState[];
  /** When all had answered, milliseconds; absent while they are asked. */
  readonly at?: number;
}

/** What is known of several persons, kept in memory until `stop`. */
export interface Board {
  readonly told: Store<ReadonlyMap<string, Told>>;
  /** Asks about persons of whom nothing is known, not all, or nothing new for five minutes or of today; two at a time, in the order given. */
  ask(patientIds: readonly string[]): void;
  stop(): void;
}

/** @param open asks all sources about one person */
export function createBoard(open: (patientId: string) => Feeds): Board {
  const told = createStore<ReadonlyMap<string, Told>>(new Map());
  const asked = new Map<string, () => void>();
  const waiting: string[] = [];
  let isOver = false;

  const begin = (patientId: string): void => {
    const feeds = open(patientId);
    const stop = feeds.state.subscribe(() => look());
    const end = () => {
      stop();
      feeds.stop();
      asked.delete(patientId);
    };
    const look = () => {
      const sources = feeds.state.get();
      const isDone = !isLoading(sources);
      const before = told.get().get(patientId);
      // What was known stays until all of it is known anew.
      if (isDone || before?.at === undefined)
        told.set(new Map([...told.get(), [patientId, { sources, ...(isDone && { at: Date.now() }) }]]));
      if (!isDone) return;
      end();
      goOn();
    };
    asked.set(patientId, end);
    look();
  };
  const goOn = (): void => {
    while (!isOver && asked.size < AT_ONCE) {
      const next = waiting.shift();
      if (next === undefined) return;
      begin(next);
    }
  };
  return {
    told,
    ask(patientIds) {
      for (const id of patientIds)
        if (!asked.has(id) && !waiting.includes(id) && !isFresh(told.get().get(id))) waiting.push(id);
      goOn();
    },
    stop() {
      isOver = true;
      for (const end of asked.values()) end();
    },
  };
}

const isFresh = (told: Told | undefined): boolean =>
  told?.at !== undefined &&
  Date.now() - told.at < KEPT_MS &&
  // what was said yesterday of "tomorrow" is of today
  dayOf(told.at, deviceZone()) === dayOf(Date.now(), deviceZone()) &&
  told.sources.every(({ status }) => status === 'ready');

/** What a board says of one person. */
export interface BoardRow<Person> {
  readonly person: Person;
  /** The moment at which it is said, milliseconds. */
  readonly now: number;
  /** True until all sources have answered. */
  readonly isLoading: boolean;
  /** The worst danger, else what was measured last. */
  readonly state?: Signal;
  /** What is due next, or comes next. */
  readonly next?: Signal;
  /** How many things wait for an answer. */
  readonly asks: number;
  /** Where the next reading is entered; absent when the account may not add to the record. */
  readonly add?: Signal['place'];
  /** The sources that could not be asked. */
  readonly failed: readonly SourceState[];
}

/** @param now the present instant, milliseconds */
export function rowOf<Person extends PatientSummary>(
  person: Person,
  told: Told | undefined,
  now: number,
): BoardRow<Person> {
  const sources = told?.sources ?? [];
  const all = sources.flatMap((source) => source.signals);
  const signals = shownSignals(all, {}, { now, today: now });
  const first = (...kinds: readonly SignalKind[]) => signals.find(({ kind }) => kinds.includes(kind));
  const known = lastIn(sources);
  const last = known && Date.parse(known.expiresAt) > now ? known : undefined;
  const [state, next] = [first('danger') ?? last, first('due', 'soon')];
  const add = mayIn(person, 'create') ? addIn(all) : undefined;
  return {
    person,
    now,
    isLoading: told?.at === undefined,
    ...(state && { state }),
    ...(next && { next }),
    asks: signals.filter(({ kind }) => kind === 'ask').length,
    ...(add && { add }),
    failed: sources.filter(({ status }) => status === 'failed'),
  };
}

/** Where the next reading is entered is said by what was measured last, also when a danger tells of the same reading. */
const addIn = (signals: readonly Signal[]): Signal['place'] | undefined =>
  signals
    .filter(({ kind }) => kind === 'last')
    .flatMap(({ actions }) => actions)
    .find(({ id }) => id === 'add')?.place;

/** Who needs somebody first: danger, what waits for an answer, what is due; else in the order of the family. */
export function byNeed<Person>(rows: readonly BoardRow<Person>[]): readonly BoardRow<Person>[] {
  return rows.toSorted((a, b) => needOf(a) - needOf(b));
}

const needOf = ({ state, asks, next }: BoardRow<unknown>): number =>
  state?.kind === 'danger' ? 0 : asks > 0 ? 1 : next?.kind === 'due' ? 2 : 3;
