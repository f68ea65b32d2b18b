import type { ReactNode } from 'react';
import type { Described } from './described.entity.ts';
import { WithOriginal } from './with-original.view.tsx';

/** Links of a row, preceded by what its text omits and a link to the original. */
export function rowLinks(incomplete: Described | undefined, links: ReactNode): { readonly links?: ReactNode } {
  if (incomplete !== undefined) return { links: <WithOriginal described={incomplete} links={links} /> };
  return links === false || links === undefined ? {} : { links };
}
