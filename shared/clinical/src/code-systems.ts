export const LOINC = 'http://loinc.org';
export const SNOMED = 'http://snomed.info/sct';
/** ISO/IEEE 11073-10101 nomenclature (MDC). */
export const MDC = 'urn:oid:2.16.840.1.113883.6.24';

/** A code, and the system that gives it its meaning: the same digits may mean anything else in a table of somebody's own. */
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

/** Further names under which servers write the systems. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  [LOINC]: ['https://loinc.org', 'http://loinc.org/', 'urn:oid:2.16.840.1.113883.6.1'],
  [SNOMED]: ['https://snomed.info/sct', 'urn:oid:2.16.840.1.113883.6.96'],
  [MDC]: ['urn:iso:std:iso:11073:10101'],
};

/** The name that FHIR gives to a system, whichever it is written under. */
export function systemOf(name: string): string {
  return Object.entries(OTHER_NAMES).find(([, others]) => others.includes(name))?.[0] ?? name;
}

/** How a resource may write a code: alone where it names no system, else behind a name of the code's own one ("system|code"). */
export function tokensOf({ system, code }: Code): readonly string[] {
  return [code, ...[system, ...(OTHER_NAMES[system] ?? [])].map((name) => `${name}|${code}`)];
}

/** A coding as it stands in a resource, as one of these; '' for one without code. */
export function tokenOf({
  system,
  code = '',
}: {
  readonly system?: string | undefined;
  readonly code?: string | undefined;
}): string {
  return system === undefined || code === '' ? code : `${system}|${code}`;
}
