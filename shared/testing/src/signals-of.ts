import type { PatientSummary } from '@phr/contract/host-api';
import type { PhrModule } from '@phr/contract/phr-module';
import { createStore } from '@phr/contract/store';
import type { Signal, SignalFeed, SignalState } from '@phr/contract/today';
import { acceptSignals } from '@phr/loader/signals';
import { type FakeHost, FAKE_MAIN } from './fake-host.ts';

export interface SignalsOfOptions {
  /** Defaults to the main patient. */
  readonly person?: Pick<PatientSummary, 'id'>;
  /** Current time, ISO 8601. */
  readonly now?: string;
  readonly scope?: 'today' | 'board';
}

export interface ToldSignals extends SignalState {
  readonly feed: SignalFeed;
  /** Moves the feed's clock. */
  readonly tick: (now: string) => void;
}

/**
 * Queries a module's signal source as the shell would, and waits for its data. Signals no host would show (too long,
 * another person's, without place) are errors.
 */
export async function signalsOf(
  module: PhrModule,
  source: string,
  host: FakeHost,
  { person = FAKE_MAIN, now = new Date().toISOString(), scope = 'today' }: SignalsOfOptions = {},
): Promise<ToldSignals> {
  const { sources } = await module.create(host);
  const open = sources?.signals?.[source];
  if (open === undefined) throw new Error(`${module.name} has no source ${source}`);
  const clock = createStore(new Date(now));
  const feed = open({ patientId: person.id, scope, now: clock });
  await new Promise<void>((resolve) => {
    const look = () => {
      if (feed.state.get().status !== 'loading') resolve();
    };
    feed.state.subscribe(look);
    look();
  });
  const state = feed.state.get();
  const { refused } = acceptSignals(state.signals, { patientId: person.id, isScreen: () => true });
  if (refused > 0) throw new Error(`No host shows ${refused} of ${JSON.stringify(state.signals)}`);
  return { ...state, feed, tick: (moment) => clock.set(new Date(moment)) };
}

/** Comparable summary: rule, subject and texts. */
export const inShort = (signals: readonly Signal[]): readonly string[] =>
  signals.map(({ id, kind, rank, title }) => `${kind}.${rank} ${id}: ${title}`);
