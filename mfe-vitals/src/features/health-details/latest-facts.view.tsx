import { referenceRanges } from '@phr/clinical/ranges';
import { Badge } from '@phr/ui/badge';
import { Card } from '@phr/ui/card';
import { formatNumber } from '@phr/ui/format';
import { useTranslation } from 'react-i18next';
import { ChangeWords } from '../readings/change-words.view.tsx';
import { ageAt, changeOf, targetOf } from '../readings/judgement.model.ts';
import { DeviceWords } from '../readings/device-words.view.tsx';
import { ReadingLevel } from '../readings/reading-level.view.tsx';
import { ReadingValue } from '../readings/reading-value.view.tsx';
import { sourcePhrase, targetPhrase, unitWords, writtenAs, type Language } from '../readings/reading.words.ts';
import { latestSeriesMean } from './series-mean.model.ts';
import type { Reading, ReadingContext } from '../readings/reading.model.ts';
import { rangeWords, useShownRange } from '../view-config/use-shown-range.ts';
import css from './latest-facts.module.css';

interface LatestFactsProps {
  readonly latest: Reading;
  readonly previous?: Reading | undefined;
  /** All readings of the vital, newest first: those taken right after each other are a series. */
  readonly readings: readonly Reading[];
  readonly language: Language;
  readonly context: ReadingContext;
  readonly level: number;
}

/** The latest reading and everything that can be said about it: level, target, change, source. */
export function LatestFacts({ latest, previous, readings, language, context, level }: LatestFactsProps) {
  const { t } = useTranslation();
  const unit = unitWords(latest.storeKey, language);
  const target =
    latest.assessment?.level === undefined
      ? undefined
      : targetOf(latest.storeKey, ageAt(latest, context), language.glucoseUnit);
  const change = changeOf(latest, previous, language.glucoseUnit);
  const written = writtenAs(latest, language);
  const series = latestSeriesMean(readings);
  const range = useShownRange(latest.storeKey);
  return (
    <Card title={t('details.latest')} level={level}>
      <div className={css.facts}>
        <ReadingValue reading={latest} language={language} size="large" />
        <ReadingLevel reading={latest} context={context} />
        <DeviceWords reading={latest} language={language} className={css.quiet} />
        {target !== undefined && <p>{targetPhrase(target, unit, language)}</p>}
        <Flagged reading={latest} unit={unit} language={language} />
        {range !== undefined && <p>{language.t('details.range', { range: rangeWords(range, unit, language) })}</p>}
        {latest.assessment?.adultsOnly === true && <p className={css.quiet}>{t('vit.adultRanges')}</p>}
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
        </p>
        {latest.unsent !== undefined && (
          <Badge tone={latest.unsent === 'refused' ? 'danger' : 'warning'}>
            {t(latest.unsent === 'refused' ? 'outbox.review' : 'outbox.badge')}
          </Badge>
        )}
        {written !== undefined && <p className={css.quiet}>{t('reading.writtenAs', { value: written })}</p>}
      </div>
    </Card>
  );
}

/** Why a value inside the target band is not called on target: it is low or high by its reference (D-29, D-32). */
function Flagged({
  reading: { storeKey, parts },
  unit,
  language: { t, locale },
}: {
  readonly reading: Reading;
  readonly unit: string;
  readonly language: Language;
}) {
  const flagged = parts.find(({ assessment }) => assessment?.level !== assessment?.shownAs)?.assessment;
  if (flagged === undefined) return null;
  const edges = referenceRanges(storeKey)
    .map(({ low, high }) => (flagged.flag === 'H' ? high : low))
    .filter((edge) => edge !== undefined);
  return (
    <p>
      {t(flagged.flag === 'H' ? 'details.highAbove' : 'details.lowBelow', {
        n: edges.map((edge) => formatNumber(edge, locale, unit)).join('/'),
      })}
    </p>
  );
}
