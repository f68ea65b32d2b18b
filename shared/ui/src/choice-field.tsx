import type { ComboboxProps } from './combobox.tsx';
import { lazyCode, useLazyCode } from './lazy-code.tsx';
import { SelectField } from './select-field.tsx';
import { Skeleton } from './skeleton.tsx';
import { TextField } from './text-field.tsx';

/** More choices than these are searched (UI-07). */
const SEARCHED_ABOVE = 20;

const combobox = lazyCode(
  async () => (await import(/* webpackChunkName: "ui-combobox" */ '@phr/ui/combobox')).Combobox,
);

export interface ChoiceFieldProps extends ComboboxProps {
  /** Searched however few choices there are: their number is not known yet, or they come from a server. */
  readonly search?: boolean;
}

/** One of any number of choices: a short list as the device shows lists, a long one with a search box. The search is fetched when it is first shown. */
export function ChoiceField({ search = false, onSearch, onTyped, ...field }: ChoiceFieldProps) {
  if (!search && field.options.length <= SEARCHED_ABOVE) return <SelectField {...field} />;
  return <SearchedField {...field} onSearch={onSearch} onTyped={onTyped} />;
}

function SearchedField({ onSearch, onTyped, ...field }: ComboboxProps) {
  const { code: Combobox, failures } = useLazyCode(combobox);
  // Without the search there is still the list, and what may be typed freely can be typed.
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
