import { useTranslation } from 'react-i18next';
import type { ChartPicture } from './picture.port.ts';
import css from './legend.module.css';

/** Legend of the lines; empty for a single line without target. */
export function Legend({
  picture: {
    parts,
    frame: { targets },
  },
}: {
  readonly picture: ChartPicture;
}) {
  const { t } = useTranslation();
  const hasTarget = targets.some(({ isOwn }) => isOwn !== true);
  if (parts.length < 2 && !hasTarget) return null;
  return (
    <ul className={css.legend}>
      {parts.length > 1 &&
        parts.map(({ key, name }) => (
          <li key={key} className={css.item}>
            <span className={css[key]} aria-hidden="true" />
            {name}
          </li>
        ))}
      {hasTarget && (
        <li className={css.item}>
          <span className={css.target} aria-hidden="true" />
          {t('chart.target')}
        </li>
      )}
    </ul>
  );
}
