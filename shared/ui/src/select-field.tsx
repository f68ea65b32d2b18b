import type { ComponentPropsWithRef } from 'react';
import { useUiText } from '@phr/ui/ui-text';
import { FieldFrame, type FieldProps } from './field.tsx';
import { Icon } from './icon.tsx';
import { IconExpand } from './icons.tsx';
import css from './text-field.module.css';

/** An option: stored value and label. */
export interface Option {
  readonly value: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly disabled?: boolean | undefined;
}

export interface SelectFieldProps
  extends FieldProps,
    Pick<ComponentPropsWithRef<'select'>, 'name' | 'autoComplete' | 'disabled' | 'onBlur' | 'ref'> {
  /** No way back to nothing; an empty option stands there until something is chosen, so that no option looks chosen. */
  readonly required?: boolean;
  /** '' while nothing is chosen. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly options: readonly Option[];
  /** Text of the empty option; defaults to "Chọn". */
  readonly empty?: string;
}

/** A native select. For potentially long lists see choice-field.tsx. */
export function SelectField({
  label,
  hint,
  error,
  optional,
  id,
  value,
  onChange,
  options,
  empty,
  required = false,
  ...select
}: SelectFieldProps) {
  const text = useUiText();
  return (
    <FieldFrame label={label} hint={hint} error={error} optional={optional} id={id}>
      {(control) => (
        <div className={css.select}>
          <select
            {...select}
            {...control}
            className={css.input}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
          >
            {(!required || value === '') && <option value="">{empty ?? text('common.choose')}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon of={IconExpand} size={20} />
        </div>
      )}
    </FieldFrame>
  );
}
