import { type Localized, localized } from '@phr/i18n/localized';
import type { Kind } from '../inbox/news.ts';

/** What a person chooses to be told of on a device. */
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
/** How long a push service tries to bring a message, in milliseconds: a dose is of no use much later. */
export const lifeOf = (kind: PushKind): number => (kind === 'doses' ? 30 * MINUTE_MS : 24 * 60 * MINUTE_MS);

/** All that a locked screen may say: never a name, a value, a medicine or a hospital. */
const NEUTRAL = localized('Sổ sức khỏe: bạn có việc cần xem', 'Health record: there is something for you to see');
/** Of doses only where the person has asked to be told of them. */
const DOSES = localized('Đến giờ uống thuốc', 'Time to take medicine');

export const textOf = (kind: PushKind): Localized => (kind === 'doses' ? DOSES : NEUTRAL);
