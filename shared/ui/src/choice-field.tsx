import { lazy, Suspense } from 'react';
import type { ComboboxProps } from './combobox.tsx';
import { SelectField } from './select-field.tsx';
import { Skeleton } from './skeleton.tsx';

/** More choices than these are searched (UI-07). */
const SEARCHED_ABOVE = 20;

const Combobox = lazy(async () => ({ default: (await import(/* webpackChunkName: "ui-combobox" */ '@phr/ui/combobox')).Combobox }));

export interface ChoiceFieldProps extends ComboboxProps {
  /** Searched however few choices there are: their number is not known yet, or they come from a server. */
  readonly search?: boolean;
}

/** One of any number of choices: a short list as the device shows lists, a long one with a search box. The search is fetched when it is first shown. */
export function ChoiceField({ search = false, onSearch, onTyped, ...field }: ChoiceFieldProps) {
  if (!search && field.options.length <= SEARCHED_ABOVE) return <SelectField {...field} />;
  return <Suspense fallback={<Skeleton height={80} />}><Combobox {...field} onSearch={onSearch} onTyped={onTyped} /></Suspense>;
}
