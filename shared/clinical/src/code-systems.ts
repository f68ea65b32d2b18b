export const LOINC = 'http://loinc.org';
export const SNOMED = 'http://snomed.info/sct';
/** ISO/IEEE 11073-10101 nomenclature (MDC). */
export const MDC = 'urn:oid:2.16.840.1.113883.6.24';

/** A code and its system: the same digits can mean something else in another table. */
export interface Code {
  readonly system: string;
  readonly code: string;
}

export interface Coding extends Code {
  readonly display: string;
}

export const loinc = (code: string, display: string): Coding => ({ system: LOINC, code, display });
export const snomed = (code: string, display: string): Coding => ({ system: SNOMED, code, display });
export const mdc = (code: string, display: string): Coding => ({ system: MDC, code, display });

const codesIn =
  (system: string) =>
  (...codes: readonly string[]): readonly Code[] =>
    codes.map((code) => ({ system, code }));
export const loincs = codesIn(LOINC);
export const snomeds = codesIn(SNOMED);
export const mdcs = codesIn(MDC);

/** Aliases under which servers write the systems. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  [LOINC]: ['https://loinc.org', 'http://loinc.org/', 'urn:oid:2.16.840.1.113883.6.1'],
  [SNOMED]: ['https://snomed.info/sct', 'urn:oid:2.16.840.1.113883.6.96'],
  [MDC]: ['urn:iso:std:iso:11073:10101'],
};

/** FHIR's URI of a system given by any of its aliases. */
export function systemOf(name: string): string {
  return Object.entries(OTHER_NAMES).find(([, others]) => others.includes(name))?.[0] ?? name;
}

/** All forms a resource may use for a code: bare, or "system|code" under any alias of its system. */
export function tokensOf({ system, code }: Code): readonly string[] {
  return [code, ...[system, ...(OTHER_NAMES[system] ?? [])].map((name) => `${name}|${code}`)];
}

/** A coding as such a token; '' without a code. */
export function tokenOf({
  system,
  code = '',
}: {
  readonly system?: string | undefined;
  readonly code?: string | undefined;
}): string {
  return system === undefined || code === '' ? code : `${system}|${code}`;
}
