import { lazy, Suspense, useState } from 'react';
import { useUi } from '@phr/ui/ui-text';
import { DateField, type DateFieldProps } from './date-field.tsx';
import { formatDate } from './format.tsx';
import { IconButton } from './icon-button.tsx';
import { IconCalendar } from './icons.tsx';
import { parseDateInput } from './parse-input.tsx';

const DatePickerDialog = lazy(async () => ({ default: (await import('./date-picker.tsx')).DatePickerDialog }));

export interface DatePickerFieldProps extends Omit<DateFieldProps, 'action'> {
  /** First and last day that may be chosen, YYYY-MM-DD. */
  readonly min?: string | undefined;
  readonly max?: string | undefined;
}

/** A typed date with a calendar as an extra (UX-29). The calendar is loaded when it is first opened. */
export function DatePickerField({ min, max, ...field }: DatePickerFieldProps) {
  const { text, locale } = useUi();
  const [open, setOpen] = useState(false);
  const read = parseDateInput(field.value);
  const choose = (date: string) => {
    setOpen(false);
    field.onChange(formatDate(date, locale));
  };
  return (
    <>
      <DateField {...field} action={<IconButton icon={IconCalendar} label={text('picker.open')} onClick={() => setOpen(true)} />} />
      {open && (
        <Suspense>
          <DatePickerDialog
            title={field.label}
            value={read.kind === 'date' ? read.date : undefined}
            min={min}
            max={max}
            onChoose={choose}
            onCancel={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
