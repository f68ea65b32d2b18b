import { LOINC, MDC, SNOMED, type Coding } from './code-systems.ts';
import type { Unit } from './units.ts';
import { DIASTOLIC, SYSTOLIC } from './vitals/blood-pressure.ts';
import type { ComponentCoding, VitalDefinition } from './vitals/define-vital.ts';
import { vital, VITALS, type VitalKey } from './vitals/index.ts';

/**
 * Codings of the vital signs. Each vital has one key and a set of codes: all written codings are written (LOINC first), any code of
 * the set is read. Source: decisions D-01 to D-03, table T1; LOINC and SNOMED CT as FHIR R4's vital-sign profiles use them.
 */
export { DIASTOLIC, LOINC, MDC, SNOMED, SYSTOLIC, type Coding, type ComponentCoding, type VitalKey };

/** Names of the health indexes in routes, tiles and configuration (D-02). */
export const STORE_KEYS: readonly VitalKey[] = VITALS.map(({ key }) => key);

export interface VitalCoding {
  readonly storeKey: VitalKey;
  readonly primaryCodings: readonly Coding[];
  readonly aliases: readonly string[];
  /** Units in which a value is written, the default first; empty when only components hold values. */
  readonly units: readonly Unit[];
  readonly components: readonly ComponentCoding[];
}

function codingOf({ codes, parts }: VitalDefinition): Omit<VitalCoding, 'storeKey'> {
  const [first] = parts;
  return {
    primaryCodings: codes.write,
    aliases: codes.read,
    units: first.component === undefined ? first.measures.map(({ unit }) => unit) : [],
    components: parts.flatMap(({ component }) => component ?? []),
  };
}

const CODINGS: ReadonlyMap<VitalKey, VitalCoding> = new Map(
  VITALS.map((one) => [one.key, { storeKey: one.key, ...codingOf(one) }]),
);

const KEY_BY_CODE: ReadonlyMap<string, VitalKey> = new Map(
  STORE_KEYS.flatMap((storeKey) => codesOf(storeKey).map((code): [string, VitalKey] => [code, storeKey])),
);

/** The codings of one vital sign. */
export function vitalOf(storeKey: VitalKey): VitalCoding {
  const found = CODINGS.get(storeKey);
  if (found === undefined) throw new RangeError(`No vital ${storeKey}`);
  return found;
}

export function isStoreKey(name: string): name is VitalKey {
  return STORE_KEYS.some((key) => key === name);
}

/** The vital behind a code of any code system; undefined for a code that is no vital sign. */
export function storeKeyOf(code: string): VitalKey | undefined {
  return KEY_BY_CODE.get(code);
}

/** All codes of a vital, for queries (joined by commas) and reading. */
export function codesOf(storeKey: VitalKey): readonly string[] {
  const { write, read } = vital(storeKey).codes;
  return [...write.map(({ code }) => code), ...read];
}

/** The codings of a new reading, LOINC first. A value in another kept unit may carry one more: glucose in mg/dL that of a mass. */
export function codingsToWrite(storeKey: VitalKey, unit?: Unit): readonly Coding[] {
  const { write, writeIn } = vital(storeKey).codes;
  const more = unit === undefined ? undefined : writeIn?.[unit.code];
  return more === undefined ? write : [...write, more];
}

/** The component of a vital that a code names. */
export function componentOf(storeKey: VitalKey, code: string): ComponentCoding | undefined {
  return vitalOf(storeKey).components.find(
    (part) => part.aliases.includes(code) || part.primaryCodings.some((coding) => coding.code === code),
  );
}
