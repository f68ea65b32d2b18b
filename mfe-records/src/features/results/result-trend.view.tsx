import { formatDate } from '@phr/fhir/dates';
import { useSettings } from '@phr/module-kit/host';
import { ListStates } from '@phr/module-kit/list-section';
import { RecordRow } from '@phr/module-kit/record-row';
import { Screen } from '@phr/module-kit/screen';
import { Button } from '@phr/ui/button';
import { Card } from '@phr/ui/card';
import { EmptyState } from '@phr/ui/empty-state';
import { Heading } from '@phr/ui/heading';
import { IconLaboratory } from '@phr/ui/icons';
import { List } from '@phr/ui/list';
import { Actions } from '@phr/ui/page';
import { useTranslation } from 'react-i18next';
import { ResultPlace } from '../reports/result-place.view.tsx';
import { statusBadge } from '../reports/status.model.ts';
import { useExplanationInput, usePlainWords } from '../reports/use-plain-words.ts';
import { TrendChart } from './trend-chart.view.tsx';
import { chartOf, seriesOf, type Series, type TrendPoint } from './trend.model.ts';
import { useFactor } from '../reports/use-factor.ts';
import { useResultsOf } from './results.api.ts';

/** One test over time, across visits, with laboratories named. Inconvertible units are separate. */
export function ResultTrend({ code, level }: { readonly code: string; readonly level: number }) {
  const { t } = useTranslation();
  const { locale } = useSettings();
  const list = useResultsOf(code);
  const words = usePlainWords();
  const asked = useExplanationInput(undefined);
  const factor = useFactor();
  const results = list.rows.flat().filter(({ details }) => details?.loinc.includes(code));
  const [newest] = results;
  const name = newest === undefined ? t('result.trend') : (words?.explain(asked(newest)).name ?? newest.name);
  const none = <EmptyState icon={IconLaboratory} title={t('results.noValues')} help={t('results.noValues.help')} />;
  return (
    <Screen printable title={t('result.trendTitle', { name })} headingLevel={level} back={{ screen: 'results' }}>
      <ListStates list={list} thing={t('screen.results').toLowerCase()} level={level + 1} empty={none}>
        {() => {
          const all = seriesOf(results, factor, locale);
          if (all.length === 0) return none;
          return all.map((series) => (
            <SeriesSection key={series.unit} series={series} isAlone={all.length === 1} level={level + 1} name={name} />
          ));
        }}
      </ListStates>
      {list.hasMore && (
        <Actions>
          <Button busy={list.loadingMore} onClick={() => void list.loadMore()}>
            {t('results.earlier')}
          </Button>
        </Actions>
      )}
    </Screen>
  );
}

interface SeriesProps {
  readonly series: Series;
  readonly isAlone: boolean;
  readonly level: number;
  readonly name: string;
}

function SeriesSection({ series, isAlone, level, name }: SeriesProps) {
  const { t } = useTranslation();
  const chart = chartOf(series);
  const unit = series.unitWords === '' ? t('results.noUnit') : series.unitWords;
  return (
    <>
      <Heading level={level}>{isAlone ? unit : t('results.otherUnit', { unit })}</Heading>
      {chart !== undefined && (
        <Card>
          <TrendChart series={series} chart={chart} />
        </Card>
      )}
      <Card flush>
        <List
          label={`${name}, ${unit}`}
          items={series.points.toReversed()}
          keyOf={({ result }) => result.id}
          frame={false}
        >
          {(point) => <PointRow point={point} unit={series.unitWords} />}
        </List>
      </Card>
    </>
  );
}

function PointRow({ point, unit }: { readonly point: TrendPoint; readonly unit: string }) {
  const { t } = useTranslation();
  const { result, at, words, isConverted } = point;
  const badge = statusBadge(result.status ?? '');
  return (
    <RecordRow
      title={isConverted ? `${result.value ?? ''} (≈ ${words} ${unit})` : (result.value ?? '')}
      lines={[[formatDate(at), result.details?.laboratory].filter((part) => part !== undefined).join(' · ')]}
      badge={badge && { words: t(badge.key), tone: badge.tone }}
      links={<ResultPlace result={result} />}
    />
  );
}
