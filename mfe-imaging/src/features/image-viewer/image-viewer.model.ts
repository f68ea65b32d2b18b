/** Zoom of a picture; 1 shows it whole. `step` is one press of a button or key. */
export const ZOOM = { least: 1, most: 7, step: 0.3 } as const;

/** Milliseconds of the gallery's movements. */
export const FADE_MS = 200;
export const REPOSITION_MS = 150;

/** CSS pixels that an arrow key moves an enlarged picture. */
export const PAN_STEP = 40;

/** Side of the square that holds a picture: the smaller side of the window minus 80, in CSS pixels. */
export const squareSize = (width: number, height: number): number => Math.max(Math.min(width, height) - 80, 120);

/** A swipe this fast turns the picture, in CSS pixels a millisecond. */
const COMMIT_VELOCITY = 0.7;

export interface Swipe {
  /** CSS pixels, positive to the right. */
  readonly distance: number;
  /** Milliseconds. */
  readonly duration: number;
  /** Width of what is swiped. */
  readonly width: number;
}

/** Where a swipe leads: to the next picture (1), to the one before (-1), or back (0). A slow one turns when it passes half of the width. */
export function swipeTurn({ distance, duration, width }: Swipe): -1 | 0 | 1 {
  const fast = Math.abs(distance) / Math.max(duration, 1) >= COMMIT_VELOCITY;
  if (!fast && Math.abs(distance) < width / 2) return 0;
  return distance < 0 ? 1 : distance > 0 ? -1 : 0;
}

/** Keeps an enlarged picture within reach: its edge never passes the middle of the square. */
export function within(offset: number, zoom: number, size: number): number {
  const most = (size * (zoom - 1)) / 2;
  return Math.min(Math.max(offset, -most), most);
}
