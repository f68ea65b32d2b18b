import type { ReactNode } from 'react';
import type { Described } from './described.entity.ts';
import { WithOriginal } from './with-original.view.tsx';

/** The links of a row that has words of its own; before them, where those leave something out, what that is and the way to what was sent. */
export function rowLinks(untold: Described | undefined, links: ReactNode): { readonly links?: ReactNode } {
  if (untold !== undefined) return { links: <WithOriginal described={untold} links={links} /> };
  return links === false || links === undefined ? {} : { links };
}
