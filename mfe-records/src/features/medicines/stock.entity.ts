import { parseDate } from '@phr/fhir/dates';
import { isObject } from '@phr/fhir/json';
import { medicationUse } from '@phr/fhir/resources';
import type { StoredResource } from '@phr/module-kit/correction';
import { listOf } from './wire.entity.ts';

/** A counted stock of a medicine. */
export const STOCK_URL = 'https://phr.example/fhir/StructureDefinition/medicine-stock';

export interface CountedStock {
  readonly count: number;
  /** ISO 8601. */
  readonly at: string;
  /** Units of one dose. */
  readonly perDose: number;
}

/** A statement's stock; undefined if not counted, or if a dose is not a plain number. */
export function readStock(resource: StoredResource): CountedStock | undefined {
  const found = listOf(resource['extension']).find((one) => isObject(one) && one['url'] === STOCK_URL);
  const parts = isObject(found) ? listOf(found['extension']) : [];
  const count = valueOf(parts, 'count', 'valueDecimal');
  const at = valueOf(parts, 'at', 'valueDateTime');
  const perDose = medicationUse(resource)?.dosage?.[0]?.doseAndRate?.[0]?.doseQuantity;
  if (typeof count !== 'number' || count < 0 || typeof at !== 'string' || parseDate(at) === undefined) return undefined;
  if (perDose?.value === undefined || perDose.value <= 0 || perDose.comparator !== undefined) return undefined;
  return { count, at, perDose: perDose.value };
}

/** The extension of a stock. */
export function stockExtension(count: number, at: string) {
  return {
    url: STOCK_URL,
    extension: [
      { url: 'count', valueDecimal: count },
      { url: 'at', valueDateTime: at },
    ],
  };
}

function valueOf(parts: readonly unknown[], url: string, key: string): unknown {
  const part = parts.find((one) => isObject(one) && one['url'] === url);
  return isObject(part) ? part[key] : undefined;
}
