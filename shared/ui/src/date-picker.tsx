import type { Locale } from '@phr/contract/host-api';
import { HeadlessMantineProvider } from '@mantine/core';
import { DatePicker as Kit, DatesProvider } from '@mantine/dates';
import 'dayjs/locale/vi.js';
import { useState } from 'react';
import { useUi } from '@phr/ui/ui-text';
import { Button } from './button.tsx';
import { DateField, dateProblem } from './date-field.tsx';
import css from './date-picker.module.css';
import { Dialog } from './dialog.tsx';
import { formatDate } from './format.tsx';
import { Icon } from './icon.tsx';
import { IconForward, IconPrevious } from './icons.tsx';
import { parseDateInput } from './parse-input.tsx';

/** The kit's locale names: dayjs includes English, others are imported above. */
const KIT_LOCALES: Readonly<Record<Locale, string>> = { 'vi-VN': 'vi', 'en-US': 'en' };

export interface DatePickerDialogProps {
  readonly title: string;
  /** YYYY-MM-DD; undefined if nothing is chosen. */
  readonly value: string | undefined;
  readonly onChoose: (date: string) => void;
  readonly onCancel: () => void;
  /** First and last selectable day, YYYY-MM-DD. */
  readonly min?: string | undefined;
  readonly max?: string | undefined;
}

/**
 * A calendar dialog with a synchronized typed date above it. Cannot be confirmed while the day is invalid or out of
 * range. Load it lazily, as DatePickerField does: it wraps a component kit, without the kit's styles.
 */
export function DatePickerDialog({ title, value, onChoose, onCancel, min, max }: DatePickerDialogProps) {
  const { text, locale } = useUi();
  const [typed, setTyped] = useState(value === undefined ? '' : formatDate(value, locale));
  const read = parseDateInput(typed);
  const date = read.kind === 'date' ? read.date : undefined;
  const allowed = date !== undefined && (min === undefined || date >= min) && (max === undefined || date <= max);
  return (
    <Dialog
      open
      title={title}
      onClose={onCancel}
      footer={
        <>
          <Button onClick={onCancel}>{text('picker.cancel')}</Button>
          <Button
            variant="primary"
            disabled={!allowed}
            onClick={() => {
              if (date !== undefined) onChoose(date);
            }}
          >
            {text('picker.choose')}
          </Button>
        </>
      }
    >
      <div className={css.body}>
        <DateField
          label={text('common.date')}
          value={typed}
          onChange={setTyped}
          error={dateProblem(typed, text)}
          autoComplete="off"
        />
        <Calendar date={date} onChoose={(next) => setTyped(formatDate(next, locale))} min={min} max={max} />
      </div>
    </Dialog>
  );
}

const CLASSES = {
  calendarHeader: css.header ?? '',
  calendarHeaderControl: css.control ?? '',
  calendarHeaderLevel: `${css.control ?? ''} ${css.level ?? ''}`,
  month: css.table ?? '',
  weekday: css.weekday ?? '',
  monthCell: css.cell ?? '',
  day: css.day ?? '',
  monthsListControl: css.period ?? '',
  yearsListControl: css.period ?? '',
};

interface CalendarProps extends Pick<DatePickerDialogProps, 'onChoose' | 'min' | 'max'> {
  /** YYYY-MM-DD; undefined if nothing is chosen. */
  readonly date: string | undefined;
}

function Calendar({ date, onChoose, min, max }: CalendarProps) {
  const { text, locale } = useUi();
  return (
    <HeadlessMantineProvider>
      <DatesProvider settings={{ locale: KIT_LOCALES[locale], firstDayOfWeek: 1 }}>
        <Kit
          key={date ?? ''}
          value={date ?? null}
          {...(date !== undefined && { defaultDate: date })}
          onChange={(next) => {
            if (next !== null) onChoose(next);
          }}
          {...(min !== undefined && { minDate: min })}
          {...(max !== undefined && { maxDate: max })}
          maxLevel="decade"
          hideOutsideDates
          monthLabelFormat="MMMM YYYY"
          previousIcon={<Icon of={IconPrevious} />}
          nextIcon={<Icon of={IconForward} />}
          ariaLabels={{
            previousMonth: text('picker.previousMonth'),
            nextMonth: text('picker.nextMonth'),
            previousYear: text('picker.previousYear'),
            nextYear: text('picker.nextYear'),
            previousDecade: text('picker.previousDecade'),
            nextDecade: text('picker.nextDecade'),
          }}
          classNames={CLASSES}
        />
      </DatesProvider>
    </HeadlessMantineProvider>
  );
}
