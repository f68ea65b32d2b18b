import { codeableConcept, extension, identifier, period, reference } from '@phr/fhir/datatypes';
import { list, lenientObject, text } from '@phr/fhir/json';
import { defined, hasCode, readable } from '@phr/fhir/reading';

/** Coverage.type of vouchers, unless the URL names another (D-96). */
export const VOUCHER_TYPE = 'VOUCHER';

/** A voucher of the person on screen (VOU-01). */
export interface Voucher {
  readonly id: string;
  readonly code?: string;
  readonly services: readonly string[];
  readonly start?: string;
  readonly end?: string;
  /** Number of redemptions; absent if not reported. */
  readonly usageCount?: number;
  readonly provider?: string;
}

const wire = lenientObject({
  id: text,
  identifier: list(identifier),
  period,
  payor: list(reference),
  extension: list(extension),
  class: list(lenientObject({ type: codeableConcept, value: text, name: text })),
});

/** Reads a Coverage as a voucher; undefined without an id. */
export function readVoucher(resource: unknown): Voucher | undefined {
  const raw = wire(resource);
  if (raw?.id === undefined) return undefined;
  return {
    id: raw.id,
    services: (raw.class ?? [])
      .filter(({ type }) => hasCode(type, 'service'))
      .flatMap(({ name, value }) => name ?? value ?? []),
    ...defined({
      code: raw.identifier?.map(({ value }) => value).find((value) => value !== undefined),
      start: readable(raw.period?.start),
      end: readable(raw.period?.end),
      usageCount: raw.extension?.find(({ url }) => url?.endsWith('/usage-count'))?.valueInteger,
      provider: raw.payor?.map(({ display }) => display).find((display) => display !== undefined),
    }),
  };
}
