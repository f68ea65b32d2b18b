import type { Locale } from '@phr/contract/locale';
import { localized, type Localized } from '@phr/i18n/localized';

/** Symbols and English words in the table, with their wording. */
const SAID: readonly (readonly [RegExp, Localized])[] = [
  [/\bm:/g, localized('nam ', 'men ')],
  [/\bf:/g, localized('nữ ', 'women ')],
  [/\(age < (\d+)\)/g, localized('(dưới $1 tuổi)', '(under $1 years)')],
  [/\(not in pregnancy\)/g, localized('(khi không mang thai)', '(not in pregnancy)')],
  [/\(without anticoagulants\)/g, localized('(khi không dùng thuốc chống đông)', '(without anticoagulants)')],
  [/\(fasting\)/g, localized('(khi nhịn đói)', '(fasting)')],
  [/^negative$/g, localized('âm tính', 'negative')],
  [/>=\s*(?=\d)/g, localized('từ ', 'from ')],
  [/<\s*(?=\d)/g, localized('dưới ', 'below ')],
  [/(?<=\d)-(?=\d)/g, localized('–', '–')],
  [/(?<=\d)\.(?=\d)/g, localized(',', '.')],
];

/** The usual range of adults in words: "nam từ 130 g/L; nữ từ 120 g/L". */
export function usualWords(range: string, locale: Locale): string {
  return SAID.reduce((text, [sign, words]) => text.replaceAll(sign, words[locale]), range);
}
