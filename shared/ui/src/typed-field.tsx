import { useState, type FocusEvent } from 'react';
import { TextField, type TextFieldProps } from './text-field.tsx';

export type TypedTextProps = Omit<TextFieldProps, 'type' | 'inputMode' | 'suffix'>;

export interface TypedFieldProps extends TypedTextProps {
  /** The text written out in full; undefined when it cannot be read. */
  readonly tidy: (typed: string) => string | undefined;
  /** What is wrong with the text, in words; undefined for a good one and for an empty field. */
  readonly problem: (typed: string) => string | undefined;
}

/** Digits that are typed in one of several notations. On leaving the field a readable text is written out in full and an unreadable one is named. */
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
