import { useSettings } from '@phr/module-kit/host';
import { formatDate } from '@phr/fhir/dates';
import { formatNumber } from '@phr/fhir/quantities';
import css from './trend-chart.module.css';
import type { Series, TrendChart as Chart } from './trend.model.ts';

/** Chart of one series; the list beside it is its text alternative. */
export function TrendChart({ series, chart }: { readonly series: Series; readonly chart: Chart }) {
  const { locale } = useSettings();
  const { points, band, least, most } = chart;
  const at = (index: number) => formatDate(series.points.at(index)?.at, { time: false });
  const place = ({ x, y }: { readonly x: number; readonly y: number }) => `${x.toFixed(1)} ${y.toFixed(1)}`;
  return (
    <div className={css.chart} aria-hidden="true">
      <div className={css.scale}>
        <span>{formatNumber(most, locale)}</span>
        <span>{formatNumber(least, locale)}</span>
      </div>
      <svg className={css.plot} viewBox="-2 -6 104 112" preserveAspectRatio="none" focusable="false">
        {band !== undefined && (
          <rect className={css.band} x="-2" width="104" y={band.top} height={Math.max(band.bottom - band.top, 0)} />
        )}
        <path className={css.line} d={`M${points.map(place).join('L')}`} />
        {points.map((point, index) => (
          <path key={index} className={point.isOpen ? css.open : css.point} d={`M${place(point)}h0`} />
        ))}
      </svg>
      <div className={css.days}>
        <span>{at(0)}</span>
        <span>{at(-1)}</span>
      </div>
    </div>
  );
}
