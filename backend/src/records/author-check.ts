import { authorsIn, type Author } from '@phr/fhir/authors';
import { isObject } from '@phr/fhir/json';
import type { Actor } from '../fhir/actor.ts';
import { PERSONAL, typeNamed } from './authorship.ts';
import { FhirError } from '../fhir/fhir-error.ts';
import { refuseIssuedNumbers } from '../fhir/official-numbers.ts';
import { pathOf, type Resource } from '../fhir/resource.ts';

/** True for content naming an author other than the person, relatives and their meters by more than text. */
export function namesProfessional(resource: Resource): boolean {
  return authorsIn(resource).some(({ value }) => !isPersonal(value, resource));
}

/**
 * Rejects authorship and numbers of others; those in the stored version are kept.
 * @throws FhirError 422 with the location
 */
export function checkAuthors(actor: Actor, resource: Resource, stored: Resource | undefined, expression: string): void {
  // nothing is taken from a user's own entry
  if (actor.kind === 'system' || resource.resourceType === 'User') return;
  refuseNamedProfessionals(resource, stored, expression);
  // services write device ids and the like themselves
  if (actor.kind === 'person') refuseIssuedNumbers(resource, stored, expression);
}

/**
 * A person may name authors as text (`display`), or reference themselves, a relative or a meter. Referencing a
 * professional, by reference, identifier or `contained`, would speak in their name. The stored version's are kept.
 * @throws FhirError 422 with the location
 */
function refuseNamedProfessionals(resource: Resource, stored: Resource | undefined, expression: string): void {
  const others = authorsIn(resource).filter(({ value }) => !isPersonal(value, resource));
  if (others.length === 0) return;
  const known = new Set(stored === undefined ? [] : authorsIn(stored).map(nameOf));
  const wrong = others.find((author) => !known.has(nameOf(author)));
  if (wrong === undefined) return;
  throw new FhirError(422, {
    code: 'business-rule',
    diagnostics: 'Whoever else did or said this is named in words (display), not by a reference or a number',
    expression: `${expression}.${pathOf(wrong.steps)}`,
  });
}

/** The same author at any list position. */
function nameOf({ steps, value }: Author): string {
  return `${steps.filter((step) => typeof step === 'string').join('.')} ${JSON.stringify(value)}`;
}

function isPersonal(value: unknown, holder: Resource): boolean {
  if (!isObject(value)) return false;
  const { reference, identifier, type } = value;
  if (type !== undefined && !(typeof type === 'string' && PERSONAL.has(type))) return false;
  if (reference !== undefined) return PERSONAL.has(typeNamed({ reference }, holder) ?? '');
  return identifier === undefined || type !== undefined;
}
