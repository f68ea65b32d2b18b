import { useUi, type Text } from '@phr/ui/ui-text';
import { formatDate } from './format.tsx';
import { parseDateInput } from './parse-input.tsx';
import { TypedField, type TypedTextProps } from './typed-field.tsx';

export type DateFieldProps = TypedTextProps;

/** What is wrong with a typed date, in words; undefined for a real date and for an empty field. */
export function dateProblem(typed: string, text: Text): string | undefined {
  const read = parseDateInput(typed);
  if (read.kind === 'impossible') return text('picker.dateNotExist');
  return read.kind === 'unreadable' ? text('field.dateInvalid') : undefined;
}

/** A date that is typed: DD/MM/YYYY, also 1/2/2026, 01-02-2026 or 01022026. `value` is what was typed; read it with `parseDateInput`. */
export function DateField({ hint, width = 'medium', ...field }: DateFieldProps) {
  const { text, locale } = useUi();
  const tidy = (typed: string) => {
    const read = parseDateInput(typed);
    return read.kind === 'date' ? formatDate(read.date, locale) : undefined;
  };
  return (
    <TypedField
      {...field}
      width={width}
      hint={hint ?? text('field.dateHint')}
      tidy={tidy}
      problem={(typed) => dateProblem(typed, text)}
    />
  );
}
