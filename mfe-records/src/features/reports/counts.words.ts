import type { TFunction } from 'i18next';
import type { Counts } from './result.model.ts';

/** "2 ngoài khoảng, 14 trong khoảng": non-zero counts only; empty if none. */
export function countWords({ outside, within, unjudged }: Counts, t: TFunction): string {
  return [
    outside > 0 ? t('results.outside', { n: outside }) : '',
    within > 0 ? t('results.within', { n: within }) : '',
    unjudged > 0 ? t('results.unjudged', { n: unjudged }) : '',
  ]
    .filter((part) => part !== '')
    .join(', ');
}
