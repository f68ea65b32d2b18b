import type { Localized } from '@phr/i18n/localized';
import { codingsToWrite, vitalKeyOf } from '@phr/clinical/codings';
import { namesOf } from '@phr/clinical/vitals/index';

/** The name of the vital sign behind a code, whichever names it (R-A2: the same in every place). */
export function vitalWords(code: string): Localized | undefined {
  const key = vitalKeyOf(code);
  return key === undefined ? undefined : namesOf(key);
}

/** True for a code under which readings of a vital are written; others may have more exact words of their own: "fasting glucose". */
export function isWrittenVital(code: string): boolean {
  const key = vitalKeyOf(code);
  return key !== undefined && codingsToWrite(key).some((coding) => coding.code === code);
}
