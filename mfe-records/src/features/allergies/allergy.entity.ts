import type { Locale } from '@phr/contract/locale';
import { isObject } from '@phr/fhir/json';
import { type Described, readDescribed } from '../described/described.entity.ts';
import { readStoredAllergy, type StoredAllergy } from './allergy-form.model.ts';

/** An allergy, or the statement that there is none, in words, and as its form corrects it. */
export interface Allergy extends Described {
  readonly stored: StoredAllergy;
}

/** Reads an AllergyIntolerance for the list; undefined without an id. */
export function readAllergy(resource: unknown, locale: Locale): Allergy | undefined {
  const described = readDescribed(resource, locale);
  const stored = isObject(resource) ? readStoredAllergy(resource) : undefined;
  return described && stored && { ...described, stored };
}
