import type { ComboboxProps } from '@phr/ui/combobox';
import { Skeleton } from '@phr/ui/skeleton';
import { lazy, Suspense } from 'react';

const Combobox = lazy(async () => ({ default: (await import(/* webpackChunkName: "combobox" */ '@phr/ui/combobox')).Combobox }));

/** The combobox with its kit fetched when it is first shown; its place is kept meanwhile. */
export function LazyCombobox(props: ComboboxProps) {
  return <Suspense fallback={<Skeleton height={80} />}><Combobox {...props} /></Suspense>;
}
