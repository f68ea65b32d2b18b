import type { Locale } from '@phr/contract/host-api';
import { isDeletable } from '@phr/clinical/deletable';
import { codeableConcept, meta, reference } from '@phr/fhir/datatypes';
import { isObject, lenientObject, text } from '@phr/fhir/json';
import { defined, idOf } from '@phr/fhir/reading';
import { isTyped } from '@phr/fhir/correctable';
import { isOwnSource, readSource } from '@phr/fhir/source';
import { storedVersion, type StoredResource } from '@phr/module-kit/correction';
import { type Chosen, chosenOf } from '../concepts/concept.entity.ts';
import type { OwnVersion } from '../form/own-version.entity.ts';
import { storedDay } from '../form/form.model.ts';
import { type Described, readDescribed } from '../described/described.entity.ts';

/** A disease in words, and whether this person may delete it. */
export interface Condition extends Described {
  readonly isOwn: boolean;
  /** Typed by the person, so correctable. */
  readonly isCorrectable: boolean;
}

/** A disease as the form corrects it. */
export interface StoredCondition extends OwnVersion {
  readonly disease: Chosen;
  /** YYYY-MM-DD, YYYY-MM or YYYY. */
  readonly recordedDate?: string;
  /** Code of the clinical status. */
  readonly status?: string;
  /** SNOMED CT code. */
  readonly severity?: string;
}

const wire = lenientObject({
  meta,
  recorder: reference,
  asserter: reference,
  encounter: reference,
  clinicalStatus: codeableConcept,
  severity: codeableConcept,
  recordedDate: text,
});

/** Reads a Condition for the list. */
export function readCondition(resource: unknown, locale: Locale): Condition | undefined {
  const described = readDescribed(resource, locale);
  if (described === undefined || !isObject(resource)) return undefined;
  const own = isOwn(resource);
  return { ...described, isOwn: own, isCorrectable: own && isTyped(resource) };
}

/** Reads a Condition for its form; undefined without an id. */
export function readStoredCondition(resource: StoredResource | undefined): StoredCondition | undefined {
  const version = storedVersion(resource);
  if (version === undefined) return undefined;
  const raw = wire(version.resource);
  return {
    ...version,
    isCorrectable: isOwn(version.resource) && isTyped(version.resource),
    disease: chosenOf(version.resource['code']),
    ...defined({
      recordedDate: storedDay(raw?.recordedDate),
      status: raw?.clinicalStatus?.coding?.[0]?.code,
      severity: raw?.severity?.coding?.[0]?.code,
    }),
  };
}

/**
 * The server's stamp decides who entered it; without one, an entry recorded by a professional or found at an encounter
 * is not the person's own.
 */
function isOwn(resource: unknown): boolean {
  const { meta: stamp, recorder, asserter, encounter } = wire(resource) ?? {};
  const source = readSource(stamp?.source);
  if (source !== undefined) return isOwnSource(source);
  const isFree = isDeletable({ performer: [recorder, asserter].filter((one) => one !== undefined) });
  return isFree && (encounter === undefined || idOf(recorder, 'Patient') !== undefined);
}
