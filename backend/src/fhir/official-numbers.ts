import { identifier as readIdentifier } from '@phr/fhir/datatypes';
import { isOurSystem, kindOf, type IdentifierKind } from '@phr/fhir/identifiers';
import { isObject } from '@phr/fhir/json';
import { FhirError } from './fhir-error.ts';
import { valuesAt, type Resource } from './resource.ts';

/** Official numbers a person may state; not usable for matching until confirmed by their issuer (ADR 0049). */
const TOLD: readonly (IdentifierKind | undefined)[] = ['NaID', 'SB'];

function read(value: unknown): {
  readonly kind: IdentifierKind | undefined;
  readonly isOurs: boolean;
  readonly types: readonly unknown[];
} {
  const identifier = readIdentifier(value);
  return {
    kind: identifier === undefined ? undefined : kindOf(identifier),
    isOurs: isOurSystem(identifier?.system),
    types: valuesAt(value, 'type.coding.code'),
  };
}

/**
 * True for a number only its issuer may write: internal and hospital ids (D-25), and all other number systems of the
 * product.
 */
export function isIssued(value: unknown): boolean {
  const { kind, isOurs, types } = read(value);
  return types.includes('PI') || types.includes('MA') || (isOurs && !TOLD.includes(kind));
}

/** Kind of official number a person may state; undefined for all others. */
export function personalKindOf(value: unknown): IdentifierKind | undefined {
  const { kind } = read(value);
  return TOLD.includes(kind) ? kind : undefined;
}

/** The same for a number confirmed by `assigner`, which a person cannot set. */
export function provenKind(value: unknown): IdentifierKind | undefined {
  return isObject(value) && isObject(value['assigner']) ? personalKindOf(value) : undefined;
}

/** True for a number usable for finding a record: all but self-stated official ones. */
export function isSearchKey(value: unknown): boolean {
  return personalKindOf(value) === undefined || provenKind(value) !== undefined;
}

/** A self-stated number, without issuer. */
export function asSelfReported(value: unknown): unknown {
  if (!isObject(value) || personalKindOf(value) === undefined) return value;
  return Object.fromEntries(Object.entries(value).filter(([element]) => element !== 'assigner'));
}

/**
 * Persons may not write numbers of foreign systems; stored ones stay.
 * @throws FhirError 422 with the location
 */
export function refuseIssuedNumbers(resource: Resource, stored: Resource | undefined, expression: string): void {
  if (resource.resourceType === 'Patient' || resource['identifier'] === undefined) return;
  const known = new Set(valuesAt(stored, 'identifier').map((value) => JSON.stringify(value)));
  valuesAt(resource, 'identifier').forEach((value, index) => {
    if (!read(value).isOurs || known.has(JSON.stringify(value))) return;
    throw new FhirError(422, {
      code: 'business-rule',
      diagnostics: 'Numbers of this system are written by those who issue them',
      expression: `${expression}.identifier${Array.isArray(resource['identifier']) ? `[${index}]` : ''}`,
    });
  });
}
