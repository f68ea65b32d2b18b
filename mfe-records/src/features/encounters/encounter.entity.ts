import type { Locale } from '@phr/contract/host-api';
import {
  codeableConcept,
  coding,
  extension,
  identifier,
  meta,
  narrative,
  period,
  reference,
  type CodeableConcept,
  type Extension,
  type Reference,
} from '@phr/fhir/datatypes';
import { parseDate } from '@phr/fhir/dates';
import { isTyped } from '@phr/fhir/correctable';
import { isObject, list, lenientObject, text } from '@phr/fhir/json';
import { defined, hasCode, idOf, readable } from '@phr/fhir/reading';
import { isOwnSource, readSource } from '@phr/fhir/source';
import { sentWords } from '@phr/fhir/sent-words';
import * as plainDate from '@phr/time/plain-date';
import { dayOf, deviceZone } from '@phr/time/zone';
import { classKey, kindOf, type EncounterKind } from './encounter-kind.model.ts';

export type EncounterStatus =
  | 'planned'
  | 'arrived'
  | 'in-progress'
  | 'finished'
  | 'cancelled'
  | 'entered-in-error'
  | 'unknown';

/** An encounter as displayed. Dates are valid FHIR dates or absent. */
export interface Encounter {
  readonly id: string;
  /** The medical record identifier, else the id. */
  readonly code: string;
  readonly shortId: string;
  readonly status: EncounterStatus;
  readonly kind: EncounterKind;
  readonly classCode?: string;
  /** Text key of the class, or the text sent with it. */
  readonly className: { readonly key: string } | { readonly words: string } | undefined;
  /** Type of service, in the provider's words. */
  readonly type?: string;
  /** Codes of the type of service, if the provider has no text in this language; dictionaries may translate them. */
  readonly codedTypes?: readonly CodeableConcept[];
  readonly periodStart?: string;
  readonly periodEnd?: string;
  /** Calendar days, inclusive; absent for an open period. */
  readonly periodDays?: number;
  /** Further kind of visit, in the provider's words. */
  readonly extentType?: string;
  /** Code of the urgency. */
  readonly priority?: string;
  /** The urgency in words. */
  readonly priorityStr?: string;
  readonly serviceProvider: { readonly id?: string; readonly name?: string; readonly logo?: string };
  readonly patientId?: string;
  readonly accountId?: string;
  readonly coverageId?: string;
  /** Entered by the person, who alone may delete it. */
  readonly isOwn?: true;
  /** Typed by the person, so correctable. */
  readonly isTyped?: true;
  /** The person's note, as FHIR markup. */
  readonly ownNote?: string;
  /** Diagnoses with their role (AD, CM, DD, billing). */
  readonly diagnoses: readonly { readonly conditionId?: string; readonly display?: string; readonly use?: string }[];
}

const wire = lenientObject({
  id: text,
  meta,
  text: narrative,
  status: text,
  class: coding,
  type: list(codeableConcept),
  identifier: list(identifier),
  period,
  priority: codeableConcept,
  serviceProvider: reference,
  subject: reference,
  account: list(reference),
  extension: list(extension),
  diagnosis: list(lenientObject({ condition: reference, use: codeableConcept })),
});

/** R4 statuses without an own text; these mean the same to a patient (ENC-14). */
const STATUSES: Readonly<Record<string, EncounterStatus>> = {
  planned: 'planned',
  arrived: 'arrived',
  triaged: 'arrived',
  'in-progress': 'in-progress',
  onleave: 'in-progress',
  finished: 'finished',
  cancelled: 'cancelled',
  'entered-in-error': 'entered-in-error',
};

/** Parses an Encounter; undefined without an id, as it could not be opened. */
export function readEncounter(resource: unknown, locale: Locale): Encounter | undefined {
  const raw = wire(resource);
  if (raw?.id === undefined) return undefined;
  const classCode = raw.class?.code;
  const key = classKey(classCode);
  const words = raw.class?.display;
  const source = readSource(raw.meta?.source);
  const isOwn =
    source !== undefined
      ? isOwnSource(source)
      : raw.meta?.tag?.some(
          ({ system, code }) => code === 'patient' && system?.endsWith('/CodeSystem/origin') === true,
        ) === true;
  const said = (raw.type ?? []).map((one) => sentWords(one, locale));
  const coded = (raw.type ?? []).filter((one) => one.coding !== undefined);
  return {
    id: raw.id,
    code: raw.identifier?.find(({ type }) => hasCode(type, 'MR'))?.value ?? raw.id,
    shortId: raw.id.slice(0, 8).toUpperCase(),
    status: STATUSES[raw.status ?? ''] ?? 'unknown',
    kind: kindOf(classCode),
    className: key !== undefined ? { key } : words !== undefined ? { words } : undefined,
    serviceProvider: providerOf(raw.serviceProvider),
    diagnoses: (raw.diagnosis ?? []).map(({ condition, use }) =>
      defined({ conditionId: idOf(condition, 'Condition'), display: condition?.display, use: use?.coding?.[0]?.code }),
    ),
    ...defined({
      classCode,
      type: said.find((one) => one !== undefined)?.words,
      codedTypes: coded.length === 0 || said.some((one) => one?.inLanguage === true) ? undefined : coded,
      periodStart: readable(raw.period?.start),
      periodEnd: readable(raw.period?.end),
      periodDays: daysBetween(readable(raw.period?.start), readable(raw.period?.end)),
      extentType: extentTypeOf(raw.extension, locale),
      priority: raw.priority?.coding?.[0]?.code,
      priorityStr: sentWords(raw.priority, locale)?.words,
      patientId: idOf(raw.subject, 'Patient'),
      accountId: idOf(raw.account?.[0], 'Account'),
      isOwn: isOwn ? (true as const) : undefined,
      isTyped: isOwn && isObject(resource) && isTyped(resource) ? (true as const) : undefined,
      ownNote: isOwn ? raw.text?.div : undefined,
      coverageId: raw.extension
        ?.map(({ valueReference }) => idOf(valueReference, 'Coverage'))
        .find((id) => id !== undefined),
    }),
  };
}

/** Extension with an encounter's `extentType`, at any server's URL. */
function extentTypeOf(extensions: readonly Extension[] | undefined, locale: Locale): string | undefined {
  const found = extensions?.find(({ url }) => url !== undefined && /\/(?:encounter-)?extent-?type$/i.test(url));
  if (found === undefined) return undefined;
  const concept = found.valueCodeableConcept ?? (found.valueCoding && { coding: [found.valueCoding] });
  return sentWords(concept, locale)?.words ?? found.valueString ?? found.valueCode;
}

const organization = lenientObject({
  name: text,
  photo: list(lenientObject({ url: text })),
  extension: list(extension),
});

function providerOf(provider: Reference | undefined): Encounter['serviceProvider'] {
  const resolved = organization(provider?.resource);
  const logo = resolved?.extension
    ?.map(({ valueUrl, valueUri }) => valueUrl ?? valueUri)
    .find((url) => url !== undefined);
  return defined({ id: idOf(provider, 'Organization'), name: resolved?.name ?? provider?.display, logo });
}

function daysBetween(start: string | undefined, end: string | undefined): number | undefined {
  if (start === undefined || end === undefined) return undefined;
  const [first, last] = [localDay(start), localDay(end)];
  return first === undefined || last === undefined || last < first ? undefined : plainDate.until(first, last) + 1;
}

/** Local day of a date; undefined without a day. */
function localDay(date: string): plainDate.PlainDate | undefined {
  const parsed = parseDate(date);
  return plainDate.parse(parsed?.precision === 'instant' ? dayOf(parsed.at.getTime(), deviceZone()) : date);
}
