import { LOINC, MDC, SNOMED, tokenOf, tokensOf, type Code, type Coding } from './code-systems.ts';
import type { Unit } from './units.ts';
import { DIASTOLIC, SYSTOLIC } from './vitals/blood-pressure.ts';
import type { ComponentCoding, VitalDefinition } from './vitals/define-vital.ts';
import { vital, VITALS, type VitalKey } from './vitals/index.ts';

/**
 * Codings of the vital signs. Each vital has one key and a set of codes: all `primaryCodings` are written (LOINC
 * first), any code of the set is read. Source: decisions D-01 to D-03, table T1; LOINC and SNOMED CT as in FHIR R4's
 * vital-sign profiles.
 */
export { DIASTOLIC, LOINC, MDC, SNOMED, SYSTOLIC, type Coding, type ComponentCoding, type VitalKey };

/** Names of the health indexes in routes, tiles and configuration (D-02). */
export const VITAL_KEYS: readonly VitalKey[] = VITALS.map(({ key }) => key);

export interface VitalCoding {
  readonly vitalKey: VitalKey;
  readonly primaryCodings: readonly Coding[];
  readonly aliases: readonly Code[];
  /** Stored units, the default first; empty if only components hold values. */
  readonly units: readonly Unit[];
  readonly components: readonly ComponentCoding[];
}

function definedCoding({ codes, parts }: VitalDefinition): Omit<VitalCoding, 'vitalKey'> {
  const [first] = parts;
  return {
    primaryCodings: codes.write,
    aliases: codes.read,
    units: first.component === undefined ? first.measures.map(({ unit }) => unit) : [],
    components: parts.flatMap(({ component }) => component ?? []),
  };
}

const CODINGS: ReadonlyMap<VitalKey, VitalCoding> = new Map(
  VITALS.map((one) => [one.key, { vitalKey: one.key, ...definedCoding(one) }]),
);

const KEY_BY_TOKEN: ReadonlyMap<string, VitalKey> = new Map(
  VITAL_KEYS.flatMap((vitalKey) => tokensOfVital(vitalKey).map((token): [string, VitalKey] => [token, vitalKey])),
);

/** The codes of a FHIR concept. */
export interface CodedConcept {
  readonly coding?: readonly { readonly system?: string | undefined; readonly code?: string | undefined }[] | undefined;
}

/** The codings of one vital sign. */
export function vitalOf(vitalKey: VitalKey): VitalCoding {
  const found = CODINGS.get(vitalKey);
  if (found === undefined) throw new RangeError(`No vital ${vitalKey}`);
  return found;
}

export function isVitalKey(name: string): name is VitalKey {
  return VITAL_KEYS.some((key) => key === name);
}

/**
 * The vital of a code as used in settings and queries, bare or as "system|code"; undefined if it is not a vital sign.
 * Use `vitalIn` for resources.
 */
export function vitalKeyOf(token: string): VitalKey | undefined {
  return KEY_BY_TOKEN.get(token);
}

/**
 * The vital named by a resource's concept; undefined for anything else, such as equal digits in a laboratory's own code
 * system.
 */
export function vitalIn(concept: CodedConcept | undefined): VitalKey | undefined {
  return concept?.coding?.map((coding) => vitalKeyOf(tokenOf(coding))).find((key) => key !== undefined);
}

/** All codes of a vital with their systems. */
export function codingsOf(vitalKey: VitalKey): readonly Code[] {
  const { write, read } = vital(vitalKey).codes;
  return [...write, ...read];
}

/** All codes of a vital, for queries (joined by commas). */
export function codesOf(vitalKey: VitalKey): readonly string[] {
  return codingsOf(vitalKey).map(({ code }) => code);
}

/** All forms in which resources may name a vital: each code, bare and with its system. */
export function tokensOfVital(vitalKey: VitalKey): readonly string[] {
  return codingsOf(vitalKey).flatMap(tokensOf);
}

/** All forms in which resources may name a part of a vital. */
export function tokensOfPart({ primaryCodings, aliases }: ComponentCoding): readonly string[] {
  return [...primaryCodings, ...aliases].flatMap(tokensOf);
}

/**
 * Codings of a new reading, LOINC first. A value in another stored unit may carry one more: glucose in mg/dL also gets
 * the mass code.
 */
export function codingsToWrite(vitalKey: VitalKey, unit?: Unit): readonly Coding[] {
  const { write, writeIn } = vital(vitalKey).codes;
  const more = unit === undefined ? undefined : writeIn?.[unit.code];
  return more === undefined ? write : [...write, more];
}

/** Token sets of each vital's parts, prepared because every component of every reading is matched. */
const PARTS: ReadonlyMap<VitalKey, readonly (readonly [ComponentCoding, ReadonlySet<string>])[]> = new Map(
  [...CODINGS.values()].map(({ vitalKey, components }) => [
    vitalKey,
    components.map((part) => [part, new Set(tokensOfPart(part))] as const),
  ]),
);

/** The component of a vital named by a concept. */
export function componentOf(vitalKey: VitalKey, concept: CodedConcept | undefined): ComponentCoding | undefined {
  const tokens = concept?.coding?.map(tokenOf) ?? [];
  return PARTS.get(vitalKey)?.find(([, own]) => tokens.some((token) => own.has(token)))?.[0];
}
