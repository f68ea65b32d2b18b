import type { ManifestText } from '@phr/contract/registry';
import type { SearchAnswer, SearchSource } from '@phr/contract/today';
import { createStore, type Store } from '@phr/contract/store';
import { acceptEntries } from '@phr/loader/search';
import type { Asked } from '@phr/loader/signals';

/** How long to wait for a source before reporting it as not searched, in ms; a late response is still searched. */
const LIMIT_MS = 8_000;

/** An available source. */
export interface NamedSearch {
  readonly key: string;
  readonly text: ManifestText;
  /** Loads it; rejects on failure. */
  readonly open: () => Promise<SearchSource | undefined>;
}

/** State of one source. */
export interface Searched extends SearchAnswer {
  readonly key: string;
  readonly text: ManifestText;
  readonly status: 'loading' | 'failed' | 'ready';
}

/** Search index of one person's record, in memory, until `stop`. */
export interface SearchIndex {
  readonly state: Store<readonly Searched[]>;
  stop(): void;
}

/** Queries all sources for one person. Results after `stop` and entries of another person are dropped. */
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
