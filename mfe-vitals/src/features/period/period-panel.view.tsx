import { codeOf } from '@phr/module-kit/error-code';
import type { VitalKey } from '@phr/clinical/codings';
import { dayOf } from '@phr/time/zone';
import { Button } from '@phr/ui/button';
import { Card } from '@phr/ui/card';
import { ErrorCard } from '@phr/ui/error-card';
import { IconChart, IconPrint, IconTable } from '@phr/ui/icons';
import { FactList } from '@phr/ui/fact-list';
import { formatNumber } from '@phr/ui/format';
import { LoadingRegion } from '@phr/ui/loading-region';
import { Skeleton } from '@phr/ui/skeleton';
import { usePrinting } from '@phr/ui/use-printing';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Chart } from '../chart/chart.view.tsx';
import { Legend } from '../chart/legend.view.tsx';
import type { ChartPicture } from '../chart/picture.port.ts';
import { readingAt, type Summary } from '../chart/series.model.ts';
import { unitWords, type Language } from '../readings/reading.words.ts';
import type { Reading } from '../readings/reading.model.ts';
import { useLanguage } from '../readings/use-language.ts';
import { nameOf } from '../vital/vital.model.ts';
import { CsvButton } from './csv-button.view.tsx';
import { Partial } from './partial.view.tsx';
import { PeriodControls } from './period-controls.view.tsx';
import common from '../vital/common.module.css';
import css from './period-panel.module.css';
import { pictureOf, summaryPhrase } from './picture.model.ts';
import { PointTable } from './point-table.view.tsx';
import { PrintSheet } from './print-sheet.view.tsx';
import { useFocusNext } from './use-focus-next.ts';
import { usePeriodPoints, type PeriodPoints } from './use-period-points.ts';
import { usePeriod, type PeriodControl } from './use-period.ts';

interface PeriodPanelProps {
  readonly vitalKey: VitalKey;
  /** The latest reading of all, to which an empty period leads. */
  readonly latest?: Reading;
  /** Ids of readings being deleted. */
  readonly hidden: ReadonlySet<string>;
  readonly level: number;
}

/** Course of a period: length buttons, summary, chart or table of the same points. All state is in the URL. */
export function PeriodPanel({ vitalKey, latest, hidden, level }: PeriodPanelProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const control = usePeriod();
  const state = usePeriodPoints(vitalKey, control.period, hidden, control.now);
  const { summary, receivedAt, notDrawn } = state;
  const picture = usePicture(vitalKey, control, state);
  const view = useView(control);
  const sentence = summary === undefined ? undefined : summaryPhrase(summary, vitalKey, language);

  return (
    <Card title={t('details.period')} level={level}>
      <div className={css.panel}>
        <PeriodControls control={control} />
        {receivedAt === undefined && <NotYet state={state} level={level + 1} />}
        {receivedAt !== undefined && sentence === undefined && (
          <Nothing control={control} notDrawn={notDrawn} latestAt={latest?.instant} />
        )}
        {receivedAt !== undefined && sentence !== undefined && (
          <Course
            vitalKey={vitalKey}
            control={control}
            state={state}
            picture={picture}
            sentence={sentence}
            view={view}
          />
        )}
      </div>
    </Card>
  );
}

/** What the chart of a period draws. */
function usePicture(
  vitalKey: VitalKey,
  { chosen, period }: PeriodControl,
  { points, context }: PeriodPoints,
): ChartPicture {
  const language = useLanguage();
  const { zone } = language;
  return useMemo(() => {
    const newest = points.at(-1)?.at;
    return pictureOf({
      vitalKey,
      points,
      chosen,
      period,
      language,
      day: newest === undefined ? undefined : dayOf(newest, zone),
      context,
    });
  }, [vitalKey, points, chosen, period, language, context, zone]);
}

/** Chart or table, in the URL; opening a day from the table moves the focus into it. */
function useView({ open }: PeriodControl) {
  const [search, setSearch] = useSearchParams();
  const asTable = search.get('view') === 'table';
  const setView = (table: boolean) => {
    const next = new URLSearchParams(search);
    if (table) next.set('view', 'table');
    else next.delete('view');
    setSearch(next, { replace: true });
  };
  const isPrinting = usePrinting();
  const [table, focusTable] = useFocusNext();
  function openDay(day: string) {
    focusTable();
    open({ range: 'day', anchorDay: day });
  }
  return { asTable, setView, isPrinting, table, openDay };
}

/** Shown until anything of the period is known. */
function NotYet({
  state: { error, isPending, retry },
  level,
}: {
  readonly state: PeriodPoints;
  readonly level: number;
}) {
  const { t } = useTranslation();
  return (
    <>
      {error !== null && <ErrorCard thing={t('thing.chart')} code={codeOf(error)} onRetry={retry} level={level} />}
      {error === null && isPending && (
        <LoadingRegion thing={t('thing.chart')} onRetry={retry}>
          <Skeleton height={330} shape="chart" />
        </LoadingRegion>
      )}
    </>
  );
}

interface NothingProps {
  readonly control: PeriodControl;
  readonly notDrawn: number;
  /** Instant of the latest reading of all. */
  readonly latestAt: number | undefined;
}

/** A period without drawable points, with a link to the latest reading. */
function Nothing({ control: { chosen, choose, words }, notDrawn, latestAt }: NothingProps) {
  const { t } = useTranslation();
  const { zone } = useLanguage();
  return (
    <div className={css.nothing}>
      <p>{notDrawn > 0 ? t('chart.notDrawn', { n: notDrawn }) : t('details.periodEmpty', words)}</p>
      {latestAt !== undefined && (
        <Button onClick={() => choose({ range: chosen.range, anchorDay: dayOf(latestAt, zone) })}>
          {t('details.toLatest')}
        </Button>
      )}
    </div>
  );
}

interface CourseProps {
  readonly vitalKey: VitalKey;
  readonly control: PeriodControl;
  readonly state: PeriodPoints;
  readonly picture: ChartPicture;
  /** What the period was like, in one sentence. */
  readonly sentence: string;
  readonly view: ReturnType<typeof useView>;
}

/** The period's points: summary, chart or table, statistics. */
function Course({ vitalKey, control, state, picture, sentence, view }: CourseProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { points, single, summary, context, notDrawn } = state;
  const { asTable, isPrinting, table, openDay } = view;
  const caption = t('table.caption', { name: nameOf(vitalKey, language.locale), ...control.words });
  const isOfDays = points.some((point) => readingAt(point) === undefined);
  return (
    <>
      <p className={css.sentence}>{sentence}</p>
      {notDrawn > 0 && <p className={common.quiet}>{t('chart.notDrawn', { n: notDrawn })}</p>}
      <Partial state={state} language={language} />
      {isOfDays && <p className={common.quiet}>{t('chart.byDay')}</p>}
      {!isOfDays && single !== undefined && points.length < single.length && (
        <p className={common.quiet}>{t('chart.thinned', { n: points.length, total: single.length })}</p>
      )}
      {asTable ? (
        <div data-print="hide">
          <PointTable
            ref={table}
            vitalKey={vitalKey}
            points={points}
            caption={caption}
            language={language}
            context={context}
            onDay={openDay}
          />
        </div>
      ) : (
        <>
          <Chart picture={picture} summary={sentence} hint={t('chart.walk')} />
          <Legend picture={picture} />
        </>
      )}
      {summary !== undefined && <Extremes summary={summary} unit={unitWords(vitalKey, language)} language={language} />}
      <Actions vitalKey={vitalKey} control={control} state={state} view={view} />
      {isPrinting && (
        <PrintSheet
          vitalKey={vitalKey}
          points={single ?? points}
          caption={caption}
          language={language}
          context={context}
        />
      )}
    </>
  );
}

/** The other view of the points, paper, and a file. */
function Actions({ vitalKey, control, state, view: { asTable, setView } }: Omit<CourseProps, 'picture' | 'sentence'>) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <div className={css.actions} data-print="hide">
      <Button icon={asTable ? IconChart : IconTable} onClick={() => setView(!asTable)}>
        {t(asTable ? 'chart.chart' : 'chart.table')}
      </Button>
      <Button icon={IconPrint} onClick={() => window.print()}>
        {t('action.print')}
      </Button>
      <CsvButton
        vitalKey={vitalKey}
        period={control.period}
        single={state.more === undefined ? state.single : undefined}
        language={language}
        context={state.context}
      />
    </div>
  );
}

/** Lowest, mean and highest of the period in figures. */
function Extremes({
  summary: { count, parts },
  unit,
  language: { t, locale },
}: {
  readonly summary: Summary;
  readonly unit: string;
  readonly language: Language;
}) {
  const of = (pick: (part: Summary['parts'][number]) => number): string =>
    `${parts.map((part) => formatNumber(pick(part), locale, unit)).join('/')}\u00a0${unit}`;
  return (
    <>
      <FactList
        facts={[
          { name: t('sum.lowest'), content: of(({ lowest }) => lowest) },
          { name: t('sum.mean', { n: formatNumber(count, locale) }), content: of(({ mean }) => mean) },
          { name: t('sum.highest'), content: of(({ highest }) => highest) },
        ]}
      />
      {parts.length > 1 && <p className={common.quiet}>{t('sum.each')}</p>}
    </>
  );
}
