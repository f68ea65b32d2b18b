import { useState, type FocusEvent } from 'react';
import { TextField, type TextFieldProps } from './text-field.tsx';

export type TypedTextProps = Omit<TextFieldProps, 'type' | 'inputMode' | 'suffix'>;

export interface TypedFieldProps extends TypedTextProps {
  /** Normalized text; undefined if unreadable. */
  readonly tidy: (typed: string) => string | undefined;
  /** Error text; undefined for valid and empty input. */
  readonly problem: (typed: string) => string | undefined;
}

/** Digits typed in one of several notations. On blur, valid input is normalized and invalid input gets an error. */
export function TypedField({ tidy, problem, value, onChange, onBlur, error, ...field }: TypedFieldProps) {
  const [left, setLeft] = useState(false);
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    setLeft(true);
    const full = tidy(value);
    if (full !== undefined) onChange(full);
    onBlur?.(event);
  };
  const change = (typed: string) => {
    setLeft(false);
    onChange(typed);
  };
  return (
    <TextField
      {...field}
      value={value}
      onChange={change}
      onBlur={leave}
      inputMode="numeric"
      error={error ?? (left ? problem(value) : undefined)}
    />
  );
}
