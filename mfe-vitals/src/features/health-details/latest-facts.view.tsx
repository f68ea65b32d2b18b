import { Card } from '@phr/ui/card';
import { formatNumber } from '@phr/ui/format';
import { useTranslation } from 'react-i18next';
import { ChangeWords } from '../readings/change-words.view.tsx';
import { changeOf } from '../readings/change.model.ts';
import { CircumstancesText } from '../readings/circumstances.view.tsx';
import { DeviceWords } from '../readings/device-words.view.tsx';
import { ReadingLevel } from '../readings/reading-level.view.tsx';
import { ReadingValue } from '../readings/reading-value.view.tsx';
import { UnsentBadge } from '../readings/unsent-badge.view.tsx';
import { targetPhrase, writtenPhrase } from '../readings/range.words.ts';
import { sourcePhrase, unitWords, originalAmount, type Language } from '../readings/reading.words.ts';
import { latestSeriesMean } from './series-mean.model.ts';
import type { Reading } from '../readings/reading.model.ts';
import { rangeWords, useShownRange } from '../view-config/use-shown-range.ts';
import css from './latest-facts.module.css';

interface LatestFactsProps {
  readonly latest: Reading;
  readonly previous?: Reading | undefined;
  /** All readings of the vital, newest first: close ones form a series. */
  readonly readings: readonly Reading[];
  /** The person's own target in words. */
  readonly ownGoal: string | undefined;
  readonly language: Language;
  readonly level: number;
}

/** The latest reading with level, target, change and source. */
export function LatestFacts({ latest, previous, readings, ownGoal, language, level }: LatestFactsProps) {
  const { t } = useTranslation();
  const unit = unitWords(latest.vitalKey, language);
  const { verdict } = latest;
  const target = targetPhrase(verdict, latest.vitalKey, language);
  const beyond = writtenPhrase(verdict, latest.vitalKey, unit, language);
  const change = changeOf(latest, previous, language.glucoseUnit);
  const written = originalAmount(latest, language);
  const series = latestSeriesMean(readings);
  const range = useShownRange(latest.vitalKey);
  return (
    <Card title={t('details.latest')} level={level}>
      <div className={css.facts}>
        <ReadingValue reading={latest} language={language} size="large" />
        <ReadingLevel reading={latest} language={language} withRange={false} />
        <DeviceWords reading={latest} language={language} className={css.quiet} />
        {target !== undefined && <p>{target}</p>}
        {ownGoal !== undefined && <p className={css.quiet}>{ownGoal}</p>}
        {beyond !== undefined && <p className={css.quiet}>{beyond}</p>}
        <Flagged reading={latest} unit={unit} language={language} />
        {range !== undefined && verdict.range?.whose !== 'configured' && (
          <p>{language.t('details.range', { range: rangeWords(range, unit, language) })}</p>
        )}
        {verdict.notJudged === 'adultsOnly' && <p className={css.quiet}>{t('vit.adultRanges')}</p>}
        {verdict.notJudged === 'from16' && <p className={css.quiet}>{t('vit.from16')}</p>}
        {change !== undefined && <ChangeWords change={change} unit={unit} language={language} />}
        {series !== undefined && (
          <p>
            {language.t(series.used < series.count ? 'details.seriesLater' : 'details.series', {
              n: series.used,
              all: series.count,
              value: `${series.mean.systolic}/${series.mean.diastolic}`,
              unit,
            })}
          </p>
        )}
        <p className={css.quiet}>
          {sourcePhrase(latest, language)}
          {latest.arm !== undefined && ` · ${t(`vit.arm.${latest.arm}`)}`}
          {latest.meal !== undefined && ` · ${t(`glu.meal.${latest.meal}`)}`}
          <CircumstancesText reading={latest} language={language} before=" · " />
        </p>
        <UnsentBadge reading={latest} />
        {written !== undefined && <p className={css.quiet}>{t('reading.writtenAs', { value: written })}</p>}
      </div>
    </Card>
  );
}

/**
 * Explains a value in the target band that is not called on target, being low or high by its reference (D-29, D-32).
 */
function Flagged({
  reading: { verdict },
  unit,
  language: { t, locale },
}: {
  readonly reading: Reading;
  readonly unit: string;
  readonly language: Language;
}) {
  const { band, level, direction, trace } = verdict;
  if (trace.judge !== 'product' || band !== 'target' || level === 'target' || direction === undefined) return null;
  const edges = Object.values(verdict.parts)
    .map(({ range }) => (direction === 'high' ? range?.high : range?.low)?.value)
    .filter((edge) => edge !== undefined);
  return (
    <p>
      {t(direction === 'high' ? 'details.highAbove' : 'details.lowBelow', {
        n: edges.map((edge) => formatNumber(edge, locale, unit)).join('/'),
      })}
    </p>
  );
}
