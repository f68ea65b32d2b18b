import { useId, type ComponentPropsWithRef, type ReactNode } from 'react';
import css from './choice.module.css';
import fieldCss from './field.module.css';
import { Icon } from './icon.tsx';
import { IconError } from './icons.tsx';

export interface CheckboxProps extends Pick<ComponentPropsWithRef<'input'>, 'name' | 'disabled' | 'ref'> {
  readonly label: ReactNode;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly id?: string | undefined;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** A yes/no choice. The label is part of the target. */
export function Checkbox({ label, hint, error, id, checked, onChange, ...input }: CheckboxProps) {
  const made = useId();
  const controlId = id ?? made;
  return (
    <div className={fieldCss.field}>
      {error !== undefined && (
        <p id={`${controlId}-error`} className={fieldCss.error}>
          <Icon of={IconError} size={20} />
          <span>{error}</span>
        </p>
      )}
      <label className={css.choice}>
        <input
          {...input}
          id={controlId}
          type="checkbox"
          className={css.control}
          checked={checked}
          aria-describedby={error === undefined ? undefined : `${controlId}-error`}
          aria-invalid={error !== undefined || undefined}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <span>
          {label}
          {hint !== undefined && <span className={css.hint}>{hint}</span>}
        </span>
      </label>
    </div>
  );
}
