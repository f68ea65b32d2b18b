import type { SessionUser, WaitingWrite } from '@phr/contract/host-api';
import { mayIn } from '@phr/contract/may';
import type { Signal } from '@phr/contract/today';
import type { PatientDetails } from '../../services/patient/patient.api.ts';
import type { Translate } from '../../core/texts.tsx';

const HOUR_MS = 60 * 60_000;

/** What the shell knows about a record and its account without any call. */
export interface Known {
  readonly person: PatientDetails | undefined;
  readonly isMain: boolean;
  readonly user: SessionUser | undefined;
  readonly waiting: readonly WaitingWrite[];
}

/** The shell's own signals: unconfirmed number and missing profile data (S17), writes unsent for an hour (S18). */
export function ownSignals(
  patientId: string,
  { person, isMain, user, waiting }: Known,
  now: Date,
  t: Translate,
): readonly Signal[] {
  const until = new Date(now.getTime() + 24 * HOUR_MS).toISOString();
  const gap = (slot: string, rank: number, title: string, screen: string, label: string): Signal => ({
    id: `shell/S17/${patientId}@${slot}`,
    patientId,
    kind: 'gap',
    rank,
    title,
    icon: 'person',
    at: now.toISOString(),
    expiresAt: until,
    sources: [`Patient/${patientId}#${slot}`],
    place: { screen, patientId },
    actions: [{ id: 'fill', label, place: { screen, patientId } }],
    dismiss: '30d',
  });
  const mayFill = mayIn(person ?? {}, 'update');
  const unsent = waiting.filter(
    (write) =>
      write.patientId === patientId && write.state !== 'refused' && now.getTime() - Date.parse(write.at) > HOUR_MS,
  );
  return [
    ...(isMain && user?.phoneNumberVerified === false
      ? [gap('phone', 10, t('today.gap.phone'), 'phone-verify', t('today.confirm'))]
      : []),
    ...(person === undefined || !mayFill
      ? []
      : [
          ...(person.birthDate === undefined
            ? [gap('birthDate', 11, t('today.gap.birthDate'), 'update-profile', t('today.fill'))]
            : []),
          ...(person.gender === undefined || person.gender === 'unknown'
            ? [gap('sex', 12, t('today.gap.sex'), 'update-profile', t('today.fill'))]
            : []),
          ...(person.hasContact === false
            ? [gap('contact', 13, t('today.gap.contact'), 'update-patient-contactor', t('today.fill'))]
            : []),
        ]),
    ...(unsent[0] === undefined ? [] : [notSent(patientId, unsent, unsent[0].at, until, t)]),
  ];
}

function notSent(patientId: string, unsent: readonly WaitingWrite[], at: string, until: string, t: Translate): Signal {
  const place = { screen: 'notifications', patientId };
  return {
    id: `shell/S18/${patientId}`,
    patientId,
    kind: 'due',
    rank: 50,
    title: t('today.notSent', { n: unsent.length }),
    icon: 'waiting',
    at,
    expiresAt: until,
    sources: unsent.map(({ id }) => `waiting/${id}`),
    place,
    actions: [{ id: 'open', label: t('today.open'), place }],
    dismiss: 'never',
  };
}
