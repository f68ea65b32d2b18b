import type { PatientSummary } from '@phr/contract/host-api';
import { mayIn } from '@phr/contract/may';
import { createStore, type Store } from '@phr/contract/store';
import type { Signal, SignalKind } from '@phr/contract/today';
import { dayOf, deviceZone } from '@phr/time/zone';
import type { Feeds } from '../dashboard/feeds.model.ts';
import { isLoading, lastIn, shownSignals, type SourceState } from '../dashboard/today.model.ts';

/** Persons queried concurrently. */
const AT_ONCE = 2;
/** How long results are kept, in milliseconds. */
const KEPT_MS = 5 * 60_000;

/** Latest results of the sources for a person. */
interface Told {
  readonly sources: readonly SourceState[];
  /** When all had responded, in milliseconds; absent while pending. */
  readonly at?: number;
}

/** Results for several persons, in memory until `stop`. */
export interface Board {
  readonly told: Store<ReadonlyMap<string, Told>>;
  /**
   * Queries persons without complete data, and those whose data is older than five minutes or from another day; two at
   * a time, in the given order.
   */
  ask(patientIds: readonly string[]): void;
  stop(): void;
}

/** @param open opens all sources of one person */
export function createBoard(open: (patientId: string) => Feeds): Board {
  const told = createStore<ReadonlyMap<string, Told>>(new Map());
  const requests = new Map<string, () => void>();
  const waiting: string[] = [];
  let isOver = false;

  const begin = (patientId: string): void => {
    const feeds = open(patientId);
    const stop = feeds.state.subscribe(() => look());
    const end = () => {
      stop();
      feeds.stop();
      requests.delete(patientId);
    };
    const look = () => {
      const sources = feeds.state.get();
      const isDone = !isLoading(sources);
      const before = told.get().get(patientId);
      // keep old results until the new ones are complete
      if (isDone || before?.at === undefined)
        told.set(new Map([...told.get(), [patientId, { sources, ...(isDone && { at: Date.now() }) }]]));
      if (!isDone) return;
      end();
      goOn();
    };
    requests.set(patientId, end);
    look();
  };
  const goOn = (): void => {
    while (!isOver && requests.size < AT_ONCE) {
      const next = waiting.shift();
      if (next === undefined) return;
      begin(next);
    }
  };
  return {
    told,
    ask(patientIds) {
      for (const id of patientIds)
        if (!requests.has(id) && !waiting.includes(id) && !isFresh(told.get().get(id))) waiting.push(id);
      goOn();
    },
    stop() {
      isOver = true;
      for (const end of requests.values()) end();
    },
  };
}

const isFresh = (told: Told | undefined): boolean =>
  told?.at !== undefined &&
  Date.now() - told.at < KEPT_MS &&
  // the previous day's "tomorrow" is today
  dayOf(told.at, deviceZone()) === dayOf(Date.now(), deviceZone()) &&
  told.sources.every(({ status }) => status === 'ready');

/** A board's row about one person. */
export interface BoardRow<Person> {
  readonly person: Person;
  /** Time of the row, in milliseconds. */
  readonly now: number;
  /** True until all sources have responded. */
  readonly isLoading: boolean;
  /** The worst danger, else the latest reading. */
  readonly state?: Signal;
  /** The next due or upcoming thing. */
  readonly next?: Signal;
  /** Number of open questions. */
  readonly asks: number;
  /** Target screen for the next reading; absent if the account may not add entries. */
  readonly add?: Signal['place'];
  /** Sources that could not be read. */
  readonly failed: readonly SourceState[];
}

/** @param now current time in milliseconds */
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

/** The target for the next reading comes from the latest reading, even if a danger concerns the same reading. */
const addIn = (signals: readonly Signal[]): Signal['place'] | undefined =>
  signals
    .filter(({ kind }) => kind === 'last')
    .flatMap(({ actions }) => actions)
    .find(({ id }) => id === 'add')?.place;

/**
 * Sorts by urgency: danger, open question, due; otherwise in family order. Until all rows are loaded the last known
 * order stays, as a row that moves under a finger opens the wrong record.
 * @param before ids in the last known order
 */
export function sortByUrgency<Person extends PatientSummary>(
  rows: readonly BoardRow<Person>[],
  before: readonly string[],
): readonly BoardRow<Person>[] {
  if (rows.every(({ isLoading }) => !isLoading)) return rows.toSorted((a, b) => needOf(a) - needOf(b));
  const placeOf = ({ person }: BoardRow<Person>) => (before.includes(person.id) ? before.indexOf(person.id) : Infinity);
  return rows.toSorted((a, b) => (placeOf(a) === placeOf(b) ? 0 : placeOf(a) - placeOf(b)));
}

const needOf = ({ state, asks, next }: BoardRow<unknown>): number =>
  state?.kind === 'danger' ? 0 : asks > 0 ? 1 : next?.kind === 'due' ? 2 : 3;
