import type { Locale } from '@phr/contract/locale';
import type { Circumstances } from './circumstances.ts';
import { conceptWords, dictionaryWords, toldConcept } from './concepts.ts';
import { valueWords } from './describe-value.ts';
import { vitalWords } from './dictionary.vitals.ts';

/**
 * How a number was measured, in words: "Nhiệt độ đo ở nách", "Cổ tay", "Lưu lượng oxy thở vào: 2 L/min". Omits a code
 * that merely repeats the vital.
 */
export function circumstanceWords({ code, bodySite, method, parts }: Circumstances, locale: Locale): readonly string[] {
  return [
    ...(code?.coding ?? []).map((coding) => {
      const words = dictionaryWords(coding)?.[locale];
      return words === vitalWords(coding.code ?? '')?.[locale] ? undefined : words;
    }),
    toldConcept(bodySite, locale),
    toldConcept(method, locale),
    ...parts.map((part) => {
      const [label, value] = [conceptWords(part.code, locale), valueWords(part, locale)];
      return value === undefined ? undefined : label === undefined ? value : `${label}: ${value}`;
    }),
  ].filter((words) => words !== undefined);
}
