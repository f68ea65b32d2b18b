import { Icon } from '@phr/ui/icon';
import { IconTrendDown, IconTrendUp } from '@phr/ui/icons';
import { formatNumber } from '@phr/ui/format';
import { Trend } from '@phr/ui/trend';
import css from './change-words.module.css';
import type { Change } from './change.model.ts';
import type { Language } from './reading.words.ts';

interface ChangeWordsProps {
  readonly change: Change;
  readonly unit: string;
  readonly language: Language;
}

/** The trend in a sentence (UX-12); of a pressure the number that changed is named. */
export function ChangeWords({
  change: { part, difference, percent },
  unit,
  language: { t, locale },
}: ChangeWordsProps) {
  if ((part !== 'systolic' && part !== 'diastolic') || difference === 0)
    return <Trend difference={difference} unit={unit} percent={percent} />;
  const isUp = difference > 0;
  return (
    <span className={css.change}>
      <Icon of={isUp ? IconTrendUp : IconTrendDown} size={20} />
      {t(`trend.${part}.${isUp ? 'up' : 'down'}`, {
        n: formatNumber(Math.abs(difference), locale, unit),
        unit,
      })}
    </span>
  );
}
