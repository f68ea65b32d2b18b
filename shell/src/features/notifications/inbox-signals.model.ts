import type { Signal, SignalKind, SignalState } from '@phr/contract/today';
import { DAY_MS } from '@phr/time/plain-date';
import { truncate } from '@phr/ui/format';
import type { Shell } from '../../core/shell.tsx';
import { isNotOffered } from '../../services/not-offered.ts';
import { type Entry, fetchInbox, keyOf, markRead, type InboxResource } from './inbox.api.ts';
import { describeEntry } from './inbox.model.ts';
import { inboxWords } from './inbox.words.ts';

interface Rule {
  readonly rule: string;
  readonly kind: SignalKind;
  readonly rank: number;
  readonly icon: Signal['icon'];
}

/**
 * Inbox signals that no module provides: a changed appointment (S12), an unopened report (S13), an offline hub (S19).
 * Open questions are covered by their own modules.
 */
const RULES: Readonly<Record<string, Rule>> = {
  appointment: { rule: 'S12', kind: 'new', rank: 10, icon: 'appointment' },
  report: { rule: 'S13', kind: 'new', rank: 0, icon: 'result' },
  'report-file': { rule: 'S13', kind: 'new', rank: 0, icon: 'result' },
  hub: { rule: 'S19', kind: 'soon', rank: 30, icon: 'device' },
};
/** Older reports are not news: 30 days, as counted by the server. */
const DAYS = 30;

type Known = Pick<Shell, 'client' | 'routes' | 'settings' | 'notifications'>;

/**
 * Signals from the unread inbox entries of a record. Never rejects: none without an inbox; any other failure is
 * 'failed'.
 */
export async function readInboxSignals(shell: Known, patientId: string, signal: AbortSignal): Promise<SignalState> {
  try {
    const { entries, things } = await fetchInbox(shell.client, undefined, signal);
    const unread = entries.filter((entry) => !entry.isRead && entry.patientId === patientId);
    return { status: 'ready', signals: unread.flatMap((entry) => signalOf(entry, things.get(keyOf(entry)), shell)) };
  } catch (error) {
    return { status: isNotOffered(error) ? 'ready' : 'failed', signals: [] };
  }
}

function signalOf(entry: Entry, thing: InboxResource | undefined, { routes, settings }: Known): readonly Signal[] {
  const rule = Object.hasOwn(RULES, entry.kind) ? RULES[entry.kind] : undefined;
  const { locale } = settings.settings.get();
  const words = inboxWords(locale);
  const { title, detail, place } = describeEntry(entry, thing, words, locale);
  const screen = place === undefined ? undefined : routes.get().named(place.screen)?.screen;
  const at = Date.parse(entry.createdAt);
  if (rule === undefined || place === undefined || screen === undefined || Number.isNaN(at)) return [];
  const to = { ...place, screen };
  return [
    {
      id: `shell/${rule.rule}/${entry.id}`,
      patientId: entry.patientId,
      kind: rule.kind,
      rank: rule.rank,
      title: truncate(title, 80),
      ...(detail === undefined ? {} : { detail: truncate(detail, 140) }),
      icon: rule.icon,
      at: entry.createdAt,
      expiresAt: new Date(at + DAYS * DAY_MS).toISOString(),
      sources: [entry.reference],
      place: to,
      actions: [{ id: 'open', label: words.t('inbox.open'), place: to }],
      dismiss: 'today',
    },
  ];
}

/** Marks a signal's entry as read, here and on the person's other devices. Rejects with AppError. */
export async function readEntryOf({ client, notifications }: Known, signalId: string): Promise<void> {
  const count = await markRead(client, [signalId.slice(signalId.lastIndexOf('/') + 1)]);
  if (count !== undefined) notifications.unread.set(count);
}
