import { Value } from '@phr/ui/value';
import { shownValue, timePhrase, type Language } from './reading.words.ts';
import type { Reading } from './reading.model.ts';
import css from './reading-value.module.css';

interface ReadingValueProps {
  readonly reading: Reading;
  readonly language: Language;
  readonly size?: 'normal' | 'large';
  /** False when the time already stands beside it. */
  readonly showTime?: boolean;
}

/** Value, unit and time of a reading in one accessible phrase (UX-09); for a reading without a value, why it has none. */
export function ReadingValue({ reading, language, size = 'normal', showTime = true }: ReadingValueProps) {
  const { digits, unit, missing } = shownValue(reading, language);
  if (digits === undefined)
    return (
      <span className={css.missing}>
        {missing}
        {showTime && `, ${timePhrase(reading, language)}`}
      </span>
    );
  return (
    <Value value={digits} unit={unit} at={reading.measuredAt} size={size} showTime={showTime} zone={language.zone} />
  );
}
