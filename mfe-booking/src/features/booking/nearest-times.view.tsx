import { useSettings } from '@phr/module-kit/host';
import { dayOf } from '@phr/time/zone';
import { Button } from '@phr/ui/button';
import { formatDate, formatTime, formatWeekday } from '@phr/ui/format';
import { Heading } from '@phr/ui/heading';
import { useTranslation } from 'react-i18next';
import css from './booking.module.css';
import type { Slot } from './slot.entity.ts';
import { nearestSlots } from './slots.model.ts';
import type { Times } from './use-times.ts';

interface NearestTimesProps {
  readonly times: Pick<Times, 'now' | 'around' | 'roleOf'>;
  /** Start of the lost time; without it the earliest times are offered. */
  readonly lost?: string | undefined;
  readonly zone: string;
  /** Whether each time names its doctor. */
  readonly isNamed: boolean;
  readonly level: number;
  readonly onPick: (slot: Slot) => void;
}

/** Three free times to choose with one press. */
export function NearestTimes({ times, lost, zone, isNamed, level, onPick }: NearestTimesProps) {
  const { t } = useTranslation();
  const { locale } = useSettings();
  const near = nearestSlots(times.around, times.now, { to: lost === undefined ? undefined : Date.parse(lost) });
  if (near.length === 0) return null;
  return (
    <>
      <Heading level={level} look="h3">
        {t(lost === undefined ? 'book.earliest' : 'book.nearest')}
      </Heading>
      <ul className={css.nearest}>
        {near.map((slot) => {
          const day = dayOf(Date.parse(slot.start), zone);
          const when = t('book.at', {
            time: formatTime(slot.start, locale, zone),
            day: formatWeekday(day, locale),
            date: formatDate(day, locale),
          });
          const name = isNamed ? times.roleOf(slot)?.name : undefined;
          return (
            <li key={slot.id}>
              <Button onClick={() => onPick(slot)}>{name === undefined ? when : `${when} · ${name}`}</Button>
            </li>
          );
        })}
      </ul>
    </>
  );
}
