import type { NoticePlace } from '@phr/contract/host-api';
import type { Signal, SignalAction, SignalKind } from '@phr/contract/today';

/** The kinds, the most urgent first. */
export const SIGNAL_KINDS: readonly SignalKind[] = ['danger', 'ask', 'due', 'new', 'soon', 'gap', 'last'];
/** Signals of one source that are taken; the rest is a fault of the source. */
const MOST = 20;
const LONGEST = { title: 80, detail: 140, label: 30 } as const;

/** What a source is asked, and what the host knows. */
export interface Asked {
  readonly patientId: string;
  readonly isScreen: (screen: string) => boolean;
}

/**
 * The signals of a source that a host may show, and how many it had to leave out: a module of another release, or a faulty one, neither tells of another
 * person nor leads nowhere, and takes no more room than it is given.
 */
export function acceptSignals(
  told: readonly Signal[],
  asked: Asked,
): { readonly signals: readonly Signal[]; readonly refused: number } {
  const signals = told.filter((signal) => isSound(signal, asked)).slice(0, MOST);
  return { signals, refused: told.length - signals.length };
}

/** True for a signal about the person asked for, as long as it may be, that leads to screens that are there. */
function isSound(
  { id, patientId, kind, rank, title, detail, at, dueAt, expiresAt, sources, place, actions }: Signal,
  asked: Asked,
): boolean {
  return (
    patientId === asked.patientId &&
    isText(id, 200) &&
    SIGNAL_KINDS.includes(kind) &&
    Number.isFinite(rank) &&
    isText(title, LONGEST.title) &&
    (detail === undefined || isText(detail, LONGEST.detail)) &&
    [at, expiresAt, dueAt ?? at].every((moment) => !Number.isNaN(Date.parse(moment))) &&
    Array.isArray(sources) &&
    leadsSomewhere(place, asked) &&
    actions.length <= 2 &&
    actions.every((action) => isSoundAction(action, asked))
  );
}

const isSoundAction = ({ id, label, place }: SignalAction, asked: Asked): boolean =>
  isText(id, 60) && isText(label, LONGEST.label) && (place === undefined || leadsSomewhere(place, asked));

/** A place names no person, or the one that was asked for. */
export const leadsSomewhere = ({ screen, patientId }: NoticePlace, asked: Asked): boolean =>
  asked.isScreen(screen) && (patientId === undefined || patientId === asked.patientId);

/** True for a text with something in it that is no longer than it may be. */
export const isText = (value: unknown, longest: number): boolean =>
  typeof value === 'string' && value.trim() !== '' && value.length <= longest;
