import { bounds, type View, type Window } from './voi.model.ts';

/** Minimum and maximum value of a picture. */
export interface ValueRange {
  readonly min: number;
  readonly max: number;
}

/** A window over all values, for headers without one. */
export function fullWindow({ min, max }: ValueRange): Window {
  const width = max > min ? max - min : 1;
  return { center: min + width / 2, width };
}

/** The first header view that shows any of the values: a window outside them would give a uniform picture. */
export const startView = (views: readonly View[], range: ValueRange): View | undefined =>
  views.find(
    (view) => view.kind === 'table' || view.kind === 'sigmoid' || touches(bounds(view.kind, view.window), range),
  );

const touches = ({ lower, upper }: { readonly lower: number; readonly upper: number }, { min, max }: ValueRange) =>
  upper > min && lower < max;

/** Adjusts a window by shares of the value range: `contrast` narrows it, `brightness` lowers its centre. */
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
