import type { Locale } from '@phr/contract/host-api';
import { hasCode, idOf } from '@phr/fhir/reading';
import { isObject } from '@phr/fhir/json';
import { observation, type Observation } from '@phr/fhir/resources';
import { isCorrectable } from '@phr/fhir/correctable';
import { isOwnEntry } from '@phr/fhir/source';
import { readDescribed, type Described } from '../described/described.entity.ts';

/** A result in words, with what a person may do about it. */
export interface ListedObservation extends Described {
  /** A performer is a Patient (OBS-03). */
  readonly isByPatient: boolean;
  /** May be deleted here: entered by the patient, and neither a vital sign nor an ECG, which have screens of their own (D-45, D-108). */
  readonly isRemovable: boolean;
  /** The patient typed it. */
  readonly isCorrectable: boolean;
  readonly codes: readonly string[];
  /** Code systems of its codes, and of the code that is its value. */
  readonly systems: readonly string[];
  /** What is judged where the person is known. */
  readonly raw?: Observation;
}

/** ECG recordings hold files that go together with them. */
const ECG = '131328';

/** Reads an Observation for the list of results; undefined without an id. */
export function readListedObservation(resource: unknown, locale: Locale): ListedObservation | undefined {
  const raw = observation(resource);
  const hasNumber =
    raw?.valueQuantity !== undefined ||
    raw?.component?.some(({ valueQuantity }) => valueQuantity !== undefined) === true;
  // how a number is judged is asked of the judge of all values, not read from what was stored beside it
  const described = readDescribed(hasNumber ? withoutInterpretation(resource) : resource, locale);
  if (described === undefined || raw === undefined) return undefined;
  const isVital = raw.category?.some((category) => hasCode(category, 'vital-signs')) === true;
  return {
    ...described,
    ...(hasNumber ? { raw } : {}),
    isByPatient: raw.performer?.some((performer) => idOf(performer, 'Patient') !== undefined) === true,
    isCorrectable: isCorrectable(resource),
    isRemovable: isOwnEntry(raw) && !isVital && !hasCode(raw.code, ECG),
    codes: (raw.code?.coding ?? []).flatMap(({ code }) => code ?? []),
    systems: [...(raw.code?.coding ?? []), ...(raw.valueCodeableConcept?.coding ?? [])].flatMap(
      ({ system }) => system ?? [],
    ),
  };
}

function withoutInterpretation(resource: unknown): unknown {
  if (!isObject(resource)) return resource;
  const { interpretation: _interpretation, ...rest } = resource;
  const { component } = rest;
  return Array.isArray(component) ? { ...rest, component: component.map(withoutInterpretation) } : rest;
}
