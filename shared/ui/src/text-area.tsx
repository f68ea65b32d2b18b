import type { ComponentPropsWithRef } from 'react';
import { FieldFrame, type FieldProps } from './field.tsx';
import css from './text-field.module.css';

export interface TextAreaProps
  extends FieldProps,
    Pick<ComponentPropsWithRef<'textarea'>, 'name' | 'maxLength' | 'disabled' | 'rows' | 'onBlur' | 'ref'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Several lines of text. */
export function TextArea({ label, hint, error, optional, id, value, onChange, rows = 3, ...area }: TextAreaProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error} optional={optional} id={id}>
      {(control) => (
        <textarea
          {...area}
          {...control}
          rows={rows}
          className={css.input}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </FieldFrame>
  );
}
