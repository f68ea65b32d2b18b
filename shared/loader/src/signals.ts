import type { NoticePlace } from '@phr/contract/host-api';
import type { Signal, SignalAction, SignalKind } from '@phr/contract/today';

/** All kinds, most urgent first. */
export const SIGNAL_KINDS: readonly SignalKind[] = ['danger', 'ask', 'due', 'new', 'soon', 'gap', 'last'];
/** Maximum signals accepted per source; more is a fault of the source. */
const MOST = 20;
const LONGEST = { title: 80, detail: 140, label: 30 } as const;

/** What a source was asked for, and what the host knows. */
export interface Asked {
  readonly patientId: string;
  readonly isScreen: (screen: string) => boolean;
}

/**
 * Filters a source's signals and counts the rejected ones: an outdated or faulty module must not show another person's
 * data or dead links, nor exceed its space.
 */
export function acceptSignals(
  told: readonly Signal[],
  asked: Asked,
): { readonly signals: readonly Signal[]; readonly refused: number } {
  const signals = told.filter((signal) => isSound(signal, asked)).slice(0, MOST);
  return { signals, refused: told.length - signals.length };
}

/** True for a signal about the requested person, within the size limits, whose screens exist. */
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
    hasDestination(place, asked) &&
    actions.length <= 2 &&
    actions.every((action) => isSoundAction(action, asked))
  );
}

const isSoundAction = ({ id, label, place }: SignalAction, asked: Asked): boolean =>
  isText(id, 60) && isText(label, LONGEST.label) && (place === undefined || hasDestination(place, asked));

/** A place must name no person, or the requested one. */
export const hasDestination = ({ screen, patientId }: NoticePlace, asked: Asked): boolean =>
  asked.isScreen(screen) && (patientId === undefined || patientId === asked.patientId);

/** True for non-empty text within the limit. */
export const isText = (value: unknown, longest: number): boolean =>
  typeof value === 'string' && value.trim() !== '' && value.length <= longest;
