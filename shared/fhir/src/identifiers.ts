import type { Identifier } from './datatypes.ts';

/** Kinds of patient identifiers: internal id, national id, social beneficiary id, medical record code (D-25). */
export type IdentifierKind = 'PI' | 'NaID' | 'SB' | 'MA';

/** Default base of our identifier systems; configurable per installation. */
export const IDENTIFIER_BASE = 'https://phr.example/sid';

/** System of one kind of identifier under a base, e.g. https://phr.example/sid/pi. */
export function identifierSystem(kind: IdentifierKind, base: string = IDENTIFIER_BASE): string {
  return `${base}/${kind.toLowerCase()}`;
}

/** System of ids generated when a form opens, which make a repeated save idempotent. */
export const FORM_ID_SYSTEM = 'urn:ietf:rfc:3986';

/** Builds a patient identifier. */
export function patientIdentifier(kind: IdentifierKind, value: string, base: string = IDENTIFIER_BASE): Identifier {
  return {
    type: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code: kind }] },
    system: identifierSystem(kind, base),
    value,
  };
}

/** The value of one kind in a list of identifiers. */
export function identifierOf(identifiers: readonly Identifier[] | undefined, kind: IdentifierKind): string | undefined {
  return identifiers?.find((identifier) => kindOf(identifier) === kind)?.value;
}

/**
 * Kind of an identifier, by its system as in the search index; the type code, which the sender chooses, counts only for
 * systems that are not ours. Undefined for foreign ones.
 */
export function kindOf({ system, type }: Identifier): IdentifierKind | undefined {
  if (isOurSystem(system)) return kindOfSystem(system);
  return KINDS.find((kind) => type?.coding?.some(({ code }) => code === kind) === true);
}

/** True for a number system of this product, whose numbers only their issuers may write. */
export function isOurSystem(system: string | undefined): system is string {
  return system !== undefined && (system.startsWith(`${IDENTIFIER_BASE}/`) || kindOfSystem(system) !== undefined);
}

function kindOfSystem(system: string): IdentifierKind | undefined {
  return KINDS.find((kind) => system.endsWith(`/sid/${kind.toLowerCase()}`));
}

/** The displayed patient code: MA, else PI, else the resource id, in upper case. */
export function patientCode(patient: {
  readonly id?: string | undefined;
  readonly identifier?: readonly Identifier[] | undefined;
}): string | undefined {
  return (
    identifierOf(patient.identifier, 'MA') ??
    identifierOf(patient.identifier, 'PI') ??
    patient.id
  )?.toUpperCase();
}

/** True for a national id: 9 or 12 digits (D-25). */
export function isNationalId(value: string): boolean {
  return /^(\d{9}|\d{12})$/.test(value);
}

const KINDS: readonly IdentifierKind[] = ['PI', 'NaID', 'SB', 'MA'];
