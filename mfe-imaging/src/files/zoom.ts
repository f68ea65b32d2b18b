/** Zoom range and step. */
export interface ZoomRange {
  readonly least: number;
  readonly most: number;
  readonly step: number;
}

/** Zoom after some steps, in tenths to avoid floating-point drift. */
export function zoomed(zoom: number, steps: number, { least, most, step }: ZoomRange): number {
  const next = Math.round((zoom + steps * step) * 10) / 10;
  return Math.min(Math.max(next, least), most);
}
