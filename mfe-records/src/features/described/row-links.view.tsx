import type { ReactNode } from 'react';
import type { Described } from './described.entity.ts';
import { WithOriginal } from './with-original.view.tsx';

/** Links of a row, preceded by what its text omits and a link to the original. */
export function rowLinks(untold: Described | undefined, links: ReactNode): { readonly links?: ReactNode } {
  if (untold !== undefined) return { links: <WithOriginal described={untold} links={links} /> };
  return links === false || links === undefined ? {} : { links };
}
