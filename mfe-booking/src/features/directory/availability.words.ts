import type { TFunction } from 'i18next';
import { type AvailableTime, type Hours, weekOf } from './availability.entity.ts';

/** Hours in words: all day, a range, or no schedule (UI-19). */
export function hoursWords(hours: Hours | undefined, t: TFunction): string {
  if (hours === undefined) return t('availability.none');
  return hours === 'all-day' ? t('availability.allDay') : `${hours.from}–${hours.to}`;
}

/** The week in lines: "Thứ Hai – Thứ Sáu: 08:00–17:00"; one line if there is no schedule. */
export function weekWords(times: readonly AvailableTime[], t: TFunction): readonly string[] {
  const week = weekOf(times);
  if (week.length === 0) return [t('availability.none')];
  return week.map(({ first, last, hours }) => {
    const days = first === last ? t(`weekday.${first}`) : `${t(`weekday.${first}`)} – ${t(`weekday.${last}`)}`;
    return `${days}: ${hours.length === 0 ? hoursWords(undefined, t) : hours.map((one) => hoursWords(one, t)).join(', ')}`;
  });
}
