import { IDENTIFIER_BASE } from '@phr/fhir/identifiers';

// Our own code systems, identifiers and extensions; installations with others map them at their boundary.
const BASE = 'https://phr.example/fhir';
export const codeSystem = (name: string): string => `${BASE}/CodeSystem/${name}`;
export const extensionUrl = (name: string): string => `${BASE}/StructureDefinition/${name}`;
export const identifierSystemOf = (kind: string): string => `${IDENTIFIER_BASE}/${kind}`;
export const HL7 = 'http://terminology.hl7.org/CodeSystem';

export interface CodedWord {
  readonly coding: readonly { readonly system: string; readonly code: string; readonly display: string }[];
  readonly text: string;
}

/** A coded word with its text. */
export function concept(system: string, code: string, text: string): CodedWord {
  return { coding: [{ system, code, display: text }], text };
}

/** A relative reference with display text. */
export function refTo(
  type: string,
  id: string,
  display?: string,
): { readonly reference: string; readonly display?: string } {
  return { reference: `${type}/${id}`, ...(display === undefined ? {} : { display }) };
}
