import type { ComboboxProps } from './combobox.tsx';
import { lazyCode, useLazyCode } from './lazy-code.tsx';
import { SelectField } from './select-field.tsx';
import { Skeleton } from './skeleton.tsx';
import { TextField } from './text-field.tsx';

/** More options than this get a search box (UI-07). */
const SEARCHED_ABOVE = 20;

const combobox = lazyCode(
  async () => (await import(/* webpackChunkName: "ui-combobox" */ '@phr/ui/combobox')).Combobox,
);

export interface ChoiceFieldProps extends ComboboxProps {
  /** Always searchable: the number of options is unknown yet, or they come from a server. */
  readonly search?: boolean;
}

/** One of any number of options: a native select for few, a search box for many. The search is loaded on first use. */
export function ChoiceField({ search = false, onSearch, onTyped, ...field }: ChoiceFieldProps) {
  if (!search && field.options.length <= SEARCHED_ABOVE) return <SelectField {...field} />;
  return <SearchedField {...field} onSearch={onSearch} onTyped={onTyped} />;
}

function SearchedField({ onSearch, onTyped, ...field }: ComboboxProps) {
  const { code: Combobox, failures } = useLazyCode(combobox);
  // if the search fails to load, fall back to the list, or to free text where allowed
  if (failures > 0) {
    const { value, onChange: _choose, options, disabled: _disabled, ...rest } = field;
    return onTyped === undefined ? (
      <SelectField {...field} />
    ) : (
      <TextField {...rest} value={options.find((option) => option.value === value)?.label ?? ''} onChange={onTyped} />
    );
  }
  return Combobox === undefined ? (
    <Skeleton height={80} />
  ) : (
    <Combobox {...field} onSearch={onSearch} onTyped={onTyped} />
  );
}
