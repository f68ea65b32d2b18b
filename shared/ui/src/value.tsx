import type { Locale } from '@phr/contract/host-api';
import { useUi, type Text } from '@phr/ui/ui-text';
import { classNames } from './class-names.tsx';
import { formatDate, formatMoment, formatTime, dayOf, formatDateTime } from './format.tsx';
import { unitKeyOf } from './units.tsx';
import css from './value.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

export interface ValueProps {
  /** The displayed digits ("36,6", "128/82"); undefined without a value. */
  readonly value: string | undefined;
  /** UCUM code or printed unit. */
  readonly unit: string;
  /** Time of measurement: an instant, or a FHIR calendar date. */
  readonly at: string | undefined;
  readonly size?: 'normal' | 'large';
  /** False if the time is already shown nearby; the accessible name still contains it. */
  readonly showTime?: boolean;
  readonly zone?: string | undefined;
}

/** A measured value: digits, unit and time, read out as one phrase (UX-09). Says so if there is no value. */
export function Value({ value, unit, at, size = 'normal', showTime = true, zone }: ValueProps) {
  const { text, locale } = useUi();
  if (value === undefined) return <span className={css.none}>{text('data.none')}</span>;
  const key = unitKeyOf(unit);
  const written = key === undefined ? unit : text(`unit.${key}`);
  return (
    <span className={classNames(css.value, size === 'large' && css.large)}>
      <VisuallyHidden>
        {text('value.spoken', {
          value: spokenDigits(value, text),
          unit: key === undefined ? unit : text(`spoken.${key}`),
          time: spokenTime(at, locale, text, zone),
        })}
      </VisuallyHidden>
      <span className={css.digits} aria-hidden="true">
        {value}
      </span>
      <span className={css.unit} aria-hidden="true">
        {written}
      </span>
      {showTime && (
        <span className={css.time} aria-hidden="true">
          {isInstant(at) ? formatMoment(at, locale, { zone }) : formatDateTime(at, locale)}
        </span>
      )}
    </span>
  );
}

function spokenDigits(value: string, text: Text): string {
  const [high, low] = value.split('/');
  return high !== undefined && low !== undefined ? text('value.over', { high, low }) : value;
}

function spokenTime(at: string | undefined, locale: Locale, text: Text, zone: string | undefined): string {
  if (!isInstant(at)) return formatDate(at, locale);
  return text('value.moment', { time: formatTime(at, locale, zone), date: formatDate(dayOf(at, zone), locale) });
}

function isInstant(at: string | undefined): boolean {
  return at?.includes('T') === true;
}
