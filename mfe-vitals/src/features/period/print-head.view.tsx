import type { Language } from '../readings/reading-words.ts';
import css from './print-sheet.module.css';
import { usePrintWords } from './use-print-words.ts';

/** What stands on paper only: whose readings these are, and when they were printed (UX-20). */
export function PrintHead({ language }: { readonly language: Language }) {
  const [who, when] = usePrintWords(language);
  return (
    <div className={css.sheet}>
      <p className={css.who}>{who}</p>
      <p>{when}</p>
    </div>
  );
}
