import type { ManifestText } from '@phr/contract/registry';
import { createStore, type Store } from '@phr/contract/store';
import type { SignalFeed, SignalSource } from '@phr/contract/today';
import { acceptSignals, type Asked } from '@phr/loader/signals';
import type { SourceState } from './today.model.ts';

/** How long to wait for a source before reporting it; a late response is still shown. */
const LIMIT_MS = 5_000;

/** An available source. */
export interface NamedSource {
  readonly key: string;
  readonly text: ManifestText;
  /** Loads it; rejects on failure. */
  readonly open: () => Promise<SignalSource | undefined>;
}

/** The feeds of one person, until `stop`. In memory only. */
export interface Feeds {
  readonly state: Store<readonly SourceState[]>;
  /** Executes an action in place. Rejects with AppError. */
  act(signalId: string, action: string, key: string): Promise<void>;
  /** Retries sources that failed. */
  retry(): void;
  stop(): void;
}

/** Person and context for the sources. */
type Asking = Asked & Pick<Parameters<SignalSource>[0], 'scope' | 'now'>;

/** Opens all sources of one person. Signals are validated before they are shown. */
export function openFeeds(sources: readonly NamedSource[], asked: Asking): Feeds {
  const asking = sources.map((source) => openOne(source, asked, () => update()));
  const state = createStore(asking.map(({ get }) => get()));
  const update = () => state.set(asking.map(({ get }) => get()));
  return {
    state,
    async act(signalId, ...told) {
      const one = asking.find(({ get }) => get().signals.some(({ id }) => id === signalId));
      await one?.feed()?.act(signalId, ...told);
    },
    retry() {
      for (const one of asking) if (one.get().status === 'failed') one.retry();
    },
    stop() {
      for (const { stop } of asking) stop();
    },
  };
}

function openOne({ key, text, open }: NamedSource, asked: Asking, onChange: () => void) {
  let feed: SignalFeed | undefined;
  let shown: SourceState = { key, text, status: 'loading', signals: [] };
  let isLate = false;
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const show = (change: Pick<SourceState, 'status' | 'signals'>) => {
    if (isOver) return;
    if (change.status !== 'loading') clearTimeout(timer);
    shown = { key, text, ...change, status: change.status === 'loading' && isLate ? 'failed' : change.status };
    onChange();
  };
  const fail = () => show({ status: 'failed', signals: [] });
  const take = (from: SignalFeed) => {
    const { status, signals } = from.state.get();
    show({ status, signals: acceptSignals(signals, asked).signals });
  };
  const start = () => {
    isLate = false;
    timer = setTimeout(() => {
      isLate = true;
      show(shown);
    }, LIMIT_MS);
    if (feed !== undefined) {
      feed.refresh();
      return;
    }
    open()
      .then((source) => {
        if (isOver) return;
        if (source === undefined) return fail();
        const made = source({ patientId: asked.patientId, scope: asked.scope, now: asked.now });
        feed = made;
        made.state.subscribe(() => take(made));
        take(made);
      })
      .catch(fail);
  };
  start();
  return {
    get: () => shown,
    feed: () => feed,
    retry() {
      shown = { ...shown, status: 'loading' };
      onChange();
      start();
    },
    stop() {
      isOver = true;
      clearTimeout(timer);
      feed?.stop();
    },
  };
}
