import { tickFormat } from '../chart/ticks.model.ts';
import type { Indicator } from '@phr/clinical/growth/tables';
import { MONTH_DAYS } from '@phr/clinical/growth/tables';
import { formatDate, formatNumber } from '@phr/ui/format';
import { useMemo } from 'react';
import { linePath, marksPath } from '../chart/paths.model.ts';
import type { Frame } from '../chart/picture.port.ts';
import { Plot, type Scale } from '../chart/plot.view.tsx';
import { type Curve, type Curves, type GrowthPoint, pointsIn } from './growth.model.ts';
import { ageWords, type GrowthLanguage, scoreWords, UNITS, valueWords } from './growth.words.ts';
import common from '../vital/common.module.css';
import css from './growth-chart.module.css';

interface GrowthChartProps {
  readonly indicator: Indicator;
  readonly curves: Curves;
  readonly points: readonly GrowthPoint[];
  readonly language: GrowthLanguage;
  /** What the chart shows in one sentence. */
  readonly summary: string;
}

/** WHO curves with a child's measurements. */
export function GrowthChart({ indicator, curves, points: all, language, summary }: GrowthChartProps) {
  const { t, locale } = language;
  const points = useMemo(() => pointsIn(all, curves), [all, curves]);
  const stops = useMemo(() => points.map(({ tableDays }) => tableDays), [points]);
  const frame = useMemo<Frame>(() => {
    const inYears = curves.months.some((month) => month > 24);
    return {
      axis: curves.axis,
      span: curves.span,
      stripes: [],
      targets: [],
      formatValue: tickFormat(curves.axis.step, locale),
      marks: curves.months.map((month) => ({
        at: month * MONTH_DAYS,
        label: formatNumber(inYears ? month / 12 : month, locale),
      })),
    };
  }, [curves, locale]);
  return (
    <div className={css.chart}>
      <p className={common.quiet}>
        {t(curves.months.some((month) => month > 24) ? 'growth.axesYears' : 'growth.axesMonths', {
          unit: UNITS[indicator],
        })}
      </p>
      <Plot
        frame={frame}
        summary={summary}
        hint={t('chart.walk')}
        stops={stops}
        describe={(index) => describe(indicator, points[index], language)}
      >
        {(scale) => (
          <>
            {curves.curves.map((curve) => (
              <Line key={curve.z} curve={curve} scale={scale} />
            ))}
            <Points points={points} scale={scale} />
          </>
        )}
      </Plot>
    </div>
  );
}

function describe(indicator: Indicator, point: GrowthPoint | undefined, language: GrowthLanguage): string {
  if (point === undefined) return '';
  const { locale } = language;
  return [
    `${formatDate(point.day, locale)}, ${ageWords(point.age, language)}`,
    valueWords(indicator, point.value, locale),
    ...(point.z === undefined ? [] : [language.t('growth.zOf', { z: scoreWords(point.z, locale) })]),
  ].join('\n');
}

/** Offset of a curve's label from its end in pixels; the lowest one's is below, as the next curve is near. */
const ABOVE = -4;
const BELOW = 14;

/** One curve with its number at its end. */
function Line({ curve: { z, places }, scale: { x, y } }: { readonly curve: Curve; readonly scale: Scale }) {
  const line = places.map(({ at, value }) => ({ x: x(at), y: y(value) }));
  const end = line.at(-1);
  const look = z === 0 ? css.median : Math.abs(z) === 3 ? css.outer : css.inner;
  return (
    <>
      <path className={look} d={linePath(line)} />
      {end !== undefined && (
        <text className={css.name} x={end.x - 2} y={end.y + (z === -3 ? BELOW : ABOVE)} textAnchor="end">
          {z > 0 ? `+${z}` : z < 0 ? `−${-z}` : '0'}
        </text>
      )}
    </>
  );
}

function Points({ points, scale: { x, y } }: { readonly points: readonly GrowthPoint[]; readonly scale: Scale }) {
  const places = points.map(({ tableDays, value }) => ({ x: x(tableDays), y: y(value) }));
  return (
    <>
      <path className={css.course} d={linePath(places)} />
      <path className={css.points} d={marksPath(places, 'target')} />
    </>
  );
}
