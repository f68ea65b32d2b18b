import { useTranslation } from 'react-i18next';
import css from './range-bar.module.css';
import { rangeBar } from './range-bar.model.ts';
import type { Result } from './result.entity.ts';

/** A number's position in the report's own range, drawn and as text for screen readers. Nothing without numbers. */
export function RangeBar({ result: { details, value } }: { readonly result: Result }) {
  const { t } = useTranslation();
  const { number, range, rangeWords = '' } = details ?? {};
  if (number === undefined || range === undefined) return null;
  const { value: measured, comparator } = number;
  const bar = rangeBar({ ...range, value: measured, ...(comparator === undefined ? {} : { comparator }) });
  if (bar === undefined) return null;
  const [start, end] =
    bar.opensTo === 'start' ? [0, bar.value] : bar.opensTo === 'end' ? [bar.value, 100] : [bar.value, bar.value];
  return (
    <div className={css.bar} role="img" aria-label={t('result.bar', { value: value ?? '', range: rangeWords })}>
      <span className={css.range} style={{ insetInlineStart: `${bar.from}%`, insetInlineEnd: `${100 - bar.to}%` }} />
      {bar.opensTo !== undefined && (
        <span className={css.open} style={{ insetInlineStart: `${start}%`, insetInlineEnd: `${100 - end}%` }} />
      )}
      <span className={css.mark} style={{ insetInlineStart: `${bar.value}%` }} />
    </div>
  );
}
