import { useTranslation } from 'react-i18next';
import type { ChartPicture } from './picture.port.ts';
import css from './legend.module.css';

/** What the lines of the chart are; nothing for a single line without a target. */
export function Legend({
  picture: {
    parts,
    frame: { targets },
  },
}: {
  readonly picture: ChartPicture;
}) {
  const { t } = useTranslation();
  if (parts.length < 2 && targets.length === 0) return null;
  return (
    <ul className={css.legend}>
      {parts.length > 1 &&
        parts.map(({ key, name }) => (
          <li key={key} className={css.item}>
            <span className={css[key]} aria-hidden="true" />
            {name}
          </li>
        ))}
      {targets.length > 0 && (
        <li className={css.item}>
          <span className={css.target} aria-hidden="true" />
          {t('chart.target')}
        </li>
      )}
    </ul>
  );
}
