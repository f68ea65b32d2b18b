/** How far something may be enlarged, and one press of a button or key. */
export interface ZoomRange {
  readonly least: number;
  readonly most: number;
  readonly step: number;
}

/** The zoom after some steps, in tenths, so that no crumbs of binary fractions gather. */
export function zoomed(zoom: number, steps: number, { least, most, step }: ZoomRange): number {
  const next = Math.round((zoom + steps * step) * 10) / 10;
  return Math.min(Math.max(next, least), most);
}
