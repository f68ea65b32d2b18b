import { formatDate } from '@phr/fhir/dates';
import { dayOf, deviceZone } from '@phr/time/zone';
import type { BadgeTone } from '@phr/ui/badge';
import type { TFunction } from 'i18next';
import type { Encounter } from './encounter.entity.ts';
import type { EncounterState } from './encounter-state.model.ts';

/** "21/11/2026 · Bệnh viện X": by what people know a visit. */
export function titleOf(encounter: Encounter, t: TFunction): string {
  const date = formatDate(encounter.periodStart, { time: false }) ?? t('common.unknown');
  return `${date} · ${encounter.serviceProvider.name ?? t('enc.providerUnknown')}`;
}

/** Name of the class; never its code. */
export function classOf({ className }: Encounter, t: TFunction): string {
  if (className === undefined) return t('enc.classUnknown');
  return 'key' in className ? t(className.key) : className.words;
}

/** "Ngoại trú · 18/11/2026": heading of a visit's screen. */
export function headingOf(encounter: Encounter, t: TFunction): string {
  const date = formatDate(encounter.periodStart ?? encounter.periodEnd, { time: false });
  return [classOf(encounter, t), date].filter((part) => part !== undefined).join(' · ');
}

/**
 * Code for clinics: the record number, else the end of the id, as ids start with the creation time, which an import's
 * entries share (ENC-03).
 */
export function codeOf({ code, id }: Encounter): string {
  return code === id ? id.slice(-8).toUpperCase() : code;
}

const PRIORITIES: Readonly<Record<string, BadgeTone>> = { U: 'success', UR: 'info', A: 'warning', S: 'danger' };
const PRIORITY_WORDS = new Set(['S', 'A', 'UR', 'R']);

/** Risk of a home-isolation encounter in words and colour, per the two mappings (D-54); undefined for other kinds. */
export function priorityOf({
  kind,
  priority = '',
}: Pick<Encounter, 'kind' | 'priority'>): { readonly key: string; readonly tone: BadgeTone } | undefined {
  if (kind !== 'F0H') return undefined;
  return {
    key: `enc.priority.${PRIORITY_WORDS.has(priority) ? priority : 'none'}`,
    tone: PRIORITIES[priority] ?? 'info',
  };
}

/** "18/11/2026 – 21/11/2026", a single day, or "từ 18/11/2026" if open. */
export function periodOf({ periodStart, periodEnd }: Encounter, t: TFunction): string {
  const start = formatDate(periodStart, { time: false });
  const end = formatDate(periodEnd, { time: false });
  if (start === undefined) return end ?? t('common.unknown');
  if (end === undefined) return t('enc.from', { date: start });
  return start === end ? start : `${start} – ${end}`;
}

/** Class and type on one line; the type alone if it contains the class. */
export function kindOf(classWords: string, type: string | undefined): string {
  if (type === undefined) return classWords;
  return type.toLowerCase().includes(classWords.toLowerCase()) ? type : `${classWords} · ${type}`;
}

/** States for which hospitals have a word of their own (T6). */
const HOSPITAL_WORDS = new Set(['received', 'beingExamined', 'examined']);

/** The specification's term for a state beside the plain one; undefined if equal. */
export function hospitalWord({ statusWords }: EncounterState, t: TFunction): string | undefined {
  const state = statusWords?.key.replace('enc.badge.', '') ?? '';
  if (!HOSPITAL_WORDS.has(state)) return undefined;
  const word = t(`enc.hospital.${state}`);
  return word === t(`enc.badge.${state}`) ? undefined : word;
}

/** "Đã khám", past its window "Đã khám · hết hạn đăng ký 25/11", with the year if different. */
export function stateOf({ statusWords, expired, windowEnd }: EncounterState, now: Date, t: TFunction): string {
  const status = t(statusWords?.key ?? 'enc.statusUnknown');
  if (!expired || windowEnd === undefined) return status;
  const [end, today] = [windowEnd, now].map((one) => dayOf(one.getTime(), deviceZone()));
  const day = formatDate(end);
  return t('enc.expiredOn', { status, date: end?.slice(0, 4) === today?.slice(0, 4) ? day?.slice(0, 5) : day });
}
