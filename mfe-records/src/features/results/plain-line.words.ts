import type { TFunction } from 'i18next';
import { countWords } from '../reports/counts.words.ts';
import type { PlainLine } from './plain-line.model.ts';

/** How the results of a report came out, in a line of a list. */
export function plainLineWords(line: PlainLine | undefined, t: TFunction): string | undefined {
  return line === 'hidden' ? t('results.hidden') : line && countWords(line, t);
}
