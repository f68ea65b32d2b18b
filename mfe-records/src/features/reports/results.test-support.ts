import type { Locale } from '@phr/contract/host-api';
import type { JudgingContext } from '@phr/fhir/judging';
import { readResult, type Result } from './result.entity.ts';

/** A woman of 41 in November 2026. */
export const WOMAN: JudgingContext = {
  person: { birthDate: '1985-03-14', sex: 'female' },
  zone: 'Asia/Ho_Chi_Minh',
  now: Date.parse('2026-11-30T00:00:00Z'),
};

const limit = (value: number | undefined, unit: string) =>
  value === undefined ? undefined : { value, unit, code: unit };

export interface Test {
  readonly id?: string;
  readonly code?: string;
  readonly name?: string;
  readonly value?: number;
  readonly comparator?: string;
  readonly unit?: string;
  readonly low?: number;
  readonly high?: number;
  readonly at?: string;
  readonly more?: object;
}

/** A laboratory result: haemoglobin in g/L by default. */
export function observationOf({
  id = 'o1',
  code = '718-7',
  name = 'Huyết sắc tố (HGB)',
  value,
  comparator,
  unit = 'g/L',
  low,
  high,
  at = '2026-11-21T08:40:00+07:00',
  more = {},
}: Test): object {
  const range = { low: limit(low, unit), high: limit(high, unit) };
  return {
    resourceType: 'Observation',
    id,
    status: 'final',
    category: [{ coding: [{ code: 'laboratory' }] }],
    code: { coding: [{ system: 'http://loinc.org', code }], text: name },
    effectiveDateTime: at,
    performer: [{ display: 'Phòng xét nghiệm X', type: 'Organization' }],
    ...(value !== undefined && {
      valueQuantity: { value, unit, code: unit, ...(comparator !== undefined && { comparator }) },
    }),
    ...((low !== undefined || high !== undefined) && { referenceRange: [range] }),
    ...more,
  };
}

export function resultOf(test: Test, context = WOMAN, locale: Locale = 'vi-VN'): Result {
  const [result] = readResult(observationOf(test), locale, context) ?? [];
  if (result === undefined) throw new Error('no result was read');
  return result;
}
