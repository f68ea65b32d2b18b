import type { Level } from '@phr/clinical/levels';

/** A place on the drawing, in pixels. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** Outlines of the levels in a box of 2 by 2 around the origin: the same shapes as the badges (UX-10). Sizes in pixels. */
const SHAPES: Readonly<
  Record<Level, { readonly size: number; readonly corners: readonly (readonly [number, number])[] | 'round' }>
> = {
  target: { size: 9, corners: 'round' },
  veryMild: {
    size: 9,
    corners: [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ],
  },
  mild: {
    size: 12,
    corners: [
      [0, -1],
      [1, 0],
      [0, 1],
      [-1, 0],
    ],
  },
  dangerous: {
    size: 12,
    corners: [
      [0, -1],
      [1, 0.9],
      [-1, 0.9],
    ],
  },
  veryDangerous: {
    size: 12,
    corners: [
      [-0.414, -1],
      [0.414, -1],
      [1, -0.414],
      [1, 0.414],
      [0.414, 1],
      [-0.414, 1],
      [-1, 0.414],
      [-1, -0.414],
    ],
  },
};

const round = (value: number): number => Math.round(value * 10) / 10;

/** The marks of many places as one path: a page draws ten paths, not a thousand elements. @param scale 1 for the usual size */
export function marksPath(places: readonly Place[], level: Level, scale = 1): string {
  const { size, corners } = SHAPES[level];
  const radius = (size / 2) * scale;
  return places
    .map(({ x, y }) =>
      corners === 'round'
        ? `M${round(x - radius)} ${round(y)}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0Z`
        : `M${corners.map(([dx, dy]) => `${round(x + dx * radius)} ${round(y + dy * radius)}`).join('L')}Z`,
    )
    .join('');
}

/** A line through the places; nothing for fewer than two. */
export function linePath(places: readonly Place[]): string {
  return places.length < 2 ? '' : `M${places.map(({ x, y }) => `${round(x)} ${round(y)}`).join('L')}`;
}

/** Upright bars, each from one height to another. */
export function barsPath(bars: readonly { readonly x: number; readonly from: number; readonly to: number }[]): string {
  return bars.map(({ x, from, to }) => `M${round(x)} ${round(from)}V${round(to)}`).join('');
}

/** The area between two lines over the same places of the x axis. */
export function areaPath(upper: readonly Place[], lower: readonly Place[]): string {
  return upper.length < 2
    ? ''
    : `${linePath(upper)}L${lower
        .toReversed()
        .map(({ x, y }) => `${round(x)} ${round(y)}`)
        .join('L')}Z`;
}

/** Index of the value nearest to another one in an ascending list; -1 for an empty list. */
export function nearestIndex(ascending: readonly number[], wanted: number): number {
  let [low, high] = [0, ascending.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  const [before, after] = [ascending[low - 1], ascending[low]];
  return before !== undefined && after !== undefined && wanted - before < after - wanted
    ? low - 1
    : ascending.length === 0
      ? -1
      : low;
}

/** The labels of an axis that do not touch each other. @param widthOf width of a label in pixels */
export function withoutOverlap<Mark extends { readonly x: number; readonly label: string }>(
  marks: readonly Mark[],
  widthOf: (label: string) => number,
  gap = 8,
): readonly Mark[] {
  const spaced: Mark[] = [];
  let end = -Infinity;
  for (const mark of marks) {
    const half = widthOf(mark.label) / 2;
    if (mark.x - half < end + gap) continue;
    spaced.push(mark);
    end = mark.x + half;
  }
  return spaced;
}
