import { LEVELS, type Level } from '@phr/clinical/levels';
import type { PartKey } from '@phr/clinical/parts';
import { levelProperty } from '@phr/ui/tokens';
import { memo, useMemo } from 'react';
import { barsOf } from './bars.model.ts';
import { barsPath, linePath, marksPath, type Place } from './paths.model.ts';
import type { ChartPicture } from './picture.port.ts';
import css from './chart.module.css';
import { Plot, type Scale } from './plot.view.tsx';
import type { Point } from './series.model.ts';

interface ChartProps {
  readonly picture: ChartPicture;
  /** One-sentence summary of the chart. */
  readonly summary: string;
  readonly hint: string;
}

/** Chart of one health index: lines with level markers, and bars (see `barsOf`). */
export function Chart({ picture, summary, hint }: ChartProps) {
  const { frame, points, describe } = picture;
  const stops = useMemo(() => points.map(({ at }) => at), [points]);
  return (
    <Plot
      frame={frame}
      summary={summary}
      hint={hint}
      stops={stops}
      describe={(index) => {
        const point = points[index];
        return point === undefined ? '' : describe(point);
      }}
    >
      {(scale, walked) => (
        <>
          <Drawing picture={picture} scale={scale} />
          {walked !== undefined && <Walked point={points[walked]} scale={scale} />}
        </>
      )}
    </Plot>
  );
}

/** Lines, bars and markers; re-rendered only when picture or size change. */
const Drawing = memo(function Drawing({
  picture: { points, parts, segments },
  scale,
}: {
  readonly picture: ChartPicture;
  readonly scale: Scale;
}) {
  const isDense = points.length > 120;
  return (
    <>
      {parts.map(({ key }) => (
        <path
          key={key}
          className={key === 'diastolic' ? `${css['bars']} ${css['lower']}` : css['bars']}
          d={barsPath(
            barsOf(points, key).map(({ at, from, to }) => ({ x: scale.x(at), from: scale.y(from), to: scale.y(to) })),
          )}
          strokeWidth={points.length > 60 ? 2 : 4}
        />
      ))}
      {parts.map(({ key }) => (
        <g key={key}>
          {segments.map((segment) => (
            <path
              key={segment[0]}
              className={css[key]}
              d={linePath(segment.flatMap((index) => placesOf(points[index], key, scale)))}
            />
          ))}
          {[...LEVELS, undefined].map((level) => (
            <Marks key={level ?? 'none'} points={points} part={key} level={level} scale={scale} isDense={isDense} />
          ))}
        </g>
      ))}
      <path
        className={css.unsent}
        d={marksPath(
          points
            .filter(isUnsent)
            .flatMap((point) => point.values.map(({ value }) => ({ x: scale.x(point.at), y: scale.y(value) }))),
          'target',
        )}
      />
    </>
  );
});

interface MarksProps {
  readonly points: readonly Point[];
  readonly part: PartKey;
  readonly level: Level | undefined;
  readonly scale: Scale;
  readonly isDense: boolean;
}

/** Markers of unjudged values. */
const SHAPES: Readonly<Record<PartKey, Level>> = { value: 'target', systolic: 'target', diastolic: 'veryMild' };

/** All marks of one level in one path. */
function Marks({ points, part, level, scale, isDense }: MarksProps) {
  const places = points.flatMap((point) =>
    point.values
      .filter((value) => value.key === part && value.level === level)
      .map(({ value }) => ({ x: scale.x(point.at), y: scale.y(value) })),
  );
  if (places.length === 0) return null;
  const shape = level ?? SHAPES[part];
  return (
    <path
      className={css.marks}
      d={marksPath(places, shape, isDense ? 0.7 : 1)}
      style={{ fill: level === undefined ? `var(${seriesOf(part)})` : `var(${levelProperty(level, 'mark')})` }}
    />
  );
}

function Walked({ point, scale }: { readonly point: Point | undefined; readonly scale: Scale }) {
  return (
    <>
      {point?.values.map(({ key, value }) => (
        <circle key={key} className={css.ring} cx={scale.x(point.at)} cy={scale.y(value)} r={9} />
      ))}
    </>
  );
}

const isUnsent = ({ readings }: Point): boolean => readings.some(({ unsent }) => unsent !== undefined);
const seriesOf = (part: PartKey): string => (part === 'diastolic' ? '--c-series-2' : '--c-series-1');

function placesOf(point: Point | undefined, part: PartKey, { x, y }: Scale): readonly Place[] {
  const value = point?.values.find(({ key }) => key === part);
  return point === undefined || value === undefined ? [] : [{ x: x(point.at), y: y(value.value) }];
}
