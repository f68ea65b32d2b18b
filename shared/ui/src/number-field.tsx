import type { ClipboardEvent } from 'react';
import { parsePair } from './parse-input.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';

export interface NumberFieldProps extends Omit<TextFieldProps, 'type' | 'inputMode' | 'suffix' | 'onPaste' | 'onBlur'> {
  /** Written unit, behind the control. */
  readonly unit?: string | undefined;
  /** Takes a pair such as "120/80", pasted or typed into this field, so that it fills this field and its neighbour. */
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
  const leave = (): void => {
    const pair = onPastePair === undefined ? undefined : parsePair(field.value);
    if (pair !== undefined) onPastePair?.(pair);
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
