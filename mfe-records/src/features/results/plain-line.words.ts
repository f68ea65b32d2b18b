import type { TFunction } from 'i18next';
import type { PlainLine } from './plain-line.model.ts';

/** "2 ngoài khoảng, 14 trong khoảng": only what there is. */
export function plainLineWords(line: PlainLine | undefined, t: TFunction): string | undefined {
  if (line === undefined) return undefined;
  if (line === 'hidden') return t('results.hidden');
  const { outside, within, unjudged } = line;
  return [
    outside > 0 ? t('results.outside', { n: outside }) : '',
    within > 0 ? t('results.within', { n: within }) : '',
    unjudged > 0 ? t('results.unjudged', { n: unjudged }) : '',
  ]
    .filter((part) => part !== '')
    .join(', ');
}
