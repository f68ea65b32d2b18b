import { formatNumber } from '@phr/ui/format';
import { useTranslation } from 'react-i18next';
import { bandPhrase } from '../readings/range.words.ts';
import type { Language } from '../readings/reading.words.ts';
import type { RangeShare } from './glucose-board.model.ts';
import table from '../levels/range-table.module.css';
import css from './range-shares.module.css';

/** Share of readings per band, as bar and text. */
export function RangeShares({
  shares,
  language,
}: {
  readonly shares: readonly RangeShare[];
  readonly language: Language;
}) {
  const { t } = useTranslation();
  const { locale, glucoseUnit } = language;
  const number = (value: number): string => formatNumber(value, locale, glucoseUnit);
  const percent = (share: number): string =>
    `${new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(share)}\u00a0%`;
  return (
    <div className={css.shares}>
      <div className={css.bar} aria-hidden="true">
        {shares.map(({ name, share }) =>
          share > 0 ? <span key={name} className={css[name]} style={{ flexGrow: share }} /> : null,
        )}
      </div>
      <table className={table.table}>
        <caption className={css.caption}>{t('glu.rangeCaption', { unit: glucoseUnit })}</caption>
        <thead>
          <tr>
            <th scope="col">{t('table.level')}</th>
            <th scope="col">{t('levels.range')}</th>
            <th scope="col" className={table.number}>
              {t('glu.share')}
            </th>
            <th scope="col" className={table.number}>
              {t('levels.count')}
            </th>
          </tr>
        </thead>
        <tbody>
          {shares.map(({ name, band, share, count }) => (
            <tr key={name}>
              <th scope="row">
                <span className={css.name}>
                  <span className={`${css.swatch} ${css[name]}`} aria-hidden="true" />
                  {t(`glu.${name}`)}
                </span>
              </th>
              <td>{bandPhrase(band, number, language.t)}</td>
              <td className={table.number}>{percent(share)}</td>
              <td className={table.number}>{count}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
