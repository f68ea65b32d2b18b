import type { ClipboardEvent, FocusEvent } from 'react';
import { parsePair } from './parse-input.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';

export interface NumberFieldProps extends Omit<TextFieldProps, 'type' | 'inputMode' | 'suffix' | 'onPaste'> {
  /** Printed unit, after the control. */
  readonly unit?: string | undefined;
  /** Handles a pair such as "120/80" typed or pasted here, to fill this field and its neighbour. */
  readonly onPastePair?: ((pair: readonly [string, string]) => void) | undefined;
}

/**
 * A number as text: comma and dot are both decimal marks, and the mouse wheel has no effect. (A native number input may
 * read "36,6" as 366.) Parse it with `parseDecimal`.
 */
export function NumberField({
  unit,
  onPastePair,
  width = 'short',
  autoComplete = 'off',
  onBlur,
  ...field
}: NumberFieldProps) {
  const handOn = (text: string): boolean => {
    const pair = onPastePair === undefined ? undefined : parsePair(text);
    if (pair !== undefined) onPastePair?.(pair);
    return pair !== undefined;
  };
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    if (handOn(event.clipboardData.getData('text'))) event.preventDefault();
  };
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    handOn(field.value);
    onBlur?.(event);
  };
  return (
    <TextField
      {...field}
      inputMode="decimal"
      autoComplete={autoComplete}
      width={width}
      suffix={unit}
      onPaste={paste}
      onBlur={leave}
    />
  );
}
