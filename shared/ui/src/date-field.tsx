import { useUi, type Text } from '@phr/ui/ui-text';
import { formatDate } from './format.tsx';
import { parseDateInput, parsePartialDateInput } from './parse-input.tsx';
import { TypedField, type TypedTextProps } from './typed-field.tsx';

export interface DateFieldProps extends TypedTextProps {
  /** Allows a month or year alone. */
  readonly partial?: boolean;
}

/** Error text of a typed date; undefined for a valid date and an empty field. */
export function dateProblem(typed: string, text: Text, parse = parseDateInput): string | undefined {
  const read = parse(typed);
  if (read.kind === 'impossible') return text('picker.dateNotExist');
  return read.kind === 'unreadable' ? text('field.dateInvalid') : undefined;
}

/**
 * A typed date: DD/MM/YYYY, also 1/2/2026, 01-02-2026 or 01022026. `value` is the raw text; parse it with
 * `parseDateInput`, or `parsePartialDateInput` for a partial date.
 */
export function DateField({ hint, width = 'medium', partial = false, ...field }: DateFieldProps) {
  const { text, locale } = useUi();
  const parse = partial ? parsePartialDateInput : parseDateInput;
  const tidy = (typed: string) => {
    const read = parse(typed);
    return read.kind === 'date' ? formatDate(read.date, locale) : undefined;
  };
  return (
    <TypedField
      {...field}
      width={width}
      hint={hint ?? text(partial ? 'field.partialHint' : 'field.dateHint')}
      tidy={tidy}
      problem={(typed) => dateProblem(typed, text, parse)}
    />
  );
}
