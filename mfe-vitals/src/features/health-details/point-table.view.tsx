import { ReadingLevel } from '../readings/reading-level.view.tsx';
import { sourcePhrase, timePhrase, valuePhrase, type Language } from '../readings/reading-words.ts';
import type { ReadingContext } from '../readings/reading.model.ts';
import css from './point-table.module.css';
import type { Point } from './series.model.ts';

interface PointTableProps {
  readonly points: readonly Point[];
  readonly caption: string;
  readonly language: Language;
  readonly context: ReadingContext;
}

/** The twin of the chart: the same points, newest first (UX-13). */
export function PointTable({ points, caption, language, context }: PointTableProps) {
  const { t } = language;
  const hasLevels = points.some(({ reading }) => reading.assessment?.shownAs !== undefined);
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
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map(({ reading }) => (
            <tr key={reading.id}>
              <th scope="row">{timePhrase(reading, language)}</th>
              <td>{valuePhrase(reading, language)}</td>
              {hasLevels && <td><ReadingLevel reading={reading} context={context} /></td>}
              <td>{sourcePhrase(reading, language)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
