import { createHash } from 'node:crypto';
import * as plainDate from '@phr/time/plain-date';
import { dayOf, startOfDay, toZoned } from '@phr/time/zone';

/** A FHIR R4 resource of the demo data. */
export interface DemoResource {
  readonly resourceType: string;
  readonly id: string;
  readonly [element: string]: unknown;
}

/** A demo file; its bytes are generated on demand. */
export interface DemoFile {
  /** Storage key: '<patient id>/reports/<36-character id>.<extension>'. */
  readonly key: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** Zone of all demo facilities and people. */
export const ZONE = 'Asia/Ho_Chi_Minh';

/** Base of our code systems, extensions and identifier systems, as in @phr/fhir/identifiers. */
export const PHR_BASE = 'https://phr.example';
export const SERVICE_PRICE = `${PHR_BASE}/fhir/StructureDefinition/service-price`;
export const JOB_TITLE = `${PHR_BASE}/fhir/StructureDefinition/job-title`;
export const USAGE_COUNT = `${PHR_BASE}/fhir/StructureDefinition/usage-count`;
export const HL7 = 'http://terminology.hl7.org/CodeSystem';
export const ICD10 = 'http://hl7.org/fhir/sid/icd-10';

/** Deterministic id of a name (UUID version 8 from its hash). */
export function idOf(name: string): string {
  const hex = createHash('sha256').update(`phr-demo/${name}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

export interface Reference {
  readonly reference: string;
  readonly display?: string;
}

export function refTo(type: string, id: string, display?: string): Reference {
  return display === undefined ? { reference: `${type}/${id}` } : { reference: `${type}/${id}`, display };
}

export function refOf(resource: DemoResource, display?: string): Reference {
  return refTo(resource.resourceType, resource.id, display);
}

export interface Concept {
  readonly coding: readonly { readonly system: string; readonly code: string; readonly display: string }[];
  readonly text: string;
}

/** A coded word with its text. */
export function concept(system: string, code: string, text: string): Concept {
  return { coding: [{ system, code, display: text }], text };
}

export function identifier(kind: string, value: string): object {
  return { system: `${PHR_BASE}/sid/${kind}`, value };
}

/** Calendar and clock of one generation, relative to `now`, so that the newest reading is always recent. */
export interface Clock {
  readonly now: number;
  readonly today: string;
  /** The calendar day that many days from today; negative is past. */
  day(offset: number): string;
  /** A local time on a day relative to today, as ISO 8601 with offset. */
  at(offset: number, hour: number, minute?: number): string;
  /** Like `at`, in milliseconds. */
  instant(offset: number, hour: number, minute?: number): number;
}

export function clockOf(now: Date): Clock {
  const today = dayOf(now.getTime(), ZONE);
  const day = (offset: number): string => plainDate.add(today, { days: offset });
  const instant = (offset: number, hour: number, minute = 0): number =>
    startOfDay(day(offset), ZONE) + (hour * 60 + minute) * 60_000;
  return {
    now: now.getTime(),
    today,
    day,
    instant,
    at: (offset, hour, minute = 0) => toZoned(instant(offset, hour, minute), ZONE),
  };
}
