import { useState } from 'react';
import { useUi } from '@phr/ui/ui-text';
import { Button } from './button.tsx';
import { DateField, type DateFieldProps } from './date-field.tsx';
import type { DatePickerDialogProps } from './date-picker.tsx';
import { formatDate } from './format.tsx';
import { IconButton } from './icon-button.tsx';
import { IconCalendar } from './icons.tsx';
import { lazyCode, useLazyCode } from './lazy-code.tsx';
import { Notice } from './notice.tsx';
import { parseDateInput } from './parse-input.tsx';

const datePicker = lazyCode(async () => (await import('./date-picker.tsx')).DatePickerDialog);

export interface DatePickerFieldProps extends Omit<DateFieldProps, 'action'> {
  /** First and last selectable day, YYYY-MM-DD. */
  readonly min?: string | undefined;
  readonly max?: string | undefined;
}

/** A typed date plus a calendar (UX-29), loaded when first opened. */
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
      <DateField
        {...field}
        action={<IconButton icon={IconCalendar} label={text('picker.open')} onClick={() => setOpen(true)} />}
      />
      {open && (
        <OpenedPicker
          title={field.label}
          value={read.kind === 'date' ? read.date : undefined}
          min={min}
          max={max}
          onChoose={choose}
          onCancel={() => setOpen(false)}
        />
      )}
    </>
  );
}

/** The calendar; if it fails to load, the date is typed. */
function OpenedPicker(props: DatePickerDialogProps) {
  const { text } = useUi();
  const { code: DatePickerDialog, failures } = useLazyCode(datePicker);
  if (DatePickerDialog !== undefined) return <DatePickerDialog {...props} />;
  return failures === 0 ? null : (
    <Notice
      type="warning"
      announce="alert"
      action={
        <Button dense onClick={props.onCancel}>
          {text('common.close')}
        </Button>
      }
    >
      {text('err.module')}
    </Notice>
  );
}
