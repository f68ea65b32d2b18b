import type { Slice } from './slice.model.ts';
import { curveOf, type View, type Window } from './voi.model.ts';
import { fullWindow, startView, type ValueRange } from './window-level.model.ts';

/** Index of one of the file's views, or all values. */
export type ViewChoice = number | 'all';
/** Decisions of the viewer, and deviations from the header. */
export type DrawingNote = 'allValues' | 'sign' | 'plainValues' | 'sigmoid' | 'table';

/** Rendering of a picture: its view, and the meaning of its values. */
export interface Look {
  readonly view: ViewChoice;
  /** Values are grey from a curve. */
  readonly isCurve: boolean;
  /** Window function (PS3.3 C.11.2.1.2, C.11.2.1.3.2). */
  readonly kind: 'linear' | 'exact';
  /** Over the values; for a curve, all of its grey. */
  readonly window: Window;
  readonly range: ValueRange;
}

/** Initial view; undefined if the picture has none. The person's choice is kept for files with as many views. */
export function firstView({ views }: Pick<Slice, 'views'>, choice: ViewChoice | undefined): ViewChoice | undefined {
  if (choice === 'all' || (choice !== undefined && choice < views.length)) return choice;
  return views.length > 0 ? 0 : undefined;
}

/** View for known values: the chosen one, else the first that shows any of them. */
export function viewFor(
  { views }: Pick<Slice, 'views'>,
  choice: ViewChoice | undefined,
  range: ValueRange,
): ViewChoice {
  if (choice === 'all' || (choice !== undefined && choice < views.length)) return choice;
  const found = startView(views, range);
  return found === undefined ? 'all' : views.indexOf(found);
}

export const viewOf = ({ views }: Pick<Slice, 'views'>, choice: ViewChoice | undefined): View | undefined =>
  typeof choice === 'number' ? views[choice] : undefined;

/** Renders a range of values with a view. */
export function lookOf(slice: Pick<Slice, 'views'>, choice: ViewChoice, range: ValueRange): Look {
  const view = viewOf(slice, choice);
  const isCurve = curveOf(view) !== undefined;
  if (view?.kind === 'linear' || view?.kind === 'exact')
    return { view: choice, isCurve, kind: view.kind, window: view.window, range };
  return { view: choice, isCurve, kind: 'exact', window: fullWindow(range), range };
}

const inSixDigits = (value: number): number => Number(value.toPrecision(6));
const rounded = ({ center, width }: Window): Window => ({ center: inSixDigits(center), width: inSixDigits(width) });

/**
 * Displayed window in the picture's unit: exact for the file's, six digits for ours. None for grey from a table, or
 * when changed on top of a curve.
 */
export function displayedWindow(slice: Pick<Slice, 'views'>, look: Look, own: Window | undefined): Window | undefined {
  if (!look.isCurve) {
    const ours = own ?? (look.view === 'all' ? look.window : undefined);
    return ours ? rounded(ours) : look.window;
  }
  const view = viewOf(slice, look.view);
  return own === undefined && view?.kind === 'sigmoid' ? view.window : undefined;
}

/** Notes shown beside the picture. */
export function notesOf(
  slice: Pick<Slice, 'views' | 'plainValues'>,
  look: Look,
  {
    isOwn,
    isAsked,
    hasOtherSign,
  }: { readonly isOwn: boolean; readonly isAsked: boolean; readonly hasOtherSign: boolean },
): readonly DrawingNote[] {
  const kind = viewOf(slice, look.view)?.kind;
  return [
    ...(look.view === 'all' && !isOwn && !isAsked ? ['allValues' as const] : []),
    ...(kind === 'sigmoid' || kind === 'table' ? [kind] : []),
    ...(slice.plainValues ? ['plainValues' as const] : []),
    ...(hasOtherSign ? ['sign' as const] : []),
  ];
}
