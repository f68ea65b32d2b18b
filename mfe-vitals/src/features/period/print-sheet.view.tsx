import type { StoreKey } from '@phr/clinical/codings';
import { usePatient } from '@phr/module-kit/host';
import { formatDate, formatInstant } from '@phr/ui/format';
import { useState } from 'react';
import type { Point } from '../chart/series.model.ts';
import type { Language } from '../readings/reading-words.ts';
import type { ReadingContext } from '../readings/reading.model.ts';
import { PointTable } from './point-table.view.tsx';
import css from './print-sheet.module.css';

interface PrintSheetProps {
  readonly storeKey: StoreKey;
  readonly points: readonly Point[];
  readonly caption: string;
  readonly language: Language;
  readonly context: ReadingContext;
}

/** What stands on paper only: whose readings these are, when it was printed, and every reading of the period (UX-20); its days where it holds more than paper does. */
export function PrintSheet({ storeKey, points, caption, language, context }: PrintSheetProps) {
  const { t, locale, zone } = language;
  const patient = usePatient().viewed;
  const [now] = useState(() => Date.now());
  return (
    <div className={css.sheet}>
      <p className={css.who}>{[patient?.name, patient?.birthDate === undefined ? undefined : t('print.born', { date: formatDate(patient.birthDate, locale) })].filter((text) => text !== undefined).join(' · ')}</p>
      <p>{t('print.at', { time: formatInstant(now, locale, zone) })}</p>
      <PointTable storeKey={storeKey} points={points} caption={caption} language={language} context={context} isFull />
    </div>
  );
}
