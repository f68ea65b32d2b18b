import type { Curve, Lut } from '../../pixels/picture.ts';
import { type DataSet, itemsOf, numberList, TAG } from './data-set.model.ts';
import { textOf } from './file-text.model.ts';
import { mayBeNegative } from './frame-job.model.ts';
import { scopeOf } from './functional-groups.model.ts';
import { sequenceLut } from './lut.model.ts';
import { pixelFormat } from './pixel-format.model.ts';

/** Values shown between black and white: `width` wide around `center`, in the picture's own unit (Hounsfield units for CT). */
export interface Window {
  readonly center: number;
  readonly width: number;
}

/** A way to look at the values of a picture, with the name that its file gives it (PS3.3 C.11.2). */
export type View =
  | { readonly kind: 'linear' | 'exact' | 'sigmoid'; readonly window: Window; readonly name?: string }
  | { readonly kind: 'table'; readonly lut: Lut; readonly name?: string };

/** The views of one frame, in the order of its file: windows, then tables. */
export function headerViews(dataSet: DataSet, frame: number): readonly View[] {
  const group = scopeOf(dataSet, frame, TAG.frameVoiLutSequence);
  for (const scope of [group, dataSet]) {
    const views = [...windowsIn(scope, dataSet), ...tablesIn(scope, dataSet, frame)];
    if (views.length > 0) return views;
  }
  return [];
}

/**
 * The usable windows: a width of zero or less or text that is no number is left out (PS3.3 C.11.2.1.2). LINEAR counts whole values and is defined from
 * a width of 1 on: a narrower window, and one over floats, is drawn from edge to edge.
 */
function windowsIn(scope: DataSet, file: DataSet): View[] {
  const widths = numberList(scope, TAG.windowWidth);
  const names = namesIn(scope, file, TAG.windowExplanation);
  const said = scope.string(TAG.voiLutFunction);
  const { isFloat } = pixelFormat(file);
  return numberList(scope, TAG.windowCenter).flatMap((center, index) => {
    const width = widths[index];
    if (center === undefined || width === undefined || width <= 0) return [];
    const kind = said === 'SIGMOID' ? 'sigmoid' : said === 'LINEAR_EXACT' || width < 1 || isFloat ? 'exact' : 'linear';
    return [{ kind, window: { center, width }, ...named(names[index]) }];
  });
}

function tablesIn(scope: DataSet, file: DataSet, frame: number): View[] {
  return itemsOf(scope, TAG.voiLutSequence).flatMap((item) => {
    const lut = sequenceLut(item, file, mayBeNegative(file, frame));
    return lut ? [{ kind: 'table' as const, lut, ...named(namesIn(item, file, TAG.lutExplanation)[0]) }] : [];
  });
}

const namesIn = (scope: DataSet, file: DataSet, tag: string): readonly string[] =>
  textOf(scope, tag, file)
    ?.split('\\')
    .map((name) => name.trim()) ?? [];
const named = (name: string | undefined): { readonly name?: string } => (name ? { name } : {});

/** What the decoder makes of a view: grey along a curve, or values for a straight line. */
export function curveOf(view: View | undefined): Curve | undefined {
  if (view?.kind === 'table') return { kind: 'table', lut: view.lut };
  return view?.kind === 'sigmoid' ? { kind: 'sigmoid', ...view.window } : undefined;
}

/** Narrower than any step between values: all below the edge is black, all above it white. */
const EDGE = 1e-3;

/**
 * The values that are drawn black and white, with a straight line between them (PS3.3 C.11.2.1.2.1, C.11.2.1.3.2): LINEAR counts from the middle of
 * the lowest value to the middle of the highest one, LINEAR_EXACT from edge to edge.
 */
export function bounds(kind: 'linear' | 'exact', { center, width }: Window): { lower: number; upper: number } {
  const [middle, span] = kind === 'linear' ? [center - 0.5, width - 1] : [center, width];
  const lower = middle - span / 2;
  return { lower, upper: lower + Math.max(span, Math.min(EDGE, width / 2)) };
}
