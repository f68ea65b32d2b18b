import { statusWords } from '@phr/fhir/device-status-words';
import { noteLine } from '@phr/fhir/note-words';
import type { VitalKey } from '@phr/clinical/codings';
import { dayOf } from '@phr/time/zone';
import { formatDate, formatInstant, formatNumber } from '@phr/ui/format';
import { VerdictBadge } from '@phr/module-kit/verdict-badge';
import type { ReactNode, Ref } from 'react';
import { countOf, readingAt, type Point } from '../chart/series.model.ts';
import { CircumstancesText } from '../readings/circumstances.view.tsx';
import { sourcePhrase, timePhrase, unitWords, valuePhrase, type Language } from '../readings/reading.words.ts';
import type { ReadingContext } from '../readings/reading.model.ts';
import { spansOf, worstOf } from './picture.model.ts';
import css from './point-table.module.css';

interface PointTableProps {
  readonly vitalKey: VitalKey;
  readonly points: readonly Point[];
  readonly caption: string;
  readonly language: Language;
  readonly context: ReadingContext;
  /** Print header of each page. In print, notes and sites are included, as the list cannot be opened. */
  readonly head?: string;
  /** Opens a day of which only aggregates are shown. */
  readonly onDay?: (day: string) => void;
  readonly ref?: Ref<HTMLDivElement>;
}

/** Table alternative to the chart: same points, newest first (UX-13). */
export function PointTable({ points, caption, head, ref, ...rest }: PointTableProps) {
  const isFull = head !== undefined;
  const row = { ...rest, isFull };
  const {
    language: { t },
  } = row;
  const hasLevels = points.some(({ values }) => values.some(({ level }) => level !== undefined));
  return (
    <div ref={ref} className={css.scroll} tabIndex={0} role="region" aria-label={caption}>
      <table className={css.table}>
        <caption className={css.caption}>{caption}</caption>
        <thead>
          {isFull && (
            <tr>
              <td colSpan={hasLevels ? 5 : 4}>{head}</td>
            </tr>
          )}
          <tr>
            <th scope="col">{t('table.time')}</th>
            <th scope="col">{t('table.value')}</th>
            {hasLevels && <th scope="col">{t('table.level')}</th>}
            <th scope="col">{t('table.source')}</th>
            {isFull && <th scope="col">{t('common.note')}</th>}
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map((point) => (
            <Row key={point.readings[0]?.id ?? point.at} {...row} point={point} hasLevels={hasLevels} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps extends Pick<PointTableProps, 'vitalKey' | 'language' | 'context' | 'onDay'> {
  readonly isFull: boolean;
  readonly point: Point;
  readonly hasLevels: boolean;
}

function Row({ hasLevels, ...row }: RowProps) {
  const { point, isFull, language } = row;
  const { t } = language;
  const reading = readingAt(point);
  const verdict = worstOf(point);
  const level = hasLevels && <td>{verdict !== undefined && <VerdictBadge verdict={verdict} range={undefined} />}</td>;
  if (reading === undefined) return <DayRow {...row} level={level} />;
  return (
    <tr>
      <th scope="row">{timePhrase(reading, language)}</th>
      <td>{valuePhrase(reading, language)}</td>
      {level}
      <td>{sourcePhrase(reading, language)}</td>
      {isFull && (
        <td>
          {[
            reading.arm === undefined ? undefined : t(`vit.arm.${reading.arm}`),
            reading.meal === undefined ? undefined : t(`glu.meal.${reading.meal}`),
            reading.status === undefined ? undefined : t(`reading.status.${reading.status}`),
            ...statusWords(reading.deviceStatus ?? []).map((words) => words[language.locale]),
            ...reading.notes.map((note) => noteLine(note, language.locale)),
          ]
            .filter((text) => text !== undefined)
            .join(' · ')}{' '}
          <CircumstancesText reading={reading} language={language} />
        </td>
      )}
    </tr>
  );
}

/** A day's aggregates, linking to its readings. */
function DayRow({
  vitalKey,
  point,
  level,
  isFull,
  language,
  onDay,
}: Omit<RowProps, 'hasLevels'> & { readonly level: ReactNode }) {
  const { t, locale, zone } = language;
  const { values, at, aggregate } = point;
  const unit = unitWords(vitalKey, language);
  const number = (value: number | undefined): string => formatNumber(value, locale, unit);
  const day = dayOf(at, zone);
  const words =
    aggregate?.single === undefined ? formatDate(day, locale) : formatInstant(aggregate.single, locale, zone);
  const mean = values.map(({ value }) => number(value)).join('/');
  return (
    <tr>
      <th scope="row">
        {onDay === undefined ? (
          words
        ) : (
          <button
            type="button"
            className={css.day}
            aria-label={t('chart.openDay', { day: words })}
            onClick={() => onDay(day)}
          >
            {words}
          </button>
        )}
      </th>
      <td>
        {aggregate?.single === undefined ? (
          <>
            {t('chart.dayMean', { value: mean, unit })}
            <br />
            {spansOf(point, number)}
          </>
        ) : (
          `${mean}\u00a0${unit}`
        )}
      </td>
      {level}
      <td>{t('chart.dayCount', { n: countOf(point) })}</td>
      {isFull && <td />}
    </tr>
  );
}
