import type { Locale } from '@phr/contract/locale';
import { formIdentifier } from '@phr/fhir/builders';
import { isCorrectable } from '@phr/fhir/correctable';
import { isObject } from '@phr/fhir/json';
import { allergyIntolerance } from '@phr/fhir/resources';
import { storedVersion, type StoredResource } from '@phr/module-kit/correction';
import { type Chosen, chosenOf } from '../concepts/concept.entity.ts';
import { type Described, readDescribed } from '../described/described.entity.ts';
import type { OwnVersion } from '../form/own-version.entity.ts';

/** An allergy as its form corrects it. */
export interface StoredAllergy extends OwnVersion {
  /** Typed by the person, even if the form could not show all of it. */
  readonly isOwn: boolean;
  readonly substance: Chosen;
  readonly reaction: string;
  readonly severity: string;
}

/** An allergy, or the statement that there is none, in words, with its form data. */
export interface Allergy extends Described {
  readonly stored: StoredAllergy;
}

/** Parses an AllergyIntolerance for the list; undefined without an id. */
export function readAllergy(resource: unknown, locale: Locale): Allergy | undefined {
  const described = readDescribed(resource, locale);
  const stored = isObject(resource) ? readStoredAllergy(resource) : undefined;
  return described && stored && { ...described, stored };
}

/**
 * Parses an AllergyIntolerance for its form; undefined without an id, or with several reactions, as the form shows one.
 */
export function readStoredAllergy(resource: StoredResource | undefined): StoredAllergy | undefined {
  const version = storedVersion(resource);
  if (version === undefined) return undefined;
  const raw = allergyIntolerance(version.resource);
  const [first, ...others] = raw?.reaction ?? [];
  const isOwn = isCorrectable(version.resource);
  return {
    ...version,
    isOwn,
    isCorrectable: isOwn && others.length === 0,
    substance: chosenOf(version.resource['code']),
    reaction: (first?.manifestation ?? [])
      .map(({ text, coding }) => text ?? coding?.[0]?.display)
      .filter((words) => words !== undefined)
      .join(', '),
    severity: first?.severity ?? '',
  };
}

const ACTIVE = {
  coding: [{ system: 'http://terminology.hl7.org/CodeSystem/allergyintolerance-clinical', code: 'active' }],
};

/** Metadata of a new entry: patient, time and form id. */
export interface NewAllergy {
  readonly patientId: string;
  /** ISO 8601 with offset. */
  readonly at: string;
  readonly formId: string;
}

/** "No known allergy" (SNOMED CT 716186003, as in the International Patient Summary). */
export function noKnownAllergy(words: string, about: NewAllergy) {
  return {
    ...newEntry(about),
    code: {
      coding: [{ system: 'http://snomed.info/sct', code: '716186003', display: 'No known allergy' }],
      text: words,
    },
  } as const;
}

/** Common elements of new entries: patient, asserter, date. */
export function newEntry({ patientId, at, formId }: NewAllergy) {
  const patient = { reference: `Patient/${patientId}` };
  return {
    resourceType: 'AllergyIntolerance',
    identifier: [formIdentifier(formId)],
    clinicalStatus: ACTIVE,
    patient,
    recordedDate: at,
    recorder: patient,
    asserter: patient,
  } as const;
}
