import type { Indicator } from '@phr/clinical/growth/tables';
import { formatDate } from '@phr/ui/format';
import type { GrowthPoint } from './growth.model.ts';
import { ageWords, type GrowthLanguage, pointWords, scoreWords, valueWords } from './growth.words.ts';
import css from '../period/point-table.module.css';

interface GrowthTableProps {
  readonly indicator: Indicator;
  readonly points: readonly GrowthPoint[];
  readonly caption: string;
  readonly language: GrowthLanguage;
  readonly isWorded: boolean;
}

/** Table alternative to the chart: every measurement, newest first, including what the chart cannot show (UX-13). */
export function GrowthTable({ indicator, points, caption, language, isWorded }: GrowthTableProps) {
  const { t, locale } = language;
  return (
    <div className={css.scroll} tabIndex={0} role="region" aria-label={caption}>
      <table className={css.table}>
        <caption className={css.caption}>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{t('common.date')}</th>
            <th scope="col">{t('growth.age')}</th>
            <th scope="col">{t('table.value')}</th>
            <th scope="col">{t('growth.z')}</th>
            <th scope="col">{t('growth.words')}</th>
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map((point) => (
            <tr key={point.id}>
              <th scope="row">{formatDate(point.day, locale)}</th>
              <td>
                {ageWords(point.age, language)}
                {point.correctedAge !== undefined && (
                  <>
                    <br />
                    {t('growth.corrected', { age: ageWords(point.correctedAge, language) })}
                  </>
                )}
              </td>
              <td>{valueWords(indicator, point.value, locale)}</td>
              <td>{point.z === undefined ? '' : scoreWords(point.z, locale)}</td>
              <td>{pointWords(indicator, point, language, isWorded).join(' ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
