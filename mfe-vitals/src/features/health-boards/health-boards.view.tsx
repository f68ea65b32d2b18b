import { isVitalKey, type VitalKey } from '@phr/clinical/codings';
import { useSettings } from '@phr/module-kit/host';
import { Screen } from '@phr/module-kit/screen';
import type { Period } from '@phr/time/period';
import { dayOf } from '@phr/time/zone';
import { Card } from '@phr/ui/card';
import { useMemo } from 'react';
import { useUi } from '@phr/ui/ui-text';
import { useTranslation } from 'react-i18next';
import { isByDay, type Point } from '../chart/series.model.ts';
import { ConfiguredIndexScreen } from '../configured-index/configured-index.view.tsx';
import { hasLevels } from '../levels/has-levels.model.ts';
import { Levels } from '../levels/levels.view.tsx';
import { PeriodPanel } from '../period/period-panel.view.tsx';
import { usePeriodPoints } from '../period/use-period-points.ts';
import { usePeriod } from '../period/use-period.ts';
import { ReadingList } from '../health-details/reading-list.view.tsx';
import { useDeletion } from '../record/use-deletion.ts';
import type { Language } from '../readings/reading.words.ts';
import { useLanguage } from '../readings/use-language.ts';
import { useAllReadings, useFreshReadings } from '../readings/use-readings.ts';
import { nameOf } from '../vital/vital.model.ts';
import { VitalTabs } from '../vital/vital-tabs.view.tsx';
import { calendarDays } from './calendar-option.model.ts';
import common from '../vital/common.module.css';
import css from './health-boards.module.css';
import { LazyCalendar } from './lazy-calendar.view.tsx';

/** Board of a health index: course, readings per level, and list. */
export function HealthBoards({ name, headingLevel }: { readonly name: string; readonly headingLevel: number }) {
  const { t } = useTranslation();
  const { locale } = useUi();
  if (!isVitalKey(name))
    return <ConfiguredIndexScreen name={name} title={t('screen.health-boards')} headingLevel={headingLevel} />;
  return (
    <Screen
      title={t('board.title', { name: nameOf(name, locale) })}
      headingLevel={headingLevel}
      back={{ screen: 'health-indexes' }}
    >
      <VitalTabs vitalKey={name} current="time" />
      <Board vitalKey={name} level={headingLevel + 1} />
    </Screen>
  );
}

function Board({ vitalKey, level }: { readonly vitalKey: VitalKey; readonly level: number }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { zone } = language;
  const { now, period } = usePeriod();
  const paged = useAllReadings(vitalKey);
  const deletion = useDeletion();
  useFreshReadings();
  const { points, single, context, receivedAt } = usePeriodPoints(vitalKey, period, deletion.hidden, now);
  const newest = points.at(-1)?.at ?? now;
  const day = dayOf(newest, zone);
  const isForAdults = vitalKey === 'bloodPressures' || vitalKey === 'bmis';
  const areLevels = hasLevels(vitalKey, day, context);
  return (
    <div className={css.board}>
      <PeriodPanel vitalKey={vitalKey} hidden={deletion.hidden} level={level} />
      {isByDay(period) && points.length > 0 && (
        <CalendarCard points={points} period={period} language={language} level={level} />
      )}
      {areLevels && (
        <Card title={t('levels.title')} level={level}>
          <Levels
            vitalKey={vitalKey}
            day={day}
            context={context}
            language={language}
            {...(receivedAt === undefined || single === undefined ? {} : { points: single })}
          />
        </Card>
      )}
      {!areLevels && isForAdults && (
        <Card title={t('levels.title')} level={level}>
          <p>{t('vit.adultRanges')}</p>
        </Card>
      )}
      {paged.receivedAt !== undefined && (
        <ReadingList paged={paged} language={language} context={context} deletion={deletion} level={level} />
      )}
    </div>
  );
}

// 4 January 1970 was a Sunday.
const weekdayNames = (locale: string): readonly string[] =>
  Array.from({ length: 7 }, (_, index) =>
    new Intl.DateTimeFormat(locale, { weekday: 'narrow', timeZone: 'UTC' }).format((index + 3) * 86_400_000),
  );
const monthNames = (locale: string): readonly string[] =>
  Array.from({ length: 12 }, (_, index) =>
    new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' }).format(Date.UTC(2026, index, 15)),
  );

interface CalendarCardProps {
  readonly points: readonly Point[];
  readonly period: Period;
  readonly language: Language;
  readonly level: number;
}

/** Days of a long period, marked by their worst level. */
function CalendarCard({ points, period, language: { locale, zone }, level }: CalendarCardProps) {
  const { t } = useTranslation();
  const { colorMode } = useSettings();
  const days = useMemo(() => calendarDays(points, zone), [points, zone]);
  const names = useMemo(() => ({ weekdays: weekdayNames(locale), months: monthNames(locale) }), [locale]);
  const summary = t('board.calendarSum', {
    n: days.length,
    out: days.filter((day) => day.level !== undefined && day.level !== 'target').length,
  });
  return (
    <Card title={t('board.calendar')} level={level}>
      <p>{summary}</p>
      <LazyCalendar days={days} period={period} summary={summary} {...names} colorMode={colorMode} level={level + 1} />
      <p className={common.quiet}>{t('board.calendarHelp')}</p>
    </Card>
  );
}
