import { useUiText } from '@phr/ui/ui-text';
import { parseTimeInput } from './parse-input.tsx';
import { TypedField, type TypedTextProps } from './typed-field.tsx';

export type TimeFieldProps = TypedTextProps;

/** A typed time: HH:mm, also 8:15, 8h15 or 0815. `value` is the raw text; parse it with `parseTimeInput`. */
export function TimeField({ hint, width = 'short', autoComplete = 'off', ...field }: TimeFieldProps) {
  const text = useUiText();
  const problem = (typed: string) =>
    typed.trim() === '' || parseTimeInput(typed) !== undefined ? undefined : text('field.timeInvalid');
  return (
    <TypedField
      {...field}
      width={width}
      autoComplete={autoComplete}
      hint={hint ?? text('field.timeHint')}
      tidy={parseTimeInput}
      problem={problem}
    />
  );
}
