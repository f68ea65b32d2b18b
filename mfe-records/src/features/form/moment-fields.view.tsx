import type { Locale } from '@phr/contract/host-api';
import { parseDate } from '@phr/fhir/dates';
import type { Fields } from '@phr/module-kit/entry-form';
import { dayOf, deviceZone } from '@phr/time/zone';
import { Button } from '@phr/ui/button';
import { DatePickerField } from '@phr/ui/date-picker-field';
import { FieldLine } from '@phr/ui/field-group';
import { formatDate, formatTime } from '@phr/ui/format';
import { TimeField } from '@phr/ui/time-field';
import { useUi } from '@phr/ui/ui-text';
import { useDay } from '@phr/ui/use-now';
import { useTranslation } from 'react-i18next';

/** When something was done, as typed. */
export interface MomentForm {
  readonly date: string;
  readonly time: string;
}

/** Date and time of an instant as this device writes them. */
export function momentOf(now: number, locale: Locale): MomentForm {
  const zone = deviceZone();
  return { date: formatDate(dayOf(now, zone), locale), time: formatTime(now, locale, zone) };
}

/** The same for a stored date; a missing time is not invented. */
export function storedMoment(stored: string | undefined, locale: Locale): MomentForm {
  const at = parseDate(stored);
  return at?.precision === 'instant' ? momentOf(at.at.getTime(), locale) : { date: '', time: '' };
}

/** Date, time and "now". */
export function MomentFields<Form extends MomentForm>({
  fields: { form, change, idOf, errorOf },
  dateLabel,
  timeLabel,
}: {
  readonly fields: Fields<Form>;
  readonly dateLabel: string;
  readonly timeLabel: string;
}) {
  const { t } = useTranslation();
  const { locale } = useUi();
  const today = dayOf(useDay(), deviceZone());
  const set = (part: Partial<MomentForm>) => change((before) => ({ ...before, ...part }));
  return (
    <FieldLine>
      <DatePickerField
        id={idOf('date')}
        label={dateLabel}
        max={today}
        value={form.date}
        error={errorOf('date')}
        onChange={(date) => set({ date })}
        enterKeyHint="next"
      />
      <TimeField
        id={idOf('time')}
        label={timeLabel}
        value={form.time}
        error={errorOf('time')}
        onChange={(time) => set({ time })}
        enterKeyHint="done"
      />
      <Button dense onClick={() => set(momentOf(Date.now(), locale))}>
        {t('form.now')}
      </Button>
    </FieldLine>
  );
}
