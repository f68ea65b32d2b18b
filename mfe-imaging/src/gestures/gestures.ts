/** A point in CSS pixels of an element, or in image pixels (column, row). */
export type Point = readonly [x: number, y: number];

/** A recognized gesture. `start` is where the drag began. */
export type Gesture =
  | { readonly kind: 'drag'; readonly start: Point; readonly at: Point; readonly delta: Point }
  | { readonly kind: 'pinch'; readonly at: Point; readonly factor: number; readonly delta: Point }
  | { readonly kind: 'end' }
  /** A second finger touched: discard the first one's gesture. */
  | { readonly kind: 'cancel' };

export interface Gestures {
  down(id: number, at: Point): Gesture | undefined;
  move(id: number, at: Point): Gesture | undefined;
  up(id: number): Gesture | undefined;
}

const between = ([ax, ay]: Point, [bx, by]: Point): number => Math.hypot(bx - ax, by - ay);
const middle = ([ax, ay]: Point, [bx, by]: Point): Point => [(ax + bx) / 2, (ay + by) / 2];
const minus = ([ax, ay]: Point, [bx, by]: Point): Point => [ax - bx, ay - by];

/** One finger uses the tool; two always zoom and pan. A finger remaining from two does nothing. */
export function createGestures(): Gestures {
  const fingers = new Map<number, Point>();
  let start: Point | undefined;
  const pair = (): readonly [Point, Point] | undefined => {
    const [a, b] = [...fingers.values()];
    return a && b ? [a, b] : undefined;
  };
  return {
    down(id, at) {
      fingers.set(id, at);
      const dragging = start !== undefined;
      start = fingers.size === 1 ? at : undefined;
      return dragging && fingers.size === 2 ? { kind: 'cancel' } : undefined;
    },
    move(id, at) {
      const before = fingers.get(id);
      if (!before) return undefined;
      const old = pair();
      fingers.set(id, at);
      if (start) return { kind: 'drag', start, at, delta: minus(at, before) };
      const now = pair();
      if (fingers.size !== 2 || !old || !now) return undefined;
      const centre = middle(...now);
      return {
        kind: 'pinch',
        at: centre,
        factor: between(...now) / Math.max(between(...old), 1),
        delta: minus(centre, middle(...old)),
      };
    },
    up(id) {
      if (!fingers.delete(id)) return undefined;
      const dragging = start !== undefined;
      start = undefined;
      return dragging ? { kind: 'end' } : undefined;
    },
  };
}
