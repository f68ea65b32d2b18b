/** Zoom range; 1 shows the whole picture. `step` is one press of a button or key. */
export const ZOOM = { least: 1, most: 7, step: 0.3 } as const;

/** Milliseconds of the gallery's movements. */
export const FADE_MS = 200;
export const REPOSITION_MS = 150;

/** CSS pixels an arrow key pans an enlarged picture. */
export const PAN_STEP = 40;

/** Side of the picture's square: the window's smaller side minus 80, in CSS pixels. */
export const squareSize = (width: number, height: number): number => Math.max(Math.min(width, height) - 80, 120);

/** Swipes this fast always turn, in CSS pixels per millisecond. */
const COMMIT_VELOCITY = 0.7;

export interface Swipe {
  /** CSS pixels, positive to the right. */
  readonly distance: number;
  /** Milliseconds. */
  readonly duration: number;
  /** Width of what is swiped. */
  readonly width: number;
}

/** Result of a swipe: next picture (1), previous (-1), or back (0). A slow swipe turns past half the width. */
export function swipeTurn({ distance, duration, width }: Swipe): -1 | 0 | 1 {
  const fast = Math.abs(distance) / Math.max(duration, 1) >= COMMIT_VELOCITY;
  if (!fast && Math.abs(distance) < width / 2) return 0;
  return distance < 0 ? 1 : distance > 0 ? -1 : 0;
}

/** Limits panning so that the picture's edge never passes the middle. */
export function within(offset: number, zoom: number, size: number): number {
  const most = (size * (zoom - 1)) / 2;
  return Math.min(Math.max(offset, -most), most);
}
