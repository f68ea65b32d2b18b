/** A square grey image for simple shapes. Shapes touch only nearby pixels. */
export interface GreyCanvas {
  readonly size: number;
  readonly values: Float32Array;
}

export interface Ellipse {
  readonly x: number;
  readonly y: number;
  readonly rx: number;
  readonly ry: number;
  /** Radians, clockwise on screen. */
  readonly turn?: number;
}

export function greyCanvas(size: number, value: number): GreyCanvas {
  return { size, values: new Float32Array(size * size).fill(value) };
}

/** Calls `paint` for each pixel in a box with its index and position. */
function eachPixel(
  { size }: GreyCanvas,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  paint: (index: number, x: number, y: number) => void,
): void {
  const [left, top] = [Math.max(0, Math.floor(x0)), Math.max(0, Math.floor(y0))];
  const [right, bottom] = [Math.min(size - 1, Math.ceil(x1)), Math.min(size - 1, Math.ceil(y1))];
  for (let y = top; y <= bottom; y += 1) for (let x = left; x <= right; x += 1) paint(y * size + x, x, y);
}

/** Coverage: 1 inside, 0 outside, with a soft edge of `edge` pixels. */
const cover = (distance: number, edge: number): number => Math.min(1, Math.max(0, 0.5 - distance / edge));

/** Draws an ellipse: `mix` combines a pixel's old value with its coverage. */
export function paintEllipse(
  canvas: GreyCanvas,
  shape: Ellipse,
  edge: number,
  mix: (old: number, share: number) => number,
): void {
  const { x: cx, y: cy, rx, ry, turn = 0 } = shape;
  const [cosine, sine] = [Math.cos(turn), Math.sin(turn)];
  const [smaller, reach] = [Math.min(rx, ry), Math.max(rx, ry) + edge];
  eachPixel(canvas, cx - reach, cy - reach, cx + reach, cy + reach, (index, x, y) => {
    const u = ((x - cx) * cosine + (y - cy) * sine) / rx;
    const v = ((y - cy) * cosine - (x - cx) * sine) / ry;
    const share = cover((Math.sqrt(u * u + v * v) - 1) * smaller, edge);
    if (share > 0) canvas.values[index] = mix(canvas.values[index] ?? 0, share);
  });
}

/** Draws a line of discs; overlaps count once. `radius` may vary along the line. */
export function paintStroke(
  canvas: GreyCanvas,
  points: readonly (readonly [x: number, y: number])[],
  radius: (along: number) => number,
  edge: number,
  mix: (old: number, share: number) => number,
): void {
  const widest =
    points.reduce((most, _, step) => Math.max(most, radius(step / Math.max(1, points.length - 1))), 0) + edge + 1;
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [left, top] = [
    Math.max(0, Math.floor(Math.min(...xs) - widest)),
    Math.max(0, Math.floor(Math.min(...ys) - widest)),
  ];
  const [width, height] = [
    Math.max(0, Math.min(canvas.size - 1, Math.ceil(Math.max(...xs) + widest)) - left + 1),
    Math.max(0, Math.min(canvas.size - 1, Math.ceil(Math.max(...ys) + widest)) - top + 1),
  ];
  const shares = new Float32Array(width * height);
  points.forEach(([cx, cy], step) => {
    const size = radius(step / Math.max(1, points.length - 1));
    const reach = size + edge;
    eachPixel(canvas, cx - reach, cy - reach, cx + reach, cy + reach, (_, x, y) => {
      const at = (y - top) * width + x - left;
      const share = cover(Math.sqrt((x - cx) ** 2 + (y - cy) ** 2) - size, edge);
      if (share > (shares[at] ?? 0)) shares[at] = share;
    });
  });
  shares.forEach((share, at) => {
    if (share === 0) return;
    const index = (top + Math.floor(at / width)) * canvas.size + left + (at % width);
    canvas.values[index] = mix(canvas.values[index] ?? 0, share);
  });
}

/** Blends towards a value by coverage. */
export const towards =
  (value: number, strength = 1) =>
  (old: number, share: number): number =>
    old + (value - old) * share * strength;
/** Adds to the existing value, as overlapping tissue does in an X-ray. */
export const plus =
  (value: number) =>
  (old: number, share: number): number =>
    old + value * share;
/** Brightens only. */
export const atLeast =
  (value: number) =>
  (old: number, share: number): number =>
    Math.max(old, old + (value - old) * share);

/** The image as 12-bit stored values with slight noise. */
export function toPixels(canvas: GreyCanvas, offset: number, noise: () => number): Uint16Array {
  return Uint16Array.from(canvas.values, (value) => Math.min(4095, Math.max(0, Math.round(value + offset + noise()))));
}
