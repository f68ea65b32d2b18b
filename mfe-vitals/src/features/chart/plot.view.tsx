import type { Level } from '@phr/clinical/levels';
import { levelProperty } from '@phr/ui/tokens';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useMemo, useRef, useState } from 'react';
import { nearestIndex, withoutOverlap } from './paths.model.ts';
import type { Frame } from './picture.port.ts';
import css from './plot.module.css';
import { useWidth } from './use-width.ts';

/** Maps values to drawing positions. */
export interface Scale {
  readonly x: (at: number) => number;
  readonly y: (value: number) => number;
}

interface PlotProps {
  readonly frame: Frame;
  /** One-sentence summary of the chart. */
  readonly summary: string;
  /** How to walk the points, for people who use the keyboard. */
  readonly hint: string;
  /** Places that can be walked, ascending on the x axis. */
  readonly stops: readonly number[];
  /** Description of a stop, one fact per line. */
  readonly describe: (index: number) => string;
  /** Contents of the chart; `walked` is the stop selected by keyboard. */
  readonly children: (scale: Scale, walked: number | undefined) => ReactNode;
}

const LETTER = 7.4;
const TOP = 16;
const BOTTOM = 28;
const RIGHT = 16;
const HEIGHT = { narrow: 280, wide: 360 } as const;

/**
 * Common frame of charts: axes, bands, targets, and moving between points by arrow keys, mouse and touch. Rendered as
 * SVG with page colours, so it prints, follows the colour mode and needs no library. Each point is described in words
 * (UX-13).
 */
export function Plot({ frame, summary, hint, stops, describe, children }: PlotProps) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const height = width < 640 ? HEIGHT.narrow : HEIGHT.wide;
  const { axis, span, formatValue } = frame;
  const { walked, setWalked, walk } = useWalk(stops, span);
  const ticks = useMemo(
    () => ticksOf(axis).map((value) => ({ value, label: formatValue(value) })),
    [axis, formatValue],
  );
  const left = 12 + Math.max(...ticks.map(({ label }) => label.length)) * LETTER;
  const scale = useMemo<Scale>(
    () => ({
      x: (at) => left + ((at - span.start) / (span.end - span.start)) * (width - left - RIGHT),
      y: (value) => height - BOTTOM - ((value - axis.min) / (axis.max - axis.min)) * (height - TOP - BOTTOM),
    }),
    [left, width, height, axis, span],
  );

  function point(event: PointerEvent) {
    const edge = box.current?.getBoundingClientRect().left ?? 0;
    const index = nearestIndex(
      stops,
      span.start + ((event.clientX - edge - left) / (width - left - RIGHT)) * (span.end - span.start),
    );
    setWalked(index === -1 ? undefined : index);
  }

  const stop = walked === undefined ? undefined : stops[walked];
  const words = walked === undefined || stop === undefined ? '' : describe(walked);
  return (
    <div>
      <div
        ref={box}
        className={css.plot}
        role="application"
        aria-label={`${summary} ${hint}`}
        tabIndex={0}
        style={{ blockSize: height }}
        onKeyDown={walk}
        onBlur={() => setWalked(undefined)}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => setWalked(undefined)}
      >
        <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true" focusable="false">
          <Surroundings
            frame={frame}
            scale={scale}
            ticks={ticks}
            left={left}
            right={width - RIGHT}
            bottom={height - BOTTOM}
          />
          {children(scale, walked)}
          {stop !== undefined && (
            <line className={css.pointer} x1={scale.x(stop)} x2={scale.x(stop)} y1={TOP} y2={height - BOTTOM} />
          )}
        </svg>
        {stop !== undefined && <Tip x={scale.x(stop)} width={width} words={words} />}
      </div>
      <p className={css.walked} role="status">
        {words.replaceAll('\n', ', ')}
      </p>
    </div>
  );
}

/** Which stop is looked at, and the walk to others by keys. */
function useWalk(stops: readonly number[], span: Frame['span']) {
  const [walked, setWalked] = useState<number>();
  // another period resets the position; later points of the same period (readings after day aggregates) do not
  const [seen, setSeen] = useState({ stops, span });
  if (seen.stops !== stops) {
    setSeen({ stops, span });
    const at =
      walked === undefined || seen.span.start !== span.start || seen.span.end !== span.end
        ? undefined
        : seen.stops[walked];
    const place = at === undefined ? -1 : nearestIndex(stops, at);
    setWalked(place === -1 ? undefined : place);
  }
  function walk(event: KeyboardEvent) {
    const last = stops.length - 1;
    const step: Readonly<Record<string, number>> = {
      ArrowRight: (walked ?? -1) + 1,
      ArrowLeft: (walked ?? stops.length) - 1,
      Home: 0,
      End: last,
    };
    if (event.key === 'Escape') setWalked(undefined);
    const wanted = step[event.key];
    if (wanted === undefined || last < 0) return;
    event.preventDefault();
    setWalked(Math.min(last, Math.max(0, wanted)));
  }
  return { walked, setWalked, walk };
}

/** Description of the current stop, beside it. */
function Tip({ x, width, words }: { readonly x: number; readonly width: number; readonly words: string }) {
  return (
    <div
      className={css.tip}
      aria-hidden="true"
      style={x < width / 2 ? { insetInlineStart: x + 12 } : { insetInlineEnd: width - x + 12 }}
    >
      {words.split('\n').map((line) => (
        <div key={line}>{line}</div>
      ))}
    </div>
  );
}

interface SurroundingsProps {
  readonly frame: Frame;
  readonly scale: Scale;
  readonly ticks: readonly { readonly value: number; readonly label: string }[];
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
}

function Surroundings({
  frame: { stripes, targets, marks, axis },
  scale: { x, y },
  ticks,
  left,
  right,
  bottom,
}: SurroundingsProps) {
  const labels = withoutOverlap(
    marks.map(({ at, label }) => ({ x: x(at), label })),
    (label) => label.length * LETTER,
  );
  return (
    <>
      {stripes.map(({ level, low, high }) => (
        <rect
          key={`${level}${low}`}
          x={left}
          width={right - left}
          y={y(high)}
          height={y(low) - y(high)}
          style={{ fill: `var(${tintOf(level)})` }}
          opacity={0.7}
        />
      ))}
      {ticks.map(({ value, label }) => (
        <g key={value}>
          <line className={css.grid} x1={left} x2={right} y1={y(value)} y2={y(value)} />
          <text className={css.label} x={left - 8} y={y(value) + 4.5} textAnchor="end">
            {label}
          </text>
        </g>
      ))}
      {marks.map(({ at }) => (
        <line key={at} className={css.grid} x1={x(at)} x2={x(at)} y1={bottom} y2={bottom + 5} />
      ))}
      {labels.map(({ x: middle, label }) => (
        <text key={middle} className={css.label} x={Math.min(middle, right)} y={bottom + 20} textAnchor="middle">
          {label}
        </text>
      ))}
      {targets
        .filter(({ at }) => at >= axis.min && at <= axis.max)
        .map(({ at, label, isOwn = false }) => (
          <g key={`${at} ${isOwn}`}>
            <line className={isOwn ? css.ownTarget : css.target} x1={left} x2={right} y1={y(at)} y2={y(at)} />
            {label !== '' && (
              <text className={isOwn ? css.ownLabel : css.targetLabel} x={left + 6} y={y(at) - 6}>
                {label}
              </text>
            )}
          </g>
        ))}
    </>
  );
}

/** the top level's tint is the background of white text: too strong for a whole band */
const TINTS: Readonly<Partial<Record<Level, Level>>> = { veryDangerous: 'dangerous' };
const tintOf = (level: Level): string => levelProperty(TINTS[level] ?? level, 'tint');

function ticksOf({ min, max, step }: Frame['axis']): readonly number[] {
  const first = Math.ceil(min / step - 1e-9);
  const last = Math.floor(max / step + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toFixed(6)));
}
