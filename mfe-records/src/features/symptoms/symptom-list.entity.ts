import type { Locale } from '@phr/contract/locale';
import { observation } from '@phr/fhir/resources';
import { conceptWords } from '@phr/fhir/concepts';
import { LABELS } from '@phr/fhir/dictionary.labels';
import { isObject } from '@phr/fhir/json';
import { defined } from '@phr/fhir/reading';
import { localSystem } from '../form/local-codes.model.ts';
import { type ListedObservation, readListedObservation } from '../observations/listed-observation.entity.ts';

/** A symptom with how bad it is: not a report of several, nor an answer to a questionnaire. */
export function isSymptom(resource: unknown): boolean {
  const value = observation(resource)?.valueCodeableConcept;
  return value?.coding?.some(({ system }) => system === localSystem('symptom-severity')) === true;
}

/** A symptom of the record in words. */
export interface ListedSymptom extends ListedObservation {
  /** When it began, ISO 8601. */
  readonly began?: string;
}

/** Reads a symptom; undefined for any other observation. */
export function readSymptom(resource: unknown, locale: Locale): ListedSymptom | undefined {
  if (!isSymptom(resource) || !isObject(resource)) return undefined;
  const listed = readListedObservation(resource, locale);
  const raw = observation(resource);
  if (listed === undefined || raw === undefined) return undefined;
  const { subtitle: _category, lines, ...rest } = listed;
  const severity = conceptWords(raw.valueCodeableConcept, locale);
  return {
    ...rest,
    lines: [
      ...(severity === undefined ? [] : [{ label: LABELS.severity[locale], value: severity }]),
      // severity is already shown by name, and self-reporting goes without saying here
      ...lines.filter(({ label, value }) => value !== severity && label !== LABELS.performer[locale]),
    ],
    ...defined({ began: raw.effectiveDateTime }),
  };
}
