import type { ReadingApp } from './reading.api.ts';

/** Width and height that a picture needs at least for a reading (D-72). */
export const MIN_SIDE = 1_440;

/** True for a picture that is large enough on both sides. */
export const isLargeEnough = ({ rows, columns }: { readonly rows: number; readonly columns: number }): boolean =>
  rows >= MIN_SIDE && columns >= MIN_SIDE;

/** What a picture's modality says to be read: mammography the breast, anything else the chest (D-71). */
export const appOf = (modality: string | undefined): ReadingApp => (modality === 'MG' ? 'mmg' : 'cxr');

const XRAYS = new Set(['CR', 'DX', 'MG', 'RG', 'IO', 'PX']);

/** A reading is offered for X-rays, and for grey pictures that do not say what they are. */
export const isOffered = ({ modality, colour }: { readonly modality?: string; readonly colour: boolean }): boolean =>
  !colour && (modality === undefined || XRAYS.has(modality));

export const SIDES = ['L', 'R'] as const;
export const PROJECTIONS = ['CC', 'MLO'] as const;
export type Side = (typeof SIDES)[number];
export type Projection = (typeof PROJECTIONS)[number];

/** What is asked for when a picture does not name its view: left CC to begin with (D-71). */
export const DEFAULT_VIEW = { side: 'L', projection: 'CC' } as const;

/** The view that a picture itself names, 'L CC' as LCC; undefined when it names none that can be read. */
export function viewIn(view: string | undefined): string | undefined {
  const compact = view?.replaceAll(/\s/g, '').toUpperCase();
  return SIDES.flatMap((side) => PROJECTIONS.map((projection) => `${side}${projection}`)).find(
    (known) => known === compact,
  );
}
