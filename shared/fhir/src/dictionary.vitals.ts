import type { Localized } from '@phr/i18n/localized';
import { codingsToWrite, vitalKeyOf } from '@phr/clinical/codings';
import { namesOf } from '@phr/clinical/vitals/index';

/** Name of the vital sign of a code, in any code system (R-A2: the same everywhere). */
export function vitalWords(code: string): Localized | undefined {
  const key = vitalKeyOf(code);
  return key === undefined ? undefined : namesOf(key);
}

/**
 * True for a code that readings of a vital are written with; other codes may have more specific words: "fasting
 * glucose".
 */
export function isWrittenVital(code: string): boolean {
  const key = vitalKeyOf(code);
  return key !== undefined && codingsToWrite(key).some((coding) => coding.code === code);
}
