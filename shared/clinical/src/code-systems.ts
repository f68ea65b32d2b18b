export const LOINC = 'http://loinc.org';
export const SNOMED = 'http://snomed.info/sct';
/** ISO/IEEE 11073-10101 nomenclature (MDC). */
export const MDC = 'urn:oid:2.16.840.1.113883.6.24';

export interface Coding {
  readonly system: string;
  readonly code: string;
  readonly display: string;
}

export const loinc = (code: string, display: string): Coding => ({ system: LOINC, code, display });
export const snomed = (code: string, display: string): Coding => ({ system: SNOMED, code, display });
export const mdc = (code: string, display: string): Coding => ({ system: MDC, code, display });
