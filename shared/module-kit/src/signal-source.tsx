import type { HostApi, ServiceAnswer } from '@phr/contract/host-api';
import type { Locale } from '@phr/contract/locale';
import { createStore, type Store } from '@phr/contract/store';
import type { Signal, SignalFeed, SignalSource, SignalState } from '@phr/contract/today';
import { InfiniteQueryObserver, type QueryClient, type QueryKey, QueryObserver } from '@tanstack/react-query';
import type { ModuleTexts } from './i18n.tsx';
import { type ListQuery, patientListQuery } from './patient-list-query.tsx';

type Input = Parameters<SignalSource>[0];

/** One thing that a source reads; screens that read the same share its answer. */
export interface Read<Data> {
  readonly status: () => SignalState['status'];
  /** The newest answer; undefined until there is one. */
  readonly data: () => Data | undefined;
  /** When it arrived, ISO 8601. */
  readonly at: () => string | undefined;
  readonly subscribe: (listener: () => void) => () => void;
  readonly refresh: () => void;
}

/** Where a source lives: the host and the queries of its module, and for whom it is asked. */
export interface SourceContext extends Pick<Input, 'patientId' | 'scope'> {
  readonly host: HostApi;
  readonly queries: QueryClient;
}

/** The words of the module in the language on screen. */
export interface SourceWords {
  readonly t: (key: string, values?: Readonly<Record<string, string | number>>) => string;
  readonly locale: Locale;
}

/** The words of a module for a source, in the language that it shows. */
export function wordsOf({ i18n, shown }: ModuleTexts): SourceWords {
  return { t: (key, values) => i18n.t(key, { ...values }), locale: shown().locale };
}

/** What a source of signals is made of: what it reads, and what follows from it at a moment. */
export interface Teller {
  readonly reads: readonly Read<unknown>[];
  /** Other things on which its signals depend. */
  readonly follows?: readonly Pick<Store<unknown>, 'subscribe'>[];
  /** Pure: the same reads and the same moment tell the same. What could not be read tells nothing. */
  readonly tell: (now: Date, words: SourceWords) => readonly Signal[];
  /** Does an action without a place. Rejects with AppError. */
  readonly act?: (signal: string, action: string, key: string) => Promise<void>;
}

/** Imports a source when it is first asked. */
export type TellerLoader = () => Promise<(context: SourceContext) => Teller>;

/** A query that a source shares with the screens of its module by the same key. */
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

/** The first page of a list of the record, shared with `usePatientList` of the same type and query. */
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

/** The feed of a source: told again when an answer, the minute or the language changes. Its code and texts come now. */
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
  /** Answers that came together are told once. */
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

/** Nothing that failed is silent: the rest is told, and that something is missing. */
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
