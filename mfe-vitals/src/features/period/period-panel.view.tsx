import { isAppError } from '@phr/contract/app-error';
import type { StoreKey } from '@phr/clinical/codings';
import { dayOf } from '@phr/clinical/periods';
import { Button } from '@phr/ui/button';
import { Card } from '@phr/ui/card';
import { ErrorCard } from '@phr/ui/error-card';
import { IconChart, IconDownload, IconPrint, IconTable } from '@phr/ui/icons';
import { FactList } from '@phr/ui/fact-list';
import { formatNumber } from '@phr/ui/format';
import { LoadingRegion } from '@phr/ui/loading-region';
import { saveFile } from '@phr/module-kit/save-file';
import { Skeleton } from '@phr/ui/skeleton';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Chart } from '../chart/chart.view.tsx';
import { Legend } from '../chart/legend.view.tsx';
import { drawnPoints, pointsOf, summaryOf, type Summary } from '../chart/series.model.ts';
import { ageAt, judgementOf } from '../readings/judgement.model.ts';
import { unitWords, type Language } from '../readings/reading-words.ts';
import type { Reading } from '../readings/reading.model.ts';
import { useLanguage, useReadingContext } from '../readings/use-language.ts';
import { usePeriodReadings } from '../readings/use-readings.ts';
import { useShownRange } from '../view-config/use-shown-range.ts';
import { vital } from '../vital/vital.model.ts';
import { csvOf } from './csv.model.ts';
import { Partial } from './partial.view.tsx';
import { PeriodControls } from './period-controls.view.tsx';
import css from './period-panel.module.css';
import { levelPhrase, pictureOf, summaryPhrase } from './picture.model.ts';
import { PointTable } from './point-table.view.tsx';
import { PrintSheet } from './print-sheet.view.tsx';
import { usePeriod } from './use-period.ts';
import { usePrinting } from './use-printing.ts';

interface PeriodPanelProps {
  readonly storeKey: StoreKey;
  /** The latest reading of all, to which an empty period leads. */
  readonly latest?: Reading;
  /** Ids of readings on their way to deletion. */
  readonly hidden: ReadonlySet<string>;
  readonly level: number;
}

/** The course of a period: buttons for its length, a sentence, the chart or the table of the same points. All of it stands in the address. */
export function PeriodPanel({ storeKey, latest, hidden, level }: PeriodPanelProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { zone, glucoseUnit } = language;
  const control = usePeriod();
  const { now, chosen, period, choose, words } = control;
  const [search, setSearch] = useSearchParams();
  const asTable = search.get('view') === 'table';
  const setView = (table: boolean) => {
    const next = new URLSearchParams(search);
    if (table) next.set('view', 'table');
    else next.delete('view');
    setSearch(next, { replace: true });
  };

  const state = usePeriodReadings(storeKey, period, zone);
  const { readings, isPending, error, receivedAt, retry } = state;
  const context = useReadingContext(receivedAt === undefined ? now : Date.parse(receivedAt));
  const all = useMemo(() => pointsOf(readings.filter(({ id }) => !hidden.has(id)), period, glucoseUnit), [readings, hidden, period, glucoseUnit]);
  const points = useMemo(() => drawnPoints(all, period, zone), [all, period, zone]);
  const summary = useMemo(() => summaryOf(all), [all]);
  const range = useShownRange(storeKey);
  const picture = useMemo(() => {
    const newest = all.at(-1)?.readings[0];
    return pictureOf({
      storeKey, points, chosen, period, language, age: newest === undefined ? undefined : ageAt(newest, context),
      levelWords: (reading) => levelPhrase(judgementOf(reading, ageAt(reading, context)), language), range,
    });
  }, [storeKey, range, all, points, chosen, period, language, context]);
  const { isPrinting, print } = usePrinting();
  const sentence = summary === undefined ? undefined : summaryPhrase(summary, storeKey, language);

  const name = t(vital(storeKey).name);
  const caption = t('table.caption', { name, ...words });
  const isByDay = points.some(({ readings: some }) => some.length > 1);
  function saveCsv() {
    const csv = csvOf(all.flatMap(({ readings: some }) => some), storeKey, language, (reading) => levelPhrase(judgementOf(reading, ageAt(reading, context)), language));
    saveFile(`${storeKey} ${period.firstDay} ${period.lastDay}.csv`, csv, 'text/csv;charset=utf-8');
  }

  return (
    <Card title={t('details.period')} level={level}>
      <div className={css.panel}>
        <PeriodControls control={control} />
        {receivedAt === undefined && error !== null && <ErrorCard thing={t('thing.chart')} code={isAppError(error) ? error.code : '500'} onRetry={retry} level={level + 1} />}
        {receivedAt === undefined && error === null && isPending && <LoadingRegion thing={t('thing.chart')} onRetry={retry}><Skeleton height={330} /></LoadingRegion>}
        {receivedAt !== undefined && sentence === undefined && (
          <div className={css.nothing}>
            <p>{t('details.periodEmpty', words)}</p>
            {latest?.instant !== undefined && <Button onClick={() => choose({ range: chosen.range, anchorDay: dayOf(latest.instant ?? now, zone) })}>{t('details.toLatest')}</Button>}
          </div>
        )}
        {receivedAt !== undefined && sentence !== undefined && (
          <>
            <p className={css.sentence}>{sentence}</p>
            <Partial state={state} language={language} />
            {isByDay && <p className={css.quiet}>{t('chart.byDay')}</p>}
            {!isByDay && points.length < all.length && <p className={css.quiet}>{t('chart.thinned', { n: points.length, total: all.length })}</p>}
            {asTable
              ? <PointTable points={points} caption={caption} language={language} context={context} />
              : <><Chart picture={picture} summary={sentence} hint={t('chart.walk')} /><Legend picture={picture} /></>}
            {summary !== undefined && <Extremes summary={summary} unit={unitWords(storeKey, language)} language={language} />}
            <div className={css.actions} data-print="hide">
              <Button icon={asTable ? IconChart : IconTable} onClick={() => setView(!asTable)}>{t(asTable ? 'chart.chart' : 'chart.table')}</Button>
              <Button icon={IconPrint} onClick={print}>{t('action.print')}</Button>
              <Button icon={IconDownload} onClick={saveCsv}>{t('action.csv')}</Button>
            </div>
            {isPrinting && <PrintSheet points={all} caption={caption} language={language} context={context} />}
          </>
        )}
      </div>
    </Card>
  );
}

/** Lowest, mean and highest of the period in figures. */
function Extremes({ summary: { parts }, unit, language: { t, locale } }: { readonly summary: Summary; readonly unit: string; readonly language: Language }) {
  const of = (pick: (part: Summary['parts'][number]) => number): string => `${parts.map((part) => formatNumber(pick(part), locale, unit)).join('/')}\u00a0${unit}`;
  return <FactList facts={[{ name: t('sum.lowest'), content: of(({ lowest }) => lowest) }, { name: t('sum.mean'), content: of(({ mean }) => mean) }, { name: t('sum.highest'), content: of(({ highest }) => highest) }]} />;
}
