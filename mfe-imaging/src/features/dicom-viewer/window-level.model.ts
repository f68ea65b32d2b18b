import { type DataSet, numberList, TAG } from './data-set.model.ts';

/** Values shown between black and white: `width` wide around `center`, in the picture's own unit (Hounsfield units for CT). */
export interface Window {
  readonly center: number;
  readonly width: number;
}

/** Smallest and largest value of a picture. */
export interface ValueRange {
  readonly min: number;
  readonly max: number;
}

/** The usable windows of a header, in their order: a width of zero or less or text that is no number is left out (PS3.3 C.11.2.1.2). */
export function headerWindows(dataSet: DataSet): Window[] {
  const widths = numberList(dataSet, TAG.windowWidth);
  return numberList(dataSet, TAG.windowCenter).flatMap((center, index) => {
    const width = widths[index];
    return center !== undefined && width !== undefined && width > 0 ? [{ center, width }] : [];
  });
}

/** A window over all values, for pictures whose header has none. */
export function fullWindow({ min, max }: ValueRange): Window {
  const width = max > min ? max - min : 1;
  return { center: min + width / 2, width };
}

/** The first header window that shows something of the values, else all values: a window beside the values would give a flat picture. */
export function startWindow(windows: readonly Window[], range: ValueRange): Window {
  return (
    windows.find(({ center, width }) => center + width / 2 > range.min && center - width / 2 < range.max) ??
    fullWindow(range)
  );
}

/** Moves a window by shares of the range of values: more `contrast` narrows it, more `brightness` lowers its centre. */
export function moveWindow(
  window: Window,
  change: { readonly contrast: number; readonly brightness: number },
  range: ValueRange,
): Window {
  const span = Math.max(range.max - range.min, window.width * 0.1);
  return {
    center: window.center - change.brightness * span,
    width: Math.max(window.width - change.contrast * span, span / 1000),
  };
}

/** Lowest and highest value drawn: those of a linear window. */
export const bounds = ({ center, width }: Window): { lower: number; upper: number } => ({
  lower: center - width / 2,
  upper: center + width / 2,
});
