/** CSS pixels per millimetre: 96 per inch, in print and by definition on screens. */
export const PX_PER_MM = 96 / 25.4;

/** Paper speeds in mm/s and gains in mm/mV; clinical standard first. */
export const SPEEDS = [25, 12.5, 50] as const;
export const GAINS = [10, 5, 20] as const;

export interface Scale {
  readonly speed: (typeof SPEEDS)[number];
  readonly gain: (typeof GAINS)[number];
  /** 1 is 100 %: a paper millimetre is a screen millimetre. */
  readonly zoom: number;
}

export const CLINIC: Scale = { speed: 25, gain: 10, zoom: 1 };
export const ZOOM = { least: 0.5, most: 4, step: 0.25 } as const;

export const pxPerSecond = ({ speed, zoom }: Scale): number => speed * PX_PER_MM * zoom;
export const pxPerMillivolt = ({ gain, zoom }: Scale): number => gain * PX_PER_MM * zoom;

/** The zoom after some steps. */
export function zoomed(zoom: number, steps: number): number {
  const next = Math.round((zoom + steps * ZOOM.step) * 100) / 100;
  return Math.min(Math.max(next, ZOOM.least), ZOOM.most);
}

/** Left edge in seconds, clamped to the recording. */
export function within(from: number, seen: number, duration: number): number {
  return Math.min(Math.max(0, from), Math.max(0, duration - seen));
}

const LEAST_MM = 25;
const MOST_MM = 80;
const MARGIN_MM = 5;

/** Height and 0 mV offset of a lead's row, in CSS pixels; whole millimetres, to align with the grid. */
export function rowOf(signal: Float32Array, scale: Scale): { readonly height: number; readonly zero: number } {
  let low = 0;
  let high = 0;
  for (const value of signal) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  // Samples have 24 bits: 12.0000002 mm are 12.
  const above = Math.min(Math.ceil(high * scale.gain - 1e-4) + MARGIN_MM, MOST_MM / 2);
  const below = Math.min(Math.ceil(-low * scale.gain - 1e-4) + MARGIN_MM, MOST_MM / 2);
  const spare = Math.max(0, LEAST_MM - above - below);
  const mm = (count: number) => count * PX_PER_MM * scale.zoom;
  return { height: mm(above + below + spare), zero: mm(above + Math.ceil(spare / 2)) };
}
