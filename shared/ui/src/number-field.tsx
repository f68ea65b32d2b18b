import type { ClipboardEvent } from 'react';
import { parsePair } from './parse-input.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';

export interface NumberFieldProps extends Omit<TextFieldProps, 'type' | 'inputMode' | 'suffix' | 'onPaste'> {
  /** Written unit, behind the control. */
  readonly unit?: string | undefined;
  /** Takes a pasted pair such as "120/80", so that it fills this field and its neighbour. */
  readonly onPastePair?: ((pair: readonly [string, string]) => void) | undefined;
}

/**
 * A number as typed text: comma and dot both mean decimal, and the wheel changes nothing. (A browser's own number field may read "36,6"
 * as 366.) Read what was typed with `parseDecimal`.
 */
export function NumberField({ unit, onPastePair, width = 'short', autoComplete = 'off', ...field }: NumberFieldProps) {
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pair = onPastePair === undefined ? undefined : parsePair(event.clipboardData.getData('text'));
    if (pair === undefined) return;
    event.preventDefault();
    onPastePair?.(pair);
  };
  return (
    <TextField {...field} inputMode="decimal" autoComplete={autoComplete} width={width} suffix={unit} onPaste={paste} />
  );
}
