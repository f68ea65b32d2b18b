import type { ManifestText } from '@phr/contract/registry';
import type { SearchAnswer, SearchSource } from '@phr/contract/today';
import { createStore, type Store } from '@phr/contract/store';
import { acceptEntries } from '@phr/loader/search';
import type { Asked } from '@phr/loader/signals';

/** How long a source is waited for until it is said that it was not searched; one that answers later is searched all the same, ms. */
const LIMIT_MS = 8_000;

/** A source that somebody offers. */
export interface NamedSearch {
  readonly key: string;
  readonly text: ManifestText;
  /** Fetches it; rejects when it does not come. */
  readonly open: () => Promise<SearchSource | undefined>;
}

/** What one source has told so far. */
export interface Searched extends SearchAnswer {
  readonly key: string;
  readonly text: ManifestText;
  readonly status: 'loading' | 'failed' | 'ready';
}

/** The index of one person's record, in memory, until `stop`. */
export interface SearchIndex {
  readonly state: Store<readonly Searched[]>;
  stop(): void;
}

/** Asks all sources about one person. What comes after `stop`, and entries of another person, are dropped. */
export function openIndex(sources: readonly NamedSearch[], asked: Asked): SearchIndex {
  const state = createStore<readonly Searched[]>(
    sources.map(({ key, text }) => ({ key, text, status: 'loading', entries: [] })),
  );
  let isOver = false;
  const tell = (key: string, told: Pick<Searched, 'status'> & Partial<SearchAnswer>): void => {
    if (!isOver) state.set(state.get().map((one) => (one.key === key ? { ...one, ...told } : one)));
  };
  const timer = setTimeout(() => {
    for (const { key, status } of state.get()) if (status === 'loading') tell(key, { status: 'failed' });
  }, LIMIT_MS);
  for (const { key, open } of sources)
    open()
      .then((source) => source?.(asked.patientId))
      .then((answer) =>
        tell(key, answer === undefined ? { status: 'failed' } : { status: 'ready', ...acceptEntries(answer, asked) }),
      )
      .catch(() => tell(key, { status: 'failed' }));
  return {
    state,
    stop() {
      isOver = true;
      clearTimeout(timer);
    },
  };
}
