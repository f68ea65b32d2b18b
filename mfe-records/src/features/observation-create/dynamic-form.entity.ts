import { coding, type Coding } from '@phr/fhir/datatypes';
import { flag, list, lenientObject, text } from '@phr/fhir/json';
import type { ObservationCategory } from '@phr/fhir/builders';
import { isCorrectable } from '@phr/fhir/correctable';
import { observation, type Observation } from '@phr/fhir/resources';
import { storedVersion, type StoredResource } from '@phr/module-kit/correction';
import type { OwnVersion } from '../form/own-version.entity.ts';

export type FieldType = 'number' | 'string' | 'date' | 'choice';

/** One field of a form that the service describes. */
export interface DynamicField {
  readonly key: string;
  readonly label: string;
  readonly type: FieldType;
  readonly unit?: string;
  readonly required: boolean;
  readonly options: readonly Coding[];
}

/** A form for a result that has no screen of its own (OBS-07). */
export interface DynamicForm {
  readonly code: string;
  readonly title: string;
  readonly category: ObservationCategory;
  readonly fields: readonly DynamicField[];
}

/** A result as its form corrects it. */
export interface StoredObservation extends OwnVersion {
  readonly raw: Observation;
}

/** Parses a result for its form; undefined if unsuitable. */
export function readStoredObservation(resource: StoredResource | undefined): StoredObservation | undefined {
  const version = storedVersion(resource);
  const raw = observation(version?.resource);
  return version === undefined || raw === undefined
    ? undefined
    : { ...version, raw, isCorrectable: isCorrectable(version.resource) };
}

const TYPES: readonly FieldType[] = ['number', 'string', 'date', 'choice'];
const CATEGORIES: readonly ObservationCategory[] = [
  'vital-signs',
  'procedure',
  'laboratory',
  'imaging',
  'social-history',
  'survey',
];

const forms = list(
  lenientObject({
    code: text,
    title: text,
    category: text,
    fields: list(
      lenientObject({ key: text, label: text, type: text, unit: text, required: flag, options: list(coding) }),
    ),
  }),
);

/** Parses the listConfig response; forms and fields unknown to this version are dropped. */
export function readDynamicForms(body: unknown): readonly DynamicForm[] {
  return (forms(body) ?? []).flatMap(({ code, title, category, fields }): readonly DynamicForm[] => {
    const known = CATEGORIES.find((one) => one === category);
    const read = (fields ?? []).flatMap(
      ({ key, label, type, unit, required = false, options = [] }): readonly DynamicField[] => {
        const kind = TYPES.find((one) => one === type);
        return key === undefined || label === undefined || kind === undefined
          ? []
          : [{ key, label, type: kind, required, options, ...(unit === undefined ? {} : { unit }) }];
      },
    );
    // an unknown required field makes the whole form unusable
    const isWhole = (fields ?? []).every(
      ({ key, required }) => required !== true || read.some((field) => field.key === key),
    );
    return code === undefined || title === undefined || known === undefined || read.length === 0 || !isWhole
      ? []
      : [{ code, title, category: known, fields: read }];
  });
}
