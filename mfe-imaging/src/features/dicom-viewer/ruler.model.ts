import type { PixelSize } from './pixel-size.model.ts';
import type { Point } from '../../gestures/gestures.ts';

/** A distance between two points of a picture, in pixels (column, row). */
export interface Ruler {
  readonly from: Point;
  readonly to: Point;
}

/** Length in the picture's valid unit: millimetres only if the pixel size is known. */
export function rulerLength(
  { from, to }: Ruler,
  { row, column, meaning }: PixelSize,
): { readonly value: number; readonly unit: 'mm' | 'px'; readonly meaning: PixelSize['meaning'] } {
  const [across, down] = [to[0] - from[0], to[1] - from[1]];
  if (meaning === 'pixels') return { value: Math.hypot(across, down), unit: 'px', meaning };
  return { value: Math.hypot(across * column, down * row), unit: 'mm', meaning };
}

/** Moves an end by a step, clamped to the picture. */
export function moveEnd(
  ruler: Ruler,
  end: keyof Ruler,
  [dx, dy]: Point,
  { rows, columns }: { readonly rows: number; readonly columns: number },
): Ruler {
  const [x, y] = ruler[end];
  return { ...ruler, [end]: [Math.min(Math.max(x + dx, 0), columns), Math.min(Math.max(y + dy, 0), rows)] };
}
