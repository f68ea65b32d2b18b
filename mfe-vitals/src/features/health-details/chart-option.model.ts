import type { Level } from '@phr/clinical/levels';
import type { PartKey } from '../readings/reading.model.ts';
import type { Point } from './series.model.ts';

/** The colours of the current mode, read from the design tokens. */
export interface ChartColors {
  readonly text: string;
  readonly muted: string;
  readonly grid: string;
  readonly surface: string;
  readonly series: Readonly<Record<PartKey, string>>;
  readonly marks: Readonly<Record<Level, string>>;
  readonly tints: Readonly<Record<Level, string>>;
}

/** A pale stripe behind the lines. */
export interface BandStripe {
  readonly level: Level;
  readonly low: number;
  readonly high: number;
}

/** The border of the target, with its range in words. */
export interface TargetLine {
  readonly at: number;
  readonly label: string;
}

/** Everything that is drawn, in numbers and finished words: the chart itself decides nothing. */
export interface ChartPicture {
  readonly points: readonly Point[];
  readonly parts: readonly { readonly key: PartKey; readonly name: string }[];
  readonly stripes: readonly BandStripe[];
  readonly targets: readonly TargetLine[];
  readonly axis: { readonly min: number; readonly max: number; readonly step: number };
  readonly span: { readonly start: number; readonly end: number };
  readonly marks: readonly { readonly at: number; readonly label: string }[];
  readonly formatValue: (value: number) => string;
  /** Lines of the tooltip of a point. */
  readonly describe: (point: Point) => string;
}

/** Marks of the levels as outlines in a box of 2 by 2 around the origin: the same shapes as the badges (UX-10). */
const OCTAGON = 'path://M-0.414,-1L0.414,-1L1,-0.414L1,0.414L0.414,1L-0.414,1L-1,0.414L-1,-0.414Z';
const SHAPES: Readonly<Record<Level, { readonly symbol: string; readonly size: number }>> = {
  target: { symbol: 'circle', size: 9 },
  veryMild: { symbol: 'roundRect', size: 9 },
  mild: { symbol: 'diamond', size: 12 },
  dangerous: { symbol: 'triangle', size: 12 },
  veryDangerous: { symbol: OCTAGON, size: 12 },
};

const FONT = "'Noto Sans Variable', system-ui, sans-serif";
const FONT_SIZE = 13;

/** The options of the chart library for a picture. Pure, so that what is drawn can be tested without a browser. */
export function chartOption(picture: ChartPicture, colors: ChartColors, animated: boolean) {
  const { points, parts, axis, span, marks } = picture;
  return {
    animation: animated,
    animationDuration: 200,
    textStyle: { fontFamily: FONT },
    grid: { left: 8, right: 16, top: 16, bottom: 8, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    tooltip: {
      trigger: 'axis',
      renderMode: 'richText',
      confine: true,
      backgroundColor: colors.surface,
      borderColor: colors.grid,
      textStyle: { color: colors.text, fontFamily: FONT, fontSize: FONT_SIZE + 1 },
      axisPointer: { type: 'line', snap: true, lineStyle: { color: colors.muted, type: 'dashed' } },
      formatter: (hovered: readonly { readonly dataIndex: number }[]) => {
        const point = points[hovered[0]?.dataIndex ?? -1];
        return point === undefined ? '' : picture.describe(point);
      },
    },
    xAxis: {
      type: 'value', min: span.start, max: span.end,
      axisLine: { lineStyle: { color: colors.grid } },
      axisTick: { customValues: marks.map(({ at }) => at), lineStyle: { color: colors.grid } },
      axisLabel: {
        customValues: marks.map(({ at }) => at), color: colors.muted, fontSize: FONT_SIZE, hideOverlap: true,
        formatter: (at: number) => marks.find((mark) => mark.at === at)?.label ?? '',
      },
      splitLine: { show: false },
    },
    yAxis: {
      type: 'value', min: axis.min, max: axis.max, interval: axis.step,
      axisLabel: { color: colors.muted, fontSize: FONT_SIZE, formatter: picture.formatValue },
      splitLine: { lineStyle: { color: colors.grid, opacity: 0.6 } },
    },
    series: [...barSeries(picture, colors), ...parts.map(({ key, name }, index) => lineSeries(picture, colors, key, name, index))],
  };
}

function lineSeries({ points, stripes, targets }: ChartPicture, colors: ChartColors, key: PartKey, name: string, index: number) {
  return {
    type: 'line', name, z: 3,
    data: points.map((point) => {
      const value = point.values.find((one) => one.key === key);
      const shape = value?.level === undefined ? { symbol: index === 0 ? 'circle' : 'rect', size: 7 } : SHAPES[value.level];
      return {
        value: [point.at, value?.value ?? null],
        symbol: shape.symbol, symbolSize: points.length > 120 ? shape.size * 0.7 : shape.size,
        itemStyle: { color: value?.level === undefined ? colors.series[key] : colors.marks[value.level], borderColor: colors.surface, borderWidth: 1 },
      };
    }),
    showAllSymbol: true,
    lineStyle: { color: colors.series[key], width: 2, type: index === 0 ? 'solid' : 'dashed' },
    emphasis: { scale: 1.5, lineStyle: { width: 2 } },
    // Stripes and target lines belong to the picture, so one line carries them.
    ...(index > 0 ? {} : {
      markArea: {
        silent: true, animation: false,
        data: stripes.map(({ level, low, high }) => [{ yAxis: low, itemStyle: { color: colors.tints[level], opacity: 0.7 } }, { yAxis: high }]),
      },
      markLine: {
        silent: true, animation: false, symbol: 'none',
        lineStyle: { color: colors.marks.target, type: 'dashed', width: 1.5 },
        label: { position: 'insideStartTop', color: colors.marks.target, fontSize: FONT_SIZE, fontWeight: 600, formatter: '{b}', textBorderColor: colors.surface, textBorderWidth: 3 },
        data: targets.map(({ at, label }) => ({ yAxis: at, name: label })),
      },
    }),
  };
}

interface RenderApi {
  value(dimension: number): number;
  coord(data: readonly [number, number]): readonly [number, number];
}

/** A bar from the diastolic to the systolic value of each reading: its length is the pulse pressure. */
function barSeries({ points, parts }: ChartPicture, colors: ChartColors) {
  if (parts.length < 2) return [];
  return [{
    type: 'custom', z: 2, silent: true, tooltip: { show: false },
    data: points.map(({ at, values }) => [at, values[0]?.value ?? null, values[1]?.value ?? null]),
    renderItem: (_params: unknown, api: RenderApi) => {
      const [x, top] = api.coord([api.value(0), api.value(1)]);
      const [, bottom] = api.coord([api.value(0), api.value(2)]);
      return {
        type: 'line', silent: true,
        shape: { x1: x, y1: top, x2: x, y2: bottom },
        style: { stroke: colors.series.systolic, lineWidth: points.length > 60 ? 2 : 4, opacity: 0.35, lineCap: 'round' },
      };
    },
  }];
}
