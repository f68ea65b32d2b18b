import type { Locale } from '@phr/contract/host-api';
import { dateOrder } from '@phr/fhir/dates';
import { comparable, inUnit, type Compared, type Factor } from '../reports/previous.model.ts';
import type { Result } from '../reports/result.entity.ts';

/** One value of a test through time. */
export interface TrendPoint extends Compared {
  readonly result: Result;
}

/** Values in one unit, the oldest first. */
export interface Series {
  readonly unit: string;
  readonly unitWords: string;
  readonly points: readonly TrendPoint[];
}

/** Values of a test by unit: those convertible to the newest one's unit form one series, every other unit its own. */
export function seriesOf(results: readonly Result[], factor: Factor, locale: Locale): readonly Series[] {
  const valid = results
    .filter((result) => comparable(result) !== undefined)
    .toSorted((a, b) => dateOrder(b.details?.at) - dateOrder(a.details?.at));
  const found: Series[] = [];
  for (let rest = valid; rest.length > 0; ) {
    const number = rest[0]?.details?.number;
    const unit = number?.unit ?? '';
    const points = rest.flatMap((result) => {
      const compared = inUnit(result, unit, factor, locale);
      return compared === undefined ? [] : [{ ...compared, result }];
    });
    found.push({ unit, unitWords: number?.unitWords ?? '', points: points.toReversed() });
    const taken = new Set(points.map(({ result }) => result));
    rest = rest.filter((result) => !taken.has(result));
  }
  return found;
}

/** A chart point, in percent from the left and top. */
export interface ChartPoint {
  readonly x: number;
  readonly y: number;
  /** The value may be further up or down: it has a comparator. */
  readonly isOpen: boolean;
}

export interface TrendChart {
  readonly points: readonly ChartPoint[];
  readonly least: number;
  readonly most: number;
  /** The newest result's range, if all its limits are in this unit. */
  readonly band?: { readonly top: number; readonly bottom: number };
}

/** Point positions of a series; undefined below two times. */
export function chartOf({ unit, points }: Series): TrendChart | undefined {
  const times = points.map(({ at }) => dateOrder(at));
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  if (points.length < 2 || first === last) return undefined;
  const newest = points.at(-1)?.result.details;
  const range = newest?.number?.unit === unit ? newest.range : undefined;
  const edges = [range?.low, range?.high].filter((edge) => edge !== undefined);
  const all = [...points.map(({ value }) => value), ...edges];
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const span = most - least || 1;
  const top = (value: number) => 100 - ((value - least) / span) * 100;
  return {
    least,
    most,
    points: points.map(({ value, result }, index) => ({
      x: (((times[index] ?? first) - first) / (last - first)) * 100,
      y: top(value),
      isOpen: result.details?.number?.comparator !== undefined,
    })),
    ...(edges.length === 0
      ? {}
      : {
          band: {
            top: range?.high === undefined ? 0 : top(range.high),
            bottom: range?.low === undefined ? 100 : top(range.low),
          },
        }),
  };
}
