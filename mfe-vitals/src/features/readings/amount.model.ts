import type { VitalKey } from '@phr/clinical/codings';
import { contradicts, numberOf } from '@phr/clinical/parts';
import type { Unit } from '@phr/clinical/units';
import type { Observation } from '@phr/fhir/observation';

/** Why there is no value; each completes a text key `absent.<name>`. */
export type AbsentReason = 'notMeasured' | 'withheld' | 'error' | 'unknown';
export type Comparator = '<' | '<=' | '>=' | '>';

/** A value, or its replacement. */
export type Amount =
  /** A number in a unit of this vital. `written` is the original, if converted. */
  | {
      readonly kind: 'measured';
      readonly value: number;
      readonly unit: Unit;
      readonly comparator?: Comparator;
      readonly written?: { readonly value: number; readonly unit: string };
    }
  /** Shown as written: text, or a number without a valid unit. Never judged or drawn. */
  | { readonly kind: 'written'; readonly text?: string; readonly value?: number; readonly unit?: string }
  | { readonly kind: 'absent'; readonly reason: AbsentReason };

/** The number closest to the measurement: "< 3" becomes slightly less than 3. */
export function nearestTo({
  value,
  comparator,
}: Pick<Extract<Amount, { readonly kind: 'measured' }>, 'value' | 'comparator'>): number {
  return comparator === '<' ? value * (1 - 1e-9) : comparator === '>' ? value * (1 + 1e-9) : value;
}

/** Holder of a value: an observation or component. */
export type ValueHolder = Pick<
  Observation,
  'valueQuantity' | 'valueString' | 'valueCodeableConcept' | 'valueInteger' | 'dataAbsentReason'
>;

/**
 * data-absent-reason codes (http://terminology.hl7.org/CodeSystem/data-absent-reason) that mean more than "unknown".
 */
const REASONS: Readonly<Record<string, AbsentReason>> = {
  'not-performed': 'notMeasured',
  'not-asked': 'notMeasured',
  'asked-declined': 'notMeasured',
  'not-applicable': 'notMeasured',
  unsupported: 'notMeasured',
  masked: 'withheld',
  'not-permitted': 'withheld',
  error: 'error',
  'not-a-number': 'error',
  'negative-infinity': 'error',
  'positive-infinity': 'error',
};
const ABSENT_EXTENSION = 'http://hl7.org/fhir/StructureDefinition/data-absent-reason';
const COMPARATORS: readonly Comparator[] = ['<', '<=', '>=', '>'];

/** A vital's amount in an observation or component; without a holder it is unknown. */
export function amountOf(vitalKey: VitalKey, holder: ValueHolder | undefined): Amount {
  const quantity = holder?.valueQuantity;
  if (quantity?.value !== undefined) return measured(vitalKey, quantity.value, quantity);
  if (holder?.valueInteger !== undefined) return measured(vitalKey, holder.valueInteger, {});
  const text =
    holder?.valueString ??
    holder?.valueCodeableConcept?.text ??
    holder?.valueCodeableConcept?.coding?.map(({ display }) => display).find((display) => display !== undefined);
  if (text !== undefined) return { kind: 'written', text };
  const coded = holder?.dataAbsentReason?.coding?.map(({ code }) => code) ?? [];
  const extended = [...(quantity?.extension ?? []), ...(quantity?._value?.extension ?? [])]
    .filter(({ url }) => url === ABSENT_EXTENSION)
    .map(({ valueCode }) => valueCode);
  return {
    kind: 'absent',
    reason:
      [...coded, ...extended].map((code) => REASONS[code ?? '']).find((reason) => reason !== undefined) ?? 'unknown',
  };
}

function measured(
  vitalKey: VitalKey,
  value: number,
  { code, unit: printed, comparator }: { readonly code?: string; readonly unit?: string; readonly comparator?: string },
): Amount {
  const compared = COMPARATORS.find((sign) => sign === comparator);
  const known = numberOf(vitalKey, { value, code, unit: printed });
  const written = contradicts(vitalKey, code, printed) ? `${printed} ≠ ${code}` : (printed ?? readable(code));
  if (known === undefined) return { kind: 'written', value, ...(written === undefined ? {} : { unit: written }) };
  return {
    kind: 'measured',
    value: known.value,
    unit: known.unit,
    ...(known.isConverted ? { written: { value, unit: written ?? '' } } : {}),
    ...(compared === undefined ? {} : { comparator: compared }),
  };
}

/** A readable UCUM code; annotations such as {score} are dropped. */
function readable(code: string | undefined): string | undefined {
  const plain = code?.replace(/\{[^{}]*\}/g, '').trim();
  return plain === undefined || plain === '' || plain === '1' ? undefined : plain;
}
