import { isObject } from '@phr/fhir/json';
import { defined } from '@phr/fhir/reading';
import type { ParseResult } from '@phr/module-kit/checked-form';
import type { StoredResource } from '@phr/module-kit/correction';
import { codeableOf } from '../concepts/concept.entity.ts';
import { readText } from '../form/form.model.ts';
import { type NewAllergy, newEntry, type StoredAllergy } from './allergy.entity.ts';

export const SEVERITIES = ['mild', 'moderate', 'severe'] as const;
type Severity = (typeof SEVERITIES)[number];

/** Form fields. */
export interface AllergyForm {
  readonly substance: string;
  readonly reaction: string;
  /** '' when nobody knows. */
  readonly severity: string;
}

export const EMPTY: AllergyForm = { substance: '', reaction: '', severity: '' };

/** An allergy that can be saved. */
export interface AllergyEntry {
  readonly substance: string;
  readonly reaction?: string;
  readonly severity?: Severity;
}

/**
 * Validates the form: the substance is required, and the reaction if a severity is given (FHIR R4: a reaction has a
 * manifestation).
 */
export function checkAllergy(form: AllergyForm): ParseResult<AllergyEntry> {
  const substance = readText('substance', form.substance, 200);
  const reaction = readText('reaction', form.reaction, 500);
  const severity = SEVERITIES.find((one) => one === form.severity);
  const faults = [
    ...(substance.value === undefined && substance.faults.length === 0
      ? [{ field: 'substance', message: 'alg.err.substance' }]
      : substance.faults),
    ...(severity !== undefined && reaction.value === undefined && reaction.faults.length === 0
      ? [{ field: 'reaction', message: 'alg.err.reaction' }]
      : reaction.faults),
  ];
  if (faults.length > 0 || substance.value === undefined) return { ok: false, faults };
  return { ok: true, entry: { substance: substance.value, ...defined({ reaction: reaction.value, severity }) } };
}

const VERIFICATION = 'http://terminology.hl7.org/CodeSystem/allergyintolerance-verification';

/**
 * Builds the AllergyIntolerance, self-reported. A severe reaction means high criticality, as it may be life-threatening
 * again.
 */
export function newAllergy(entry: AllergyEntry, about: NewAllergy) {
  return { ...newEntry(about), code: { text: entry.substance }, ...reactionOf(entry) } as const;
}

function reactionOf({ reaction, severity }: AllergyEntry) {
  return {
    ...(severity === 'severe' ? { criticality: 'high' } : {}),
    ...(reaction === undefined
      ? {}
      : { reaction: [{ manifestation: [{ text: reaction }], ...defined({ severity }) }] }),
  };
}

/** Applies changes to the stored allergy; everything not shown or not edited stays as sent. */
export function correctedAllergy(entry: AllergyEntry, stored: StoredAllergy): StoredResource {
  const { resource, substance, reaction, severity } = stored;
  const isSameReaction = (entry.reaction ?? '') === reaction && (entry.severity ?? '') === severity;
  const { reaction: _reaction, criticality, ...kept } = resource;
  return {
    ...kept,
    ...(entry.substance === substance.words ? {} : { code: codeableOf({ words: entry.substance, token: '' }) }),
    ...(isSameReaction
      ? defined({ reaction: resource['reaction'], criticality })
      : {
          ...(criticality === 'high' && severity !== 'severe' ? { criticality } : {}),
          ...withDetails(stored, entry),
        }),
  };
}

/**
 * The reaction as typed, preserving what the form does not show: onset, exposure route, and codes if the text is
 * unchanged.
 */
function withDetails({ resource, reaction }: StoredAllergy, entry: AllergyEntry) {
  const next = reactionOf(entry);
  const all: unknown = resource['reaction'];
  const first: unknown = Array.isArray(all) ? all[0] : undefined;
  if (!isObject(first) || next.reaction === undefined) return next;
  const { manifestation, severity: _severity, ...rest } = first;
  const isSame = entry.reaction === reaction;
  return { ...next, reaction: [{ ...rest, ...next.reaction[0], ...(isSame ? { manifestation } : {}) }] };
}

/** Marks the stored entry as entered in error (FHIR R4 ait-2: without clinical status). */
export function mistakenAllergy({ resource }: Pick<StoredAllergy, 'resource'>): StoredResource {
  const { clinicalStatus: _status, ...rest } = resource;
  return {
    ...rest,
    verificationStatus: { coding: [{ system: VERIFICATION, code: 'entered-in-error' }] },
  };
}
