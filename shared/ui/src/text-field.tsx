import { useId, type ComponentPropsWithRef, type ReactNode } from 'react';
import { classNames } from './class-names.tsx';
import { FieldFrame, type FieldProps } from './field.tsx';
import css from './text-field.module.css';

type InputProps = ComponentPropsWithRef<'input'>;

export interface TextFieldProps
  extends FieldProps,
    Pick<
      InputProps,
      | 'name'
      | 'inputMode'
      | 'autoComplete'
      | 'maxLength'
      | 'disabled'
      | 'readOnly'
      | 'onBlur'
      | 'onPaste'
      | 'onKeyDown'
      | 'enterKeyHint'
      | 'autoCapitalize'
      | 'spellCheck'
      | 'ref'
    > {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly type?: 'text' | 'email' | 'tel' | 'password' | 'search' | 'url';
  /** Text after the control, such as a unit; part of its accessible description. */
  readonly suffix?: string | undefined;
  /** A button after the control. */
  readonly action?: ReactNode;
  readonly width?: 'short' | 'medium' | 'full';
}

/** A single-line text field. */
export function TextField({
  label,
  hint,
  error,
  optional,
  id,
  value,
  onChange,
  type = 'text',
  suffix,
  action,
  width = 'full',
  ...input
}: TextFieldProps) {
  const suffixId = useId();
  return (
    <FieldFrame
      label={label}
      hint={hint}
      error={error}
      optional={optional}
      id={id}
      describedBy={suffix === undefined ? undefined : suffixId}
    >
      {(control) => (
        <div className={css.row}>
          <input
            {...input}
            {...control}
            type={type}
            className={classNames(css.input, width !== 'full' && css[width])}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
          {suffix !== undefined && (
            <span id={suffixId} className={css.suffix}>
              {suffix}
            </span>
          )}
          {action}
        </div>
      )}
    </FieldFrame>
  );
}
