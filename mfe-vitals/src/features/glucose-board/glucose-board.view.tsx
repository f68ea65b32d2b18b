import { codeOf } from '@phr/module-kit/error-code';
import { MIN_POINTS_FOR_LINE, type GlucoseReading } from '@phr/clinical/glucose';
import {
  coverageOf,
  glucoseProfile,
  glucoseStatistics,
  managementIndicator,
  STABLE_VARIATION,
  SUFFICIENT_DAYS,
  SUFFICIENT_SHARE,
  type TimedGlucose,
} from '@phr/clinical/glucose-profile';
import { chartPeriod } from '@phr/clinical/periods';
import { Screen } from '@phr/module-kit/screen';
import type { Period } from '@phr/time/period';
import { Button } from '@phr/ui/button';
import { Card } from '@phr/ui/card';
import { EmptyState } from '@phr/ui/empty-state';
import { ErrorCard } from '@phr/ui/error-card';
import { FactList, type Fact } from '@phr/ui/fact-list';
import { formatDate, formatNumber } from '@phr/ui/format';
import { IconAdd, IconChart, IconGlucose, IconTable, IconUpload } from '@phr/ui/icons';
import { LoadingRegion } from '@phr/ui/loading-region';
import { SelectField } from '@phr/ui/select-field';
import { Skeleton } from '@phr/ui/skeleton';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Chart } from '../chart/chart.view.tsx';
import { pointsOf, summaryOf, thinned } from '../chart/series.model.ts';
import { Partial } from '../period/partial.view.tsx';
import { PeriodControls } from '../period/period-controls.view.tsx';
import { pictureOf, summaryPhrase } from '../period/picture.model.ts';
import { PointTable } from '../period/point-table.view.tsx';
import { usePeriod } from '../period/use-period.ts';
import type { Language } from '../readings/reading.words.ts';
import type { Reading } from '../readings/reading.model.ts';
import { scaleOf } from '../readings/scale.model.ts';
import { useLanguage, useReadingContext } from '../readings/use-language.ts';
import { nameOf } from '../vital/vital.model.ts';
import { VitalTabs } from '../vital/vital-tabs.view.tsx';
import { useFreshReadings, usePeriodReadings } from '../readings/use-readings.ts';
import { ScreenButton } from '../vital/screen-button.view.tsx';
import { bandedGlucoses, daysWithReadings, framedBy, rangeShares, timedGlucoses } from './glucose-board.model.ts';
import common from '../vital/common.module.css';
import css from './glucose-board.module.css';
import table from '../period/point-table.module.css';
import { ProfileChart, profileLines } from './profile-chart.view.tsx';
import { RangeShares } from './range-shares.view.tsx';

/** Glucose over a period: time in range, statistics, one day by hour, and the daily profile. */
export function GlucoseBoard({ headingLevel }: { readonly headingLevel: number }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const control = usePeriod('14d');
  const state = usePeriodReadings('glucoses', control.period, language.zone);
  const { readings, receivedAt } = state;
  useFreshReadings();
  const level = headingLevel + 1;
  const timed = useMemo(() => timedGlucoses(readings), [readings]);
  const banded = useMemo(() => bandedGlucoses(readings), [readings]);
  return (
    <Screen
      title={t('screen.bg-board')}
      headingLevel={headingLevel}
      back={{ screen: 'health-indexes' }}
      actions={
        <ScreenButton screen="glucose-create" variant="primary" icon={IconAdd}>
          {t('details.add')}
        </ScreenButton>
      }
    >
      <VitalTabs vitalKey="glucoses" current="time" />
      <div className={css.controls}>
        <PeriodControls control={control} />
      </div>
      {receivedAt === undefined && <NotYet state={state} level={level} />}
      {receivedAt !== undefined && banded.length === 0 && (
        <EmptyState icon={IconGlucose} title={t('details.periodEmpty', control.words)} help={t('details.emptyHelp')} />
      )}
      {receivedAt !== undefined && banded.length > 0 && (
        <div className={css.board}>
          <Partial state={state} language={language} />
          <Overview timed={timed} banded={banded} language={language} level={level} />
          {timed.length > 0 && (
            <DayCard readings={readings} timed={timed} receivedAt={receivedAt} language={language} level={level} />
          )}
          <ProfileCard timed={timed} language={language} level={level} />
          <p className={common.quiet}>{t('vit.notDiagnosis')}</p>
        </div>
      )}
      <div className={css.links} data-print="hide">
        <ScreenButton screen="glucose-create" params={{ from: 'file' }} icon={IconUpload}>
          {t('import.open')}
        </ScreenButton>
      </div>
    </Screen>
  );
}

/** In place of the board while there are no readings to show. */
function NotYet({
  state: { error, isPending, retry },
  level,
}: {
  readonly state: ReturnType<typeof usePeriodReadings>;
  readonly level: number;
}) {
  const { locale } = useLanguage();
  return (
    <>
      {error !== null && (
        <ErrorCard thing={nameOf('glucoses', locale)} code={codeOf(error)} onRetry={retry} level={level} />
      )}
      {error === null && isPending && (
        <LoadingRegion thing={nameOf('glucoses', locale)} onRetry={retry}>
          <Skeleton height={320} />
          <Skeleton height={360} shape="chart" />
        </LoadingRegion>
      )}
    </>
  );
}

interface PartProps {
  readonly timed: readonly TimedGlucose[];
  readonly language: Language;
  readonly level: number;
}

function Overview({ timed, banded, language, level }: PartProps & { readonly banded: readonly GlucoseReading[] }) {
  const { t } = useTranslation();
  const { locale, glucoseUnit, zone } = language;
  const shares = rangeShares(banded, glucoseUnit);
  const beyond = banded.length - timed.length;
  const statistics = glucoseStatistics(timed, glucoseUnit);
  const coverage = useMemo(
    () =>
      coverageOf(
        timed.map(({ at }) => at),
        zone,
      ),
    [timed, zone],
  );
  if (shares === undefined) return null;
  const number = (value: number): string => `${formatNumber(value, locale, glucoseUnit)}\u00a0${glucoseUnit}`;
  const percent = (value: number): string => `${formatNumber(value, locale)}\u00a0%`;
  const { mean, standardDeviation, variation } = statistics ?? {};
  const indicator = coverage.sufficient ? managementIndicator(timed) : undefined;
  const facts: readonly Fact[] = [
    {
      name: t('glu.readings'),
      content: t('glu.readingsOfDays', { n: formatNumber(timed.length, locale), days: coverage.days }),
    },
    ...(mean === undefined
      ? []
      : [{ name: t('sum.mean', { n: formatNumber(timed.length, locale) }), content: number(mean) }]),
    ...(standardDeviation === undefined ? [] : [{ name: t('glu.deviation'), content: number(standardDeviation) }]),
    ...(variation === undefined
      ? []
      : [
          {
            name: t('glu.variation'),
            content: t(variation <= STABLE_VARIATION ? 'glu.stable' : 'glu.unstable', {
              value: percent(variation),
              limit: STABLE_VARIATION,
            }),
          },
        ]),
    ...(indicator === undefined
      ? []
      : [{ name: t('glu.gmi'), content: t('glu.gmiWords', { value: percent(indicator) }) }]),
  ];
  return (
    <div className={css.pair}>
      <Card title={t('glu.timeInRange')} level={level}>
        <RangeShares shares={shares} language={language} />
        {beyond > 0 && <p className={common.quiet}>{t('glu.beyond', { n: formatNumber(beyond, locale) })}</p>}
      </Card>
      <Card title={t('glu.figures')} level={level}>
        <FactList facts={facts} />
      </Card>
    </div>
  );
}

interface DayCardProps extends PartProps {
  readonly readings: readonly Reading[];
  readonly receivedAt: string;
}

/** One day by hour; distant readings are not connected (D-37). */
function DayCard({ readings, timed, receivedAt, language, level }: DayCardProps) {
  const { t } = useTranslation();
  const { locale, glucoseUnit, zone } = language;
  const [search, setSearch] = useSearchParams();
  const [asTable, setAsTable] = useState(false);
  const context = useReadingContext(Date.parse(receivedAt));
  const days = useMemo(() => daysWithReadings(timed, zone), [timed, zone]);
  const requestedDay = search.get('day');
  const day = days.find((one) => one === requestedDay) ?? days[0] ?? '';
  const period = useMemo<Period>(() => chartPeriod('day', day, zone), [day, zone]);
  const all = useMemo(() => pointsOf(readings, period, glucoseUnit), [readings, period, glucoseUnit]);
  const points = useMemo(() => thinned(all), [all]);
  const picture = useMemo(() => {
    const drawn = pictureOf({
      vitalKey: 'glucoses',
      points,
      chosen: { range: 'day', anchorDay: day },
      period,
      language,
      day,
      context,
    });
    // the target is always visible, so that days are comparable
    return {
      ...drawn,
      frame: framedBy(drawn.frame, points, scaleOf('glucoses', glucoseUnit, day, context)[0]?.bands ?? []),
    };
  }, [points, day, period, language, glucoseUnit, context]);
  const summary = summaryOf(all);
  const chooseDay = (next: string) => {
    const changed = new URLSearchParams(search);
    changed.set('day', next);
    setSearch(changed, { replace: true });
  };
  if (summary === undefined) return null;
  const sentence = summaryPhrase(summary, 'glucoses', language);
  const words = formatDate(day, locale);
  return (
    <Card title={t('glu.chart24h')} level={level}>
      <div className={css.stack}>
        <div className={css.day} data-print="hide">
          <SelectField
            label={t('common.date')}
            value={day}
            options={days.map((one) => ({ value: one, label: formatDate(one, locale) }))}
            onChange={(next) => {
              if (next !== '') chooseDay(next);
            }}
          />
        </div>
        <p>
          {words}: {sentence}
        </p>
        {all.length < MIN_POINTS_FOR_LINE && <p className={common.quiet}>{t('glu.notEnough')}</p>}
        {asTable ? (
          <PointTable
            vitalKey="glucoses"
            points={points}
            caption={t('table.caption', { name: nameOf('glucoses', locale), from: words, to: words })}
            language={language}
            context={context}
          />
        ) : (
          <Chart picture={picture} summary={`${words}: ${sentence}`} hint={t('chart.walk')} />
        )}
        <div data-print="hide">
          <Button icon={asTable ? IconChart : IconTable} onClick={() => setAsTable(!asTable)}>
            {t(asTable ? 'chart.chart' : 'chart.table')}
          </Button>
        </div>
      </div>
    </Card>
  );
}

/** The daily profile, once there are enough sensor days; before that, what is missing. */
function ProfileCard({ timed, language, level }: PartProps) {
  const { t } = useTranslation();
  const { locale, glucoseUnit, zone } = language;
  const [asTable, setAsTable] = useState(false);
  const coverage = useMemo(
    () =>
      coverageOf(
        timed.map(({ at }) => at),
        zone,
      ),
    [timed, zone],
  );
  const steps = useMemo(
    () => (coverage.sufficient ? glucoseProfile(timed, glucoseUnit, zone) : []),
    [coverage, timed, glucoseUnit, zone],
  );
  const missing = {
    days: coverage.days,
    share: Math.floor(coverage.share * 100),
    needDays: SUFFICIENT_DAYS,
    needShare: SUFFICIENT_SHARE * 100,
  };
  const summary = t('glu.profile.summary', { days: coverage.days, share: missing.share });
  return (
    <Card title={t('glu.profile')} level={level}>
      {steps.length === 0 ? (
        <p>{t('glu.profile.missing', missing)}</p>
      ) : (
        <div className={css.stack}>
          <p>{summary}</p>
          {asTable ? (
            <div className={table.scroll} tabIndex={0} role="region" aria-label={t('glu.profile')}>
              <table className={table.table}>
                <thead>
                  <tr>
                    <th scope="col">{t('common.time')}</th>
                    <th scope="col">{t('glu.profile.middleHead', { unit: glucoseUnit })}</th>
                    <th scope="col">{t('glu.profile.halfHead')}</th>
                    <th scope="col">{t('glu.profile.mostHead')}</th>
                  </tr>
                </thead>
                <tbody>
                  {steps.map((step) => {
                    const number = (index: number): string => formatNumber(step.values[index], locale, glucoseUnit);
                    return (
                      <tr key={step.minute}>
                        <th scope="row">{profileLines(step, language)[0]}</th>
                        <td>{number(2)}</td>
                        <td>
                          {number(1)}–{number(3)}
                        </td>
                        <td>
                          {number(0)}–{number(4)}
                        </td>
                      </tr>
                    );
                  })}
                </tbody>
              </table>
            </div>
          ) : (
            <ProfileChart steps={steps} language={language} summary={summary} />
          )}
          <div data-print="hide">
            <Button icon={asTable ? IconChart : IconTable} onClick={() => setAsTable(!asTable)}>
              {t(asTable ? 'chart.chart' : 'chart.table')}
            </Button>
          </div>
        </div>
      )}
    </Card>
  );
}
