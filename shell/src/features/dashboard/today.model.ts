import type { ManifestText } from '@phr/contract/registry';
import type { Signal, SignalKind, SignalState } from '@phr/contract/today';
import { SIGNAL_KINDS } from '@phr/loader/signals';

/** Signals of one source, labelled by what it covers. */
export interface SourceState extends Pick<SignalState, 'status' | 'signals'> {
  readonly key: string;
  readonly text: ManifestText;
}

/** Dismissed signals, by id. */
export type DismissedSignals = Readonly<
  Record<string, { readonly kind: SignalKind; readonly at: number; readonly until: number }>
>;

/** The screen's blocks in order, with the kinds in each. */
const BLOCKS = {
  now: ['danger'],
  todo: ['ask', 'due'],
  new: ['new'],
  soon: ['soon'],
  gap: ['gap'],
} as const satisfies Readonly<Record<string, readonly SignalKind[]>>;

export type BlockName = keyof typeof BLOCKS;

export interface Block {
  readonly name: BlockName;
  readonly signals: readonly Signal[];
}

interface Moment {
  /** Current time and start of today on this device, in milliseconds. */
  readonly now: number;
  readonly today: number;
}

/**
 * Filters signals for display, in order: drops expired and dismissed ones, keeps the highest of several about the same
 * source, and one record gap a day.
 */
export function shownSignals(
  told: readonly Signal[],
  dismissed: DismissedSignals,
  { now, today }: Moment,
): readonly Signal[] {
  const about = new Set<string>();
  const isGapDone = Object.values(dismissed).some(({ kind, at }) => kind === 'gap' && at >= today);
  let gaps = 0;
  return told
    .filter(({ kind, expiresAt }) => kind !== 'last' && Date.parse(expiresAt) > now)
    .filter(({ id, dismiss }) => dismiss === 'never' || (dismissed[id]?.until ?? 0) <= now)
    .toSorted((a, b) => byNeed(a, b) || byId(a, b))
    .filter(({ kind, sources }) => {
      if (sources.some((source) => about.has(source))) return false;
      if (kind === 'gap' && (isGapDone || (gaps += 1) > 1)) return false;
      for (const source of sources) about.add(source);
      return true;
    })
    .toSorted((a, b) => byNeed(a, b) || Date.parse(b.at) - Date.parse(a.at) || byId(a, b));
}

/** By kind, rank and due time; of equal urgency the newest comes first. */
const byNeed = (a: Signal, b: Signal): number =>
  SIGNAL_KINDS.indexOf(a.kind) - SIGNAL_KINDS.indexOf(b.kind) || a.rank - b.rank || dueOf(a) - dueOf(b);

/** Two looks show the same order, and of two that tell the same a module goes before the shell. */
const byId = (a: Signal, b: Signal): number => (a.id < b.id ? -1 : 1);

/** Signals without due time sort last. */
const dueOf = ({ dueAt }: Signal): number => (dueAt === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(dueAt));

/** The non-empty blocks. */
export function blocksOf(signals: readonly Signal[]): readonly Block[] {
  return Object.entries(BLOCKS)
    .map(([name, kinds]: [string, readonly SignalKind[]]) => ({
      name: name as BlockName,
      signals: signals.filter(({ kind }) => kinds.includes(kind)),
    }))
    .filter(({ signals: own }) => own.length > 0);
}

/**
 * End of a dismissal: end of today, or thirty days.
 * @param tomorrow start of the next day, milliseconds
 */
export function dismissedUntil({ dismiss }: Signal, now: number, tomorrow: number): number {
  return dismiss === '30d' ? now + 30 * 24 * 60 * 60_000 : tomorrow;
}

/** True until every source has responded; also if none has been opened. */
export const isLoading = (sources: readonly SourceState[]): boolean =>
  sources.length === 0 || sources.some(({ status }) => status === 'loading');

/**
 * One-sentence summary: the worst danger, else the first open question or due thing, else the last days, else that
 * nothing is known to be due. Never "all is well".
 */
export function sentenceOf(
  signals: readonly Signal[],
  sources: readonly SourceState[],
): { readonly title: string } | 'loading' | 'unknown' | 'nothing' {
  const first = signals.find(({ kind }) => kind === 'danger' || kind === 'ask' || kind === 'due');
  if (first !== undefined) return { title: first.title };
  if (isLoading(sources)) return 'loading';
  if (sources.some(({ status }) => status === 'failed')) return 'unknown';
  return lastIn(sources) ?? 'nothing';
}

/** The latest state of the person, if a source provides it. */
export const lastIn = (sources: readonly SourceState[]): Signal | undefined =>
  sources.flatMap(({ signals }) => signals).find(({ kind }) => kind === 'last');
