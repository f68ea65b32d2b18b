import { useTranslation } from 'react-i18next';
import css from '../booking/booking.module.css';
import type { AvailableTime } from './availability.entity.ts';
import { weekWords } from './availability.words.ts';

/** Weekly hours, one line per run of equal days. */
export function WeekLines({ times }: { readonly times: readonly AvailableTime[] }) {
  const { t } = useTranslation();
  return (
    <ul className={css.lines}>
      {weekWords(times, t).map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
