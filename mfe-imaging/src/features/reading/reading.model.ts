import type { ReadingApp } from './reading.api.ts';

/** Minimum width and height for a reading (D-72). */
export const MIN_SIDE = 1_440;

/** True if both sides are large enough. */
export const isLargeEnough = ({ rows, columns }: { readonly rows: number; readonly columns: number }): boolean =>
  rows >= MIN_SIDE && columns >= MIN_SIDE;

/** Reading by modality: mammography means breast, anything else chest (D-71). */
export const appOf = (modality: string | undefined): ReadingApp => (modality === 'MG' ? 'mmg' : 'cxr');

const XRAYS = new Set(['CR', 'DX', 'MG', 'RG', 'IO', 'PX']);

/** Readings are offered for X-rays, and for grey images of unknown modality. */
export const isOffered = ({ modality, colour }: { readonly modality?: string; readonly colour: boolean }): boolean =>
  !colour && (modality === undefined || XRAYS.has(modality));

export const SIDES = ['L', 'R'] as const;
export const PROJECTIONS = ['CC', 'MLO'] as const;
export type Side = (typeof SIDES)[number];
export type Projection = (typeof PROJECTIONS)[number];

/** Default view if the image names none: left CC (D-71). */
export const DEFAULT_VIEW = { side: 'L', projection: 'CC' } as const;

/** The view named by the image, 'L CC' as LCC; undefined if missing or unreadable. */
export function viewIn(view: string | undefined): string | undefined {
  const compact = view?.replaceAll(/\s/g, '').toUpperCase();
  return SIDES.flatMap((side) => PROJECTIONS.map((projection) => `${side}${projection}`)).find(
    (known) => known === compact,
  );
}
