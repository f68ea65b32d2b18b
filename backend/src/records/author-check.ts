import { authorsIn, type Author } from '@phr/fhir/authors';
import { isObject } from '@phr/fhir/json';
import type { Actor } from '../fhir/actor.ts';
import { PERSONAL, typeNamed } from './authorship.ts';
import { FhirError } from '../fhir/fhir-error.ts';
import { refuseIssuedNumbers } from '../fhir/official-numbers.ts';
import { pathOf, type Resource } from '../fhir/resource.ts';

/** True for content that names somebody else than the person, relatives and their meters as author by more than words. */
export function namesProfessional(resource: Resource): boolean {
  return authorsIn(resource).some(({ value }) => !isPersonal(value, resource));
}

/** Nobody writes in the name, or with the numbers, of others; what the stored version has already stays. Throws FhirError 422 with the place. */
export function checkAuthors(actor: Actor, resource: Resource, stored: Resource | undefined, expression: string): void {
  // a user's own entry takes nothing of what is sent
  if (actor.kind === 'system' || resource.resourceType === 'User') return;
  refuseNamedProfessionals(resource, stored, expression);
  // services write device ids and the like themselves
  if (actor.kind === 'person') refuseIssuedNumbers(resource, stored, expression);
}

/**
 * A person names who did or said something in words (`display`), or names herself, a relative or a meter. A professional, by reference, by an identifier or
 * inside `contained`, would speak in a name that is not hers. What the stored version names already stays. Throws FhirError 422 with the place.
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

/** The same wherever in a list it stands. */
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
