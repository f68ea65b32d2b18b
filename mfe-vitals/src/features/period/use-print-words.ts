import { ageInMonths } from '@phr/clinical/age';
import { dayOf } from '@phr/clinical/periods';
import { usePatient } from '@phr/module-kit/host';
import { formatDate, formatInstant } from '@phr/ui/format';
import { useState } from 'react';
import type { Language } from '../readings/reading-words.ts';

/** Whose readings are printed, and when (UX-20). */
export function usePrintWords({ t, locale, zone }: Language): readonly [who: string, when: string] {
  const patient = usePatient().viewed;
  const [now] = useState(() => Date.now());
  const months = ageInMonths(patient?.birthDate, dayOf(now, zone));
  // The age of the youngest is told in months (D-31).
  const age = months === undefined || months >= 24 ? '' : ` (${new Intl.NumberFormat(locale, { style: 'unit', unit: 'month', unitDisplay: 'long' }).format(months)})`;
  const who = [patient?.name, patient?.birthDate === undefined ? undefined : `${t('print.born', { date: formatDate(patient.birthDate, locale) })}${age}`];
  return [who.filter((text) => text !== undefined).join(' · '), t('print.at', { time: formatInstant(now, locale, zone) })];
}
