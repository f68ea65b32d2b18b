import type { VitalKey } from '@phr/clinical/codings';
import { formatNumber } from '@phr/ui/format';
import type { Language } from '../readings/reading.words.ts';
import { useViewConfig } from '@phr/module-kit/judging';
import { rangeFor, type ShownRange } from '@phr/clinical/view-config';

/** The deployment's range for a vital; the built-in view until loaded or on failure (D-119). */
export function useShownRange(vitalKey: VitalKey): ShownRange | undefined {
  return rangeFor(useViewConfig().data, vitalKey);
}

/** A range in words: edges, and the deployment's name for it. */
export function rangeWords({ low, high, text }: ShownRange, unit: string, { t, locale }: Language): string {
  const number = (value: number): string => formatNumber(value, locale, unit);
  if (low === undefined && high === undefined) return text;
  const edges =
    low === undefined
      ? t('range.upTo', { n: number(high ?? 0) })
      : high === undefined
        ? t('range.above', { n: number(low) })
        : t('range.between', { a: number(low), b: number(high) });
  return text === '' ? edges : `${edges} (${text})`;
}
