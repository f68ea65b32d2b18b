import { useUi } from '@phr/ui/ui-text';
import { formatNumber } from './format.tsx';
import { Icon } from './icon.tsx';
import { IconTrendDown, IconTrendSame, IconTrendUp } from './icons.tsx';
import css from './trend.module.css';
import { unitKeyOf } from './units.tsx';

export interface TrendProps {
  /** Difference from the previous value; undefined if there is none. */
  readonly difference: number | undefined;
  /** UCUM code or printed unit. */
  readonly unit: string;
  /** The same in percent of the previous value. */
  readonly percent?: number | undefined;
}

/** Comparison with the previous value in a sentence. The arrow is decorative: up is neither good nor bad (UX-12). */
export function Trend({ difference, unit, percent }: TrendProps) {
  const { text, locale } = useUi();
  if (difference === undefined) return null;
  const key = unitKeyOf(unit);
  const n = formatNumber(Math.abs(difference), locale, unit);
  // a difference that rounds to zero is no change
  const same = n === formatNumber(0, locale, unit);
  const way = same ? 'same' : difference > 0 ? 'up' : 'down';
  return (
    <span className={css.trend}>
      <Icon of={{ same: IconTrendSame, up: IconTrendUp, down: IconTrendDown }[way]} size={20} />
      <span>
        {text(`trend.${way}`, { n, unit: key === undefined ? unit : text(`unit.${key}`) })}
        {!same && percent !== undefined && ` (${formatNumber(Math.abs(percent), locale)}\u00a0%)`}
      </span>
    </span>
  );
}
