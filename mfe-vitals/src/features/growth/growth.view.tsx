import { codeOf } from '@phr/module-kit/error-code';
import { growthSignature } from '@phr/clinical/growth/words';
import { type Indicator, INDICATORS, LAST_DAYS } from '@phr/clinical/growth/tables';
import { useSettings } from '@phr/module-kit/host';
import { Screen } from '@phr/module-kit/screen';
import { until } from '@phr/time/plain-date';
import { Button } from '@phr/ui/button';
import { Card } from '@phr/ui/card';
import { EmptyState } from '@phr/ui/empty-state';
import { ErrorCard } from '@phr/ui/error-card';
import { type Fact, FactList } from '@phr/ui/fact-list';
import { formatDate } from '@phr/ui/format';
import { Freshness } from '@phr/ui/freshness';
import { IconAdd, IconChart, IconHeight, IconTable } from '@phr/ui/icons';
import { LoadingRegion } from '@phr/ui/loading-region';
import { Notice } from '@phr/ui/notice';
import { Skeleton } from '@phr/ui/skeleton';
import { usePrinting } from '@phr/ui/use-printing';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useLanguage } from '../readings/use-language.ts';
import { useFreshReadings } from '../readings/use-readings.ts';
import { ChoiceRow } from '../vital/choice-row.view.tsx';
import { ScreenButton } from '../vital/screen-button.view.tsx';
import common from '../vital/common.module.css';
import board from '../glucose-board/glucose-board.module.css';
import { GrowthChart } from './growth-chart.view.tsx';
import { GrowthTable } from './growth-table.view.tsx';
import { type Child, curvesOf, firstStage, type GrowthPoint, growthPoints, STAGES, stagesOf } from './growth.model.ts';
import { ageWords, type GrowthLanguage, pointWords, scoreWords, valueWords } from './growth.words.ts';
import { type Growth, useGrowth } from './use-growth.ts';

/**
 * A child's growth on the WHO curves for length, weight, body mass index or head circumference; the URL selects one.
 */
export function GrowthView({ headingLevel }: { readonly headingLevel: number }) {
  const { t } = useTranslation();
  const growth = useGrowth();
  const { child, error, isPending, receivedAt, retry } = growth;
  const level = headingLevel + 1;
  useFreshReadings();
  return (
    <Screen
      printable={typeof child !== 'string' && receivedAt !== undefined}
      title={t('screen.growth')}
      headingLevel={headingLevel}
      back={{ screen: 'health-indexes' }}
      actions={
        typeof child !== 'string' && (
          <ScreenButton screen="health-create" variant="primary" icon={IconAdd}>
            {t('details.add')}
          </ScreenButton>
        )
      }
    >
      {typeof child === 'string' && (
        <EmptyState icon={IconHeight} title={t('growth.none')} help={t(`growth.no.${child}`)} />
      )}
      {typeof child !== 'string' && receivedAt === undefined && error !== null && (
        <ErrorCard thing={t('growth.thing')} code={codeOf(error)} onRetry={retry} level={level} />
      )}
      {typeof child !== 'string' && receivedAt === undefined && error === null && isPending && (
        <LoadingRegion thing={t('growth.thing')} onRetry={retry}>
          <Skeleton height={160} />
          <Skeleton height={360} shape="chart" />
        </LoadingRegion>
      )}
      {typeof child !== 'string' && receivedAt !== undefined && (
        <GrowthBoard growth={growth} child={child} receivedAt={receivedAt} level={level} />
      )}
    </Screen>
  );
}

interface BoardProps {
  readonly growth: Growth;
  readonly child: Child;
  readonly receivedAt: string;
  readonly level: number;
}

function GrowthBoard({ growth: { measures, today, isWhole, error, retry }, child, receivedAt, level }: BoardProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [search, setSearch] = useSearchParams();
  const ageDays = until(child.birthDate, today);
  const indicator = INDICATORS.find((one) => one === search.get('of')) ?? 'height';
  const points = useMemo(() => growthPoints(indicator, child, measures, today), [indicator, child, measures, today]);
  const signature = growthSignature(useSettings().clinicalTexts);
  const undated = measures.filter(({ kind, day, isAtBirth }) => kind === indicator && !day && !isAtBirth).length;
  return (
    <div className={board.board}>
      <ChoiceRow
        label={t('growth.indicator')}
        current={indicator}
        options={INDICATORS.map((value) => ({ value, label: t(`growth.of.${value}`) }))}
        onChoose={(of) => setSearch({ of }, { replace: true })}
      />
      {signature?.isDraft === true && <Notice>{t('growth.draft')}</Notice>}
      {!isWhole && <Notice>{t('growth.partial')}</Notice>}
      {points.length === 0 ? (
        <EmptyState icon={IconHeight} title={t(`growth.empty.${indicator}`)} help={t('growth.emptyHelp')} />
      ) : (
        <Newest
          indicator={indicator}
          points={points}
          language={language}
          isWorded={signature !== undefined}
          level={level}
        />
      )}
      <ChartCard
        key={indicator}
        indicator={indicator}
        child={child}
        points={points}
        ageDays={ageDays}
        language={language}
        isWorded={signature !== undefined}
        level={level}
      />
      {undated > 0 && <p className={common.quiet}>{t('growth.undated', { count: undated })}</p>}
      <Notes indicator={indicator} child={child} ageDays={ageDays} language={language} />
      <Freshness at={receivedAt} failed={error !== null} onRetry={retry} />
    </div>
  );
}

interface PartProps {
  readonly indicator: Indicator;
  readonly points: readonly GrowthPoint[];
  readonly language: GrowthLanguage;
  readonly isWorded: boolean;
  readonly level: number;
}

/** The newest measurement, its z-score and what that means. */
function Newest({ indicator, points, language, isWorded, level }: PartProps) {
  const { t, locale } = language;
  const newest = points.at(-1);
  if (newest === undefined) return null;
  const words = pointWords(indicator, newest, language, isWorded);
  const facts: readonly Fact[] = [
    { name: t(`growth.of.${indicator}`), content: valueWords(indicator, newest.value, locale) },
    { name: t('common.date'), content: formatDate(newest.day, locale) },
    { name: t('growth.age'), content: ageWords(newest.age, language) },
    ...(newest.correctedAge === undefined
      ? []
      : [{ name: t('growth.correctedAge'), content: ageWords(newest.correctedAge, language) }]),
    ...(newest.z === undefined ? [] : [{ name: t('growth.z'), content: scoreWords(newest.z, locale) }]),
  ];
  return (
    <Card title={t('growth.newest')} level={level}>
      <div className={board.stack}>
        <FactList facts={facts} />
        {words.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
    </Card>
  );
}

/** The curves and their twin; on paper both. */
function ChartCard({
  indicator,
  child,
  points,
  ageDays,
  language,
  isWorded,
  level,
}: PartProps & { readonly child: Child; readonly ageDays: number }) {
  const { t, locale } = language;
  const [asTable, setAsTable] = useState(false);
  const [chosen, setChosen] = useState(() => firstStage(indicator, points, ageDays));
  const isPrinting = usePrinting();
  const stages = stagesOf(indicator, ageDays);
  const curves = useMemo(() => curvesOf(indicator, child.sex, chosen, points), [indicator, child.sex, chosen, points]);
  const name = t(`growth.of.${indicator}`);
  const title = t(`growth.title.${child.sex}`, { name });
  const newest = points.at(-1);
  const summary =
    newest === undefined
      ? title
      : t('growth.summary', {
          title,
          count: points.length,
          value: valueWords(indicator, newest.value, locale),
          age: ageWords(newest.age, language),
        });
  return (
    <Card title={title} level={level}>
      <div className={board.stack}>
        {stages.length > 1 && (
          <div data-print="hide">
            <ChoiceRow
              label={t('growth.stage')}
              current={chosen}
              options={STAGES.filter((stage) => stages.includes(stage)).map((value) => ({
                value,
                label: t(`growth.stage.${value}`),
              }))}
              onChoose={setChosen}
            />
          </div>
        )}
        {(!asTable || isPrinting) && (
          <GrowthChart indicator={indicator} curves={curves} points={points} language={language} summary={summary} />
        )}
        {(asTable || isPrinting) && (
          <GrowthTable indicator={indicator} points={points} caption={title} language={language} isWorded={isWorded} />
        )}
        {points.length > 0 && (
          <div data-print="hide">
            <Button icon={asTable ? IconChart : IconTable} onClick={() => setAsTable(!asTable)}>
              {t(asTable ? 'chart.chart' : 'chart.table')}
            </Button>
          </div>
        )}
      </div>
    </Card>
  );
}

/** Where the curves are from, and what they cannot say. */
function Notes({
  indicator,
  child,
  ageDays,
  language: { t },
}: Pick<PartProps, 'indicator' | 'language'> & { readonly child: Child; readonly ageDays: number }) {
  const notes = [
    ageDays > LAST_DAYS[indicator] ? t(`growth.ends.${indicator}`) : undefined,
    child.gestation === undefined
      ? undefined
      : t('growth.gestation', { weeks: Math.floor(child.gestation / 7), days: child.gestation % 7 }),
    t('growth.lines'),
    t('growth.course'),
    t('growth.source'),
    t('vit.notDiagnosis'),
  ];
  return (
    <div className={board.stack}>
      {notes
        .filter((note) => note !== undefined)
        .map((note) => (
          <p key={note} className={common.quiet}>
            {note}
          </p>
        ))}
    </div>
  );
}
