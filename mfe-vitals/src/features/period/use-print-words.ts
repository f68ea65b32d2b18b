import { usePatient } from '@phr/module-kit/host';
import { formatDate, formatInstant } from '@phr/ui/format';
import { useState } from 'react';
import type { Language } from '../readings/reading-words.ts';

/** Whose readings are printed, and when (UX-20). */
export function usePrintWords({ t, locale, zone }: Language): readonly [who: string, when: string] {
  const patient = usePatient().viewed;
  const [now] = useState(() => Date.now());
  const who = [patient?.name, patient?.birthDate === undefined ? undefined : t('print.born', { date: formatDate(patient.birthDate, locale) })];
  return [who.filter((text) => text !== undefined).join(' · '), t('print.at', { time: formatInstant(now, locale, zone) })];
}
