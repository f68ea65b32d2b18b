import { isStoreKey, type StoreKey } from '@phr/clinical/codings';
import { dayOf } from '@phr/clinical/periods';
import { ageInYears } from '@phr/clinical/age';
import { usePatient } from '@phr/module-kit/host';
import { Screen } from '@phr/module-kit/screen';
import { Card } from '@phr/ui/card';
import { EmptyState } from '@phr/ui/empty-state';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { pointsOf } from '../chart/series.model.ts';
import { hasLevels } from '../levels/has-levels.ts';
import { Levels } from '../levels/levels.view.tsx';
import { PeriodPanel } from '../period/period-panel.view.tsx';
import { usePeriod } from '../period/use-period.ts';
import { ReadingList } from '../health-details/reading-list.view.tsx';
import { useDeletion } from '../readings/use-deletion.ts';
import { useLanguage, useReadingContext } from '../readings/use-language.ts';
import { useAllReadings, useFreshReadings, usePeriodReadings } from '../readings/use-readings.ts';
import { ScreenButton } from '../vital/screen-button.view.tsx';
import { vital } from '../vital/vital.model.ts';
import css from './health-boards.module.css';

/** The board of one health index: its course over the whole width, its levels with the readings in each, and the list. */
export function HealthBoards({ name, headingLevel }: { readonly name: string; readonly headingLevel: number }) {
  const { t } = useTranslation();
  if (!isStoreKey(name)) {
    return (
      <Screen title={t('screen.health-boards')} headingLevel={headingLevel} back="/health-indexes">
        <EmptyState title={t('details.unsupported')} help={t('details.unsupportedHelp')} />
      </Screen>
    );
  }
  return (
    <Screen
      title={t('board.title', { name: t(vital(name).name) })} headingLevel={headingLevel} back="/health-indexes"
      actions={name === 'glucoses' ? <ScreenButton screen="bg-board">{t('screen.bg-board')}</ScreenButton> : <ScreenButton screen="health-details" params={{ name }}>{t('board.details')}</ScreenButton>}
    >
      <Board storeKey={name} level={headingLevel + 1} />
    </Screen>
  );
}

function Board({ storeKey, level }: { readonly storeKey: StoreKey; readonly level: number }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { zone, glucoseUnit } = language;
  const { period } = usePeriod();
  const { readings, receivedAt } = usePeriodReadings(storeKey, period, zone);
  const paged = useAllReadings(storeKey);
  const deletion = useDeletion();
  useFreshReadings();
  const birthDate = usePatient().viewed?.birthDate;
  const context = useReadingContext(receivedAt === undefined ? 0 : Date.parse(receivedAt));
  const points = useMemo(() => pointsOf(readings.filter(({ id }) => !deletion.hidden.has(id)), period, glucoseUnit), [readings, deletion.hidden, period, glucoseUnit]);
  const newest = points.at(-1)?.at ?? Date.parse(receivedAt ?? new Date().toISOString());
  const age = ageInYears(birthDate, dayOf(newest, zone));
  const isForAdults = storeKey === 'bloodPressures' || storeKey === 'bmis';
  const areLevels = hasLevels(storeKey, age);
  return (
    <div className={css.board}>
      <PeriodPanel storeKey={storeKey} hidden={deletion.hidden} level={level} />
      {areLevels && <Card title={t('levels.title')} level={level}><Levels storeKey={storeKey} age={age} language={language} {...(receivedAt === undefined ? {} : { points })} /></Card>}
      {!areLevels && isForAdults && <Card title={t('levels.title')} level={level}><p>{t('vit.adultRanges')}</p></Card>}
      {paged.receivedAt !== undefined && <ReadingList paged={paged} language={language} context={context} deletion={deletion} level={level} />}
    </div>
  );
}
