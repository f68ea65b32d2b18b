import type { HostApi, ServiceAnswer } from '@phr/contract/host-api';
import type { Locale } from '@phr/contract/locale';
import { createStore, type Store } from '@phr/contract/store';
import type { Signal, SignalFeed, SignalSource, SignalState } from '@phr/contract/today';
import { InfiniteQueryObserver, type QueryClient, type QueryKey, QueryObserver } from '@tanstack/react-query';
import type { ModuleTexts } from './i18n.tsx';
import { type ListQuery, patientListQuery } from './patient-list-query.tsx';

type Input = Parameters<SignalSource>[0];

/** Data a source reads; shared with screens that read the same. */
export interface Read<Data> {
  readonly status: () => SignalState['status'];
  /** The latest response; undefined until there is one. */
  readonly data: () => Data | undefined;
  /** When it arrived, ISO 8601. */
  readonly at: () => string | undefined;
  readonly subscribe: (listener: () => void) => () => void;
  readonly refresh: () => void;
}

/** Context of a source: its module's host and queries, and the person. */
export interface SourceContext extends Pick<Input, 'patientId' | 'scope'> {
  readonly host: HostApi;
  readonly queries: QueryClient;
}

/** The module's texts in the current language. */
export interface SourceWords {
  readonly t: (key: string, values?: Readonly<Record<string, string | number>>) => string;
  readonly locale: Locale;
}

/** A module's texts for a source, in the language it shows. */
export function wordsOf({ i18n, shown }: ModuleTexts): SourceWords {
  return { t: (key, values) => i18n.t(key, { ...values }), locale: shown().locale };
}

/** A signal source: the data it reads, and the signals derived from them. */
export interface Teller {
  readonly reads: readonly Read<unknown>[];
  /** Other stores its signals depend on. */
  readonly follows?: readonly Pick<Store<unknown>, 'subscribe'>[];
  /** Pure: the same data and time give the same signals. Unreadable data give none. */
  readonly tell: (now: Date, words: SourceWords) => readonly Signal[];
  /** Executes an action without a place. Rejects with AppError. */
  readonly act?: (signal: string, action: string, key: string) => Promise<void>;
}

/** Imports a source on first use. */
export type TellerLoader = () => Promise<(context: SourceContext) => Teller>;

/** A query shared with the module's screens by its key. */
export function readQuery<Data>(
  { queries }: SourceContext,
  query: { readonly queryKey: QueryKey; readonly queryFn: (at: { readonly signal: AbortSignal }) => Promise<Data> },
): Read<Data> {
  const observer = new QueryObserver(queries, { ...query, retry: false });
  return {
    status: () => statusOf(observer.getCurrentResult()),
    data: () => observer.getCurrentResult().data,
    at: () => momentOf(observer.getCurrentResult().dataUpdatedAt),
    subscribe: (listener) => observer.subscribe(listener),
    refresh: () => void observer.refetch(),
  };
}

/** First page of a list, shared with `usePatientList` of the same type and query. */
export function readList<T>(
  { host, queries, patientId }: SourceContext,
  { read, ...list }: ListQuery & { readonly read: (resource: unknown) => T | undefined },
): Read<readonly T[]> {
  const observer = new InfiniteQueryObserver(queries, patientListQuery(host.request, patientId, list));
  return {
    status: () => statusOf(observer.getCurrentResult()),
    data: () =>
      observer
        .getCurrentResult()
        .data?.pages.flatMap(({ resources }) => resources.map(read).filter((row) => row !== undefined)),
    at: () => observer.getCurrentResult().data?.pages[0]?.receivedAt,
    subscribe: (listener) => observer.subscribe(listener),
    refresh: () => void observer.refetch(),
  };
}

interface Result {
  readonly isError: boolean;
  readonly isPending: boolean;
}

const statusOf = ({ isError, isPending }: Result): SignalState['status'] =>
  isError ? 'failed' : isPending ? 'loading' : 'ready';

const momentOf = (milliseconds: number): ServiceAnswer['receivedAt'] | undefined =>
  milliseconds === 0 ? undefined : new Date(milliseconds).toISOString();

/** Opens a source's feed: updated when data, the minute or the language changes. Loads its code and texts. */
export function openFeed(
  scope: { readonly host: HostApi; readonly queries: QueryClient; readonly texts: ModuleTexts },
  load: TellerLoader,
  { now, ...asked }: Input,
): SignalFeed {
  const state = createStore<SignalState>({ status: 'loading', signals: [] });
  const stops: (() => void)[] = [];
  let teller: Teller | undefined;
  let isOver = false;

  const fail = (error: unknown): void => {
    scope.host.log.error('signals', error);
    state.set({ status: 'failed', signals: [] });
  };
  const tell = (): void => {
    if (teller === undefined || isOver) return;
    try {
      state.set(stateOf(teller.reads, teller.tell(now.get(), wordsOf(scope.texts))));
    } catch (error) {
      fail(error);
    }
  };
  let isDue = false;
  /** Batches responses that arrive together into one update. */
  const tellSoon = (): void => {
    if (isDue) return;
    isDue = true;
    queueMicrotask(() => {
      isDue = false;
      tell();
    });
  };
  const start = (): void => {
    Promise.all([load(), scope.texts.ready]).then(([make]) => {
      if (isOver) return;
      teller = make({ host: scope.host, queries: scope.queries, ...asked });
      scope.texts.i18n.on('languageChanged', tell);
      stops.push(
        () => scope.texts.i18n.off('languageChanged', tell),
        ...teller.reads.map(({ subscribe }) => subscribe(tellSoon)),
        ...[...(teller.follows ?? []), now].map(({ subscribe }) => subscribe(tell)),
      );
      tell();
    }, fail);
  };
  start();
  return {
    state,
    act: async (...told) => teller?.act?.(...told),
    refresh() {
      if (teller === undefined) start();
      else for (const { refresh } of teller.reads) refresh();
    },
    stop() {
      isOver = true;
      for (const stop of stops) stop();
    },
  };
}

/** Reports failures: the rest is shown, marked as incomplete. */
function stateOf(reads: readonly Read<unknown>[], signals: readonly Signal[]): SignalState {
  const all = reads.map(({ status }) => status());
  const at = reads
    .map((read) => read.at())
    .filter((moment) => moment !== undefined)
    .sort()[0];
  return {
    status: all.includes('failed') ? 'failed' : all.includes('loading') ? 'loading' : 'ready',
    signals,
    ...(at === undefined ? {} : { at }),
  };
}
