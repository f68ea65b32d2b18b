import { dayOf } from '@phr/clinical/periods';
import { formatDate, formatNumber } from '@phr/ui/format';
import { worst } from '@phr/clinical/levels';
import type { Point } from '../chart/series.model.ts';
import { ReadingLevel } from '../readings/reading-level.view.tsx';
import { sourcePhrase, timePhrase, unitWords, valuePhrase, type Language } from '../readings/reading-words.ts';
import type { ReadingContext } from '../readings/reading.model.ts';
import css from './point-table.module.css';

interface PointTableProps {
  readonly points: readonly Point[];
  readonly caption: string;
  readonly language: Language;
  readonly context: ReadingContext;
  /** Shows notes and where it was measured: on paper nobody can open the list. */
  readonly isFull?: boolean;
}

/** The twin of the chart: the same points, newest first (UX-13). */
export function PointTable({ points, caption, language, context, isFull = false }: PointTableProps) {
  const { t } = language;
  const hasLevels = points.some(({ values }) => values.some(({ level }) => level !== undefined));
  return (
    <div className={css.scroll} tabIndex={0} role="region" aria-label={caption}>
      <table className={css.table}>
        <caption className={css.caption}>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{t('table.time')}</th>
            <th scope="col">{t('table.value')}</th>
            {hasLevels && <th scope="col">{t('table.level')}</th>}
            <th scope="col">{t('table.source')}</th>
            {isFull && <th scope="col">{t('common.note')}</th>}
          </tr>
        </thead>
        <tbody>{points.toReversed().map((point) => <Row key={point.readings[0]?.id ?? point.at} point={point} hasLevels={hasLevels} isFull={isFull} language={language} context={context} />)}</tbody>
      </table>
    </div>
  );
}

interface RowProps extends Pick<PointTableProps, 'language' | 'context'> {
  readonly point: Point;
  readonly hasLevels: boolean;
  readonly isFull: boolean;
}

function Row({ point: { readings, values, at }, hasLevels, isFull, language, context }: RowProps) {
  const { t, locale, zone } = language;
  const [reading, ...more] = readings;
  if (reading === undefined) return null;
  if (more.length > 0) {
    const level = worst(...values.map((value) => value.level));
    const worstReading = readings.find(({ assessment }) => assessment?.shownAs !== undefined && assessment.shownAs === level);
    const unit = unitWords(reading.storeKey, language);
    const number = (value: number | undefined): string => formatNumber(value, locale, unit);
    return (
      <tr>
        <th scope="row">{formatDate(dayOf(at, zone), locale)}</th>
        <td>{t('chart.dayMean', { value: values.map(({ value }) => number(value)).join('/'), unit })}<br />{values.map(({ low, high }) => `${number(low)}–${number(high)}`).join(' / ')}</td>
        {hasLevels && <td>{worstReading !== undefined && <ReadingLevel reading={worstReading} context={context} />}</td>}
        <td>{t('chart.dayCount', { n: readings.length })}</td>
        {isFull && <td />}
      </tr>
    );
  }
  return (
    <tr>
      <th scope="row">{timePhrase(reading, language)}</th>
      <td>{valuePhrase(reading, language)}</td>
      {hasLevels && <td><ReadingLevel reading={reading} context={context} /></td>}
      <td>{sourcePhrase(reading, language)}</td>
      {isFull && <td>{[reading.meal === undefined ? undefined : t(`glu.meal.${reading.meal}`), ...reading.notes].filter((text) => text !== undefined).join(' · ')}</td>}
    </tr>
  );
}
