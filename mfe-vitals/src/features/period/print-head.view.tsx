import { usePatient } from '@phr/module-kit/host';
import { formatDate, formatInstant } from '@phr/ui/format';
import { useState } from 'react';
import type { Language } from '../readings/reading-words.ts';
import css from './print-sheet.module.css';

/** What stands on paper only: whose readings these are, and when they were printed (UX-20). */
export function PrintHead({ language: { t, locale, zone } }: { readonly language: Language }) {
  const patient = usePatient().viewed;
  const [now] = useState(() => Date.now());
  return (
    <div className={css.sheet}>
      <p className={css.who}>{[patient?.name, patient?.birthDate === undefined ? undefined : t('print.born', { date: formatDate(patient.birthDate, locale) })].filter((text) => text !== undefined).join(' · ')}</p>
      <p>{t('print.at', { time: formatInstant(now, locale, zone) })}</p>
    </div>
  );
}
