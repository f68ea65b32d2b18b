import type { Locale } from '@phr/contract/locale';
import { useSettings } from '@phr/module-kit/host';
import * as plainDate from '@phr/time/plain-date';
import { Button } from '@phr/ui/button';
import { formatDate, formatWeekday } from '@phr/ui/format';
import { IconForward, IconPrevious } from '@phr/ui/icons';
import { Segmented } from '@phr/ui/segmented';
import { useTranslation } from 'react-i18next';
import css from './booking.module.css';
import type { Times } from './use-times.ts';

interface DayChoiceProps {
  readonly times: Pick<Times, 'day' | 'today' | 'week' | 'lastDay' | 'emptyDays'>;
  readonly onChange: (day: string) => void;
}

/** 'T7' is short and clear in Vietnamese; a single letter is ambiguous in English. */
const WEEKDAY: Readonly<Record<Locale, 'narrow' | 'short'>> = { 'vi-VN': 'narrow', 'en-US': 'short' };

/** A week of days, with unavailable ones marked, and week navigation. */
export function DayChoice({ times: { day, today, week, lastDay, emptyDays }, onChange }: DayChoiceProps) {
  const { t } = useTranslation();
  const { locale } = useSettings();
  const [first = today] = week;
  const next = plainDate.add(first, { days: 7 });
  const short = new Intl.DateTimeFormat(locale, { weekday: WEEKDAY[locale], timeZone: 'UTC' });
  return (
    <div className={css.week}>
      <Segmented
        label={t('book.day')}
        value={day}
        onChange={onChange}
        segments={week.map((one) => {
          const isEmpty = emptyDays.includes(one);
          const name = `${formatWeekday(one, locale)} ${formatDate(one, locale)}`;
          return {
            value: one,
            label: `${short.format(Date.parse(one))} ${formatDate(one, locale).slice(0, 5)}`,
            name: isEmpty ? t('book.emptyDay', { day: name }) : name,
            isEmpty,
          };
        })}
      />
      <Button
        dense
        icon={IconPrevious}
        disabled={first <= today}
        onClick={() => onChange(plainDate.add(first, { days: -7 }))}
      >
        {t('book.weekBefore')}
      </Button>
      <Button
        dense
        icon={IconForward}
        disabled={lastDay !== undefined && next > lastDay}
        onClick={() => onChange(next)}
      >
        {t('book.weekAfter')}
      </Button>
    </div>
  );
}
