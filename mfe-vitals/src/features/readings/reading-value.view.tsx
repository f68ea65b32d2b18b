import { Value } from '@phr/ui/value';
import { shownValue, timePhrase, type Language } from './reading.words.ts';
import type { Reading } from './reading.model.ts';
import css from './reading-value.module.css';

interface ReadingValueProps {
  readonly reading: Reading;
  readonly language: Language;
  readonly size?: 'normal' | 'large';
  /** False if the time is already shown nearby. */
  readonly showTime?: boolean;
}

/** A reading's value, unit and time as one accessible phrase (UX-09), or why there is no value. */
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
