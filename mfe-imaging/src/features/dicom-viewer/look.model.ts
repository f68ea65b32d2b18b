import type { Slice } from './slice.model.ts';
import { curveOf, type View, type Window } from './voi.model.ts';
import { fullWindow, startView, type ValueRange } from './window-level.model.ts';

/** One of the views of a picture's file, counted from 0, or all its values. */
export type ViewChoice = number | 'all';
/** What the viewer has chosen by itself, or found other than the header says. */
export type DrawingNote = 'allValues' | 'sign' | 'plainValues' | 'sigmoid' | 'table';

/** How a picture is drawn: by which view, and what its values are then. */
export interface Look {
  readonly view: ViewChoice;
  /** Values are the grey that a curve has made. */
  readonly isCurve: boolean;
  /** How the window is counted (PS3.3 C.11.2.1.2, C.11.2.1.3.2). */
  readonly kind: 'linear' | 'exact';
  /** Over the values: of a curve, all of its grey. */
  readonly window: Window;
  readonly range: ValueRange;
}

/** The view that is tried first; undefined for a picture without any. The one that a person chose counts where a file has as many. */
export function firstView({ views }: Pick<Slice, 'views'>, choice: ViewChoice | undefined): ViewChoice | undefined {
  if (choice === 'all' || (choice !== undefined && choice < views.length)) return choice;
  return views.length > 0 ? 0 : undefined;
}

/** The view for a picture whose values are known: the chosen one, else the first that shows something of them. */
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

/** How values of a range are drawn by a view. */
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
 * The window that is told, in the picture's own unit: that of the file to its last digit, ours in six digits. Grey of a table has none, nor has one
 * that was changed behind a curve.
 */
export function toldWindow(slice: Pick<Slice, 'views'>, look: Look, own: Window | undefined): Window | undefined {
  if (!look.isCurve) {
    const ours = own ?? (look.view === 'all' ? look.window : undefined);
    return ours ? rounded(ours) : look.window;
  }
  const view = viewOf(slice, look.view);
  return own === undefined && view?.kind === 'sigmoid' ? view.window : undefined;
}

/** What is said beside the picture. */
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
