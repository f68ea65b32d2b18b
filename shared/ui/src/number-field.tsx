import type { ClipboardEvent, FocusEvent } from 'react';
import { parsePair } from './parse-input.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';

export interface NumberFieldProps extends Omit<TextFieldProps, 'type' | 'inputMode' | 'suffix' | 'onPaste'> {
  /** Written unit, behind the control. */
  readonly unit?: string | undefined;
  /** Takes a pair such as "120/80", pasted or typed into this field, so that it fills this field and its neighbour. */
  readonly onPastePair?: ((pair: readonly [string, string]) => void) | undefined;
}

/**
 * A number as typed text: comma and dot both mean decimal, and the wheel changes nothing. (A browser's own number field may read "36,6"
 * as 366.) Read what was typed with `parseDecimal`.
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
