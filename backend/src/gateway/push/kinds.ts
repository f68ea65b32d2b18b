import { type Localized, localized } from '@phr/i18n/localized';
import type { Kind } from '../inbox/inbox-event.ts';

/** Kinds of notifications per device. */
export const PUSH_KINDS = ['dangers', 'results', 'appointments', 'requests', 'devices', 'doses'] as const;
export type PushKind = (typeof PUSH_KINDS)[number];

/** The choice that an entry of the inbox belongs to. */
export const CHOICE_OF: Readonly<Record<Kind, PushKind>> = {
  reading: 'dangers',
  report: 'results',
  'report-file': 'results',
  appointment: 'appointments',
  consent: 'requests',
  link: 'requests',
  hub: 'devices',
};

const MINUTE_MS = 60_000;
/** How long a push service retries delivery, in milliseconds: a dose is useless much later. */
export const lifeOf = (kind: PushKind): number => (kind === 'doses' ? 30 * MINUTE_MS : 24 * 60 * MINUTE_MS);

/** Lock screen texts: never a name, value, medicine or hospital. */
const NEUTRAL = localized('Sổ sức khỏe: bạn có việc cần xem', 'Health record: there is something for you to see');
/** Doses only if the person opted in. */
const DOSES = localized('Đến giờ uống thuốc', 'Time to take medicine');

export const textOf = (kind: PushKind): Localized => (kind === 'doses' ? DOSES : NEUTRAL);
