import { z } from 'zod';
import { isOwn, hasKnownSource } from '../../records/authorship.ts';
import type { Stored } from '../../records/repository.ts';
import { dateBounds } from '@phr/fhir/dates';
import { FACILITY_ZONE_MINUTES } from '../../kit/facility-zone.ts';
import { textAt, valuesAt, type Resource } from '../../fhir/resource.ts';
import { isObject } from '@phr/fhir/json';
import { codeSystem, extensionUrl, HL7, refTo } from '../../fhir/systems.ts';

/** Kinds patients can record: outpatient and inpatient of HL7 v3 ActCode, and our own three (D-55). */
export const CLASSES = ['SS', 'AMB', 'IMP', 'F0H', 'POST_COVID', 'FAMILY_DOCTOR'] as const;
/** Kind named by an invitation or registration; the list is open (D-98). */
export const EncounterType = z
  .string()
  .trim()
  .transform((text) => text.toUpperCase())
  .pipe(z.string().regex(/^[A-Z0-9_]{1,40}$/));

const HL7_CLASSES = new Set(['SS', 'AMB', 'IMP']);
const WORDS: Readonly<Record<string, string>> = {
  SS: 'Khám ngoại trú',
  AMB: 'Khám ngoại trú',
  IMP: 'Điều trị nội trú',
  F0H: 'Theo dõi COVID-19 tại nhà',
  POST_COVID: 'Theo dõi hậu COVID-19',
  FAMILY_DOCTOR: 'Bác sĩ gia đình',
};
/** Marks self-reported entries for other readers; the server's stamp decides who wrote it. */
const BY_PATIENT = { system: codeSystem('origin'), code: 'patient' };

export interface EncounterFacts {
  readonly patientId: string;
  readonly classCode: string;
  /** Place: a directory organisation, or free text. */
  readonly organization?: Stored;
  readonly placeName?: string;
  /** Also sees the encounter's data. */
  readonly sharedOrganization?: Stored;
  /** Days or instants; from now on without one. */
  readonly period?: { readonly start: string; readonly end?: string };
  readonly byPatient?: boolean;
}

/**
 * A new encounter: planned if it starts on a later day, finished if its period has passed, otherwise arrived
 * (T3).
 */
export function newEncounter(
  { patientId, classCode, organization, placeName, sharedOrganization, period, byPatient = false }: EncounterFacts,
  now = new Date(),
): Resource {
  const start = period?.start ?? now.toISOString();
  const words = WORDS[classCode] ?? 'Khám bệnh';
  const provider =
    organization === undefined
      ? placeName === undefined
        ? undefined
        : { display: placeName }
      : refTo('Organization', organization.id, textAt(JSON.parse(organization.content), 'name') ?? placeName);
  return {
    resourceType: 'Encounter',
    ...(byPatient ? { meta: { tag: [BY_PATIENT] } } : {}),
    status: statusAt(start, period?.end, now),
    class: {
      system: HL7_CLASSES.has(classCode) ? `${HL7}/v3-ActCode` : codeSystem('encounter-class'),
      code: classCode,
      display: words,
    },
    type: [{ text: words }],
    subject: refTo('Patient', patientId),
    period: { start, ...(period?.end === undefined ? {} : { end: period.end }) },
    ...(provider === undefined ? {} : { serviceProvider: provider }),
    ...(sharedOrganization === undefined
      ? {}
      : {
          extension: [
            {
              url: extensionUrl('shared-organization'),
              valueReference: refTo(
                'Organization',
                sharedOrganization.id,
                textAt(JSON.parse(sharedOrganization.content), 'name'),
              ),
            },
          ],
        }),
  };
}

/** Status implied by a period; a month or year has passed with its last day. */
export function statusAt(start: string, end: string | undefined, now: Date): 'planned' | 'finished' | 'arrived' {
  const [from, to] = [start, end ?? ''].map((date) => dateBounds(date, FACILITY_ZONE_MINUTES));
  if (from !== undefined && from.start > now) return 'planned';
  return to !== undefined && to.end < now ? 'finished' : 'arrived';
}

/**
 * True for a self-reported encounter: by the server's stamp, or for older ones by their mark. Registrations and
 * bookings are the service's.
 */
export function isByPatient(stored: Stored): boolean {
  return hasKnownSource(stored)
    ? isOwn(stored)
    : valuesAt(JSON.parse(stored.content), 'meta.tag').some(
        (tag) => isObject(tag) && tag['system'] === BY_PATIENT.system && tag['code'] === BY_PATIENT.code,
      );
}
