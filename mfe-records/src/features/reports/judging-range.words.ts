import { vitalIn } from '@phr/clinical/codings';
import { unitOf } from '@phr/clinical/units';
import type { Locale } from '@phr/contract/host-api';
import { formatNumber } from '@phr/fhir/quantities';
import { judgingWords } from '@phr/fhir/verdict-words';
import type { ResultDetails } from './result.entity.ts';

/** The range that judged a result, and whose it is: "bác sĩ đặt: dưới 130". */
export function judgingRange({ verdict, code, unit }: ResultDetails, locale: Locale): string | undefined {
  const written = unit?.code ?? unit?.unit;
  return judgingWords(verdict, vitalIn(code), {
    locale,
    number: (value) => formatNumber(value, locale),
    unit: unitOf(written)?.code ?? written,
  });
}
