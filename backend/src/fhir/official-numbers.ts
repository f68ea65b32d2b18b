import { identifier as readIdentifier } from '@phr/fhir/datatypes';
import { isOurSystem, kindOf, type IdentifierKind } from '@phr/fhir/identifiers';
import { isObject } from '@phr/fhir/json';
import { FhirError } from './fhir-error.ts';
import { valuesAt, type Resource } from './resource.ts';

/** Numbers of the state that a person may tell of herself; they are nobody's key until their issuer has named them (ADR 0049). */
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

/** True for a number that only its issuer writes: internal and hospital ids (D-25), and every other number system of this product. */
export function isIssued(value: unknown): boolean {
  const { kind, isOurs, types } = read(value);
  return types.includes('PI') || types.includes('MA') || (isOurs && !TOLD.includes(kind));
}

/** Kind of a number of the state that a person may tell of herself; undefined for all other numbers. */
export function toldKind(value: unknown): IdentifierKind | undefined {
  const { kind } = read(value);
  return TOLD.includes(kind) ? kind : undefined;
}

/** The same for a number that an issuer has named by `assigner`, which a person cannot write there. */
export function provenKind(value: unknown): IdentifierKind | undefined {
  return isObject(value) && isObject(value['assigner']) ? toldKind(value) : undefined;
}

/** True for what a record may be found by: every number but those of the state that a person only told. */
export function isSearchKey(value: unknown): boolean {
  return toldKind(value) === undefined || provenKind(value) !== undefined;
}

/** A number as a person tells it: who issued it is not hers to say. */
export function asTold(value: unknown): unknown {
  if (!isObject(value) || toldKind(value) === undefined) return value;
  return Object.fromEntries(Object.entries(value).filter(([element]) => element !== 'assigner'));
}

/** A person writes no number of somebody else's system. Those that are stored already stay. Throws FhirError 422 with the place. */
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
