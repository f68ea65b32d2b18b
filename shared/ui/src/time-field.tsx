import { useState, type FocusEvent } from 'react';
import { useUiText, type Text } from '@phr/ui/ui-text';
import { parseTimeInput } from './parse-input.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';

export type TimeFieldProps = Omit<TextFieldProps, 'type' | 'inputMode' | 'suffix'>;

/** What is wrong with a typed time, in words; undefined for a real time and for an empty field. */
export function timeProblem(typed: string, text: Text): string | undefined {
  return typed.trim() === '' || parseTimeInput(typed) !== undefined ? undefined : text('field.timeInvalid');
}

/** A time of day that is typed: HH:mm, also 8:15, 8h15 or 0815. `value` is what was typed; read it with `parseTimeInput`. */
export function TimeField({ value, onChange, onBlur, error, hint, width = 'short', autoComplete = 'off', ...field }: TimeFieldProps) {
  const text = useUiText();
  const [left, setLeft] = useState(false);
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    setLeft(true);
    const time = parseTimeInput(value);
    if (time !== undefined) onChange(time);
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
      autoComplete={autoComplete}
      width={width}
      hint={hint ?? text('field.timeHint')}
      error={error ?? (left ? timeProblem(value, text) : undefined)}
    />
  );
}
