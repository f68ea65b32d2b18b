import type { Reading } from './reading.model.ts';
import { timePhrase, type Language } from './reading.words.ts';
import css from '../vital/common.module.css';

/** Says that there is a newer weight than the body mass index uses. */
export function OutdatedBmi({ weight, language }: { readonly weight: Reading; readonly language: Language }) {
  return <span className={css.quiet}>{language.t('bmi.older', { time: timePhrase(weight, language) })}</span>;
}
