import { useState, type FocusEvent } from 'react';
import { useUi, type Text } from '@phr/ui/ui-text';
import { formatDate } from './format.tsx';
import { parseDateInput } from './parse-input.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';

export type DateFieldProps = Omit<TextFieldProps, 'type' | 'inputMode' | 'suffix'>;

/** What is wrong with a typed date, in words; undefined for a real date and for an empty field. */
export function dateProblem(typed: string, text: Text): string | undefined {
  const read = parseDateInput(typed);
  if (read.kind === 'impossible') return text('picker.dateNotExist');
  return read.kind === 'unreadable' ? text('field.dateInvalid') : undefined;
}

/**
 * A date that is typed: DD/MM/YYYY, also 1/2/2026, 01-02-2026 or 01022026. `value` is what was typed; read it with `parseDateInput`.
 * On leaving the field a readable date is written out in full and an unreadable one is named.
 */
export function DateField({ value, onChange, onBlur, error, hint, width = 'medium', ...field }: DateFieldProps) {
  const { text, locale } = useUi();
  const [left, setLeft] = useState(false);
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    setLeft(true);
    const read = parseDateInput(value);
    if (read.kind === 'date') onChange(formatDate(read.date, locale));
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
      width={width}
      hint={hint ?? text('field.dateHint')}
      error={error ?? (left ? dateProblem(value, text) : undefined)}
    />
  );
}
