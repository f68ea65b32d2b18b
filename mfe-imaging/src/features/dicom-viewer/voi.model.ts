import type { Curve, Lut } from '../../pixels/picture.ts';
import { type DataSet, itemsOf, numberList, TAG } from './data-set.model.ts';
import { textOf } from './file-text.model.ts';
import { mayBeNegative } from './frame-job.model.ts';
import { scopeOf } from './functional-groups.model.ts';
import { sequenceLut } from './lut.model.ts';
import { pixelFormat } from './pixel-format.model.ts';

/** Window: values between black and white, `width` around `center`, in the picture's unit (Hounsfield units for CT). */
export interface Window {
  readonly center: number;
  readonly width: number;
}

/** A view of a picture's values, named by its file (PS3.3 C.11.2). */
export type View =
  | { readonly kind: 'linear' | 'exact' | 'sigmoid'; readonly window: Window; readonly name?: string }
  | { readonly kind: 'table'; readonly lut: Lut; readonly name?: string };

/** Views of one frame in file order: windows, then LUTs. */
export function headerViews(dataSet: DataSet, frame: number): readonly View[] {
  const group = scopeOf(dataSet, frame, TAG.frameVoiLutSequence);
  for (const scope of [group, dataSet]) {
    const views = [...windowsIn(scope, dataSet), ...tablesIn(scope, dataSet, frame)];
    if (views.length > 0) return views;
  }
  return [];
}

/**
 * Usable windows; those with a width of zero or less or invalid numbers are dropped (PS3.3 C.11.2.1.2). LINEAR assumes
 * integers and a width of at least 1: narrower windows, and windows over floats, are drawn edge to edge.
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

/** Decoder part of a view: a curve, or none for a linear window. */
export function curveOf(view: View | undefined): Curve | undefined {
  if (view?.kind === 'table') return { kind: 'table', lut: view.lut };
  return view?.kind === 'sigmoid' ? { kind: 'sigmoid', ...view.window } : undefined;
}

/** Narrower than any value step: a hard threshold. */
const EDGE = 1e-3;

/**
 * Values drawn black and white, linear in between (PS3.3 C.11.2.1.2.1, C.11.2.1.3.2): LINEAR counts between value
 * centres, LINEAR_EXACT between edges.
 */
export function bounds(kind: 'linear' | 'exact', { center, width }: Window): { lower: number; upper: number } {
  const [middle, span] = kind === 'linear' ? [center - 0.5, width - 1] : [center, width];
  const lower = middle - span / 2;
  return { lower, upper: lower + Math.max(span, Math.min(EDGE, width / 2)) };
}
