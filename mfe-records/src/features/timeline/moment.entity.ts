import type { Locale } from '@phr/contract/host-api';
import type { ScreenPlace } from '@phr/contract/screens';
import { period, reference } from '@phr/fhir/datatypes';
import { typeWords } from '@phr/fhir/dictionary.types';
import { lenientObject, text } from '@phr/fhir/json';
import { defined, idOf, readable } from '@phr/fhir/reading';
import { type Described, readDescribed } from '../described/described.entity.ts';
import { type Encounter, readEncounter } from '../encounters/encounter.entity.ts';
import { type Medicine, readMedicine } from '../medicines/medicine.entity.ts';

/** Kinds of the timeline: what a filter shows together. */
export const KINDS = ['visits', 'results', 'medicines', 'vaccines', 'papers', 'symptoms', 'readings'] as const;
export type MomentKind = (typeof KINDS)[number];

/** What happened at one time, as a row of the timeline. */
export interface Moment {
  readonly id: string;
  readonly kind: MomentKind;
  /** Its date with given precision: YYYY, YYYY-MM, YYYY-MM-DD or an instant. */
  readonly date?: string;
  readonly title: string;
  /** Text below the title. */
  readonly lines: readonly string[];
  /** For the badge of a status worth saying. */
  readonly status?: Pick<Described, 'status' | 'statusCode'>;
  /** Of a visit, whose state has words of its own (T6). */
  readonly encounter?: Encounter;
  readonly to: ScreenPlace;
  /** Id of its visit. */
  readonly visit?: string;
}

const wire = lenientObject({
  period,
  encounter: reference,
  authoredOn: text,
  occurrenceDateTime: text,
  dateTime: text,
  date: text,
});

interface Way {
  readonly kind: MomentKind;
  readonly to: (id: string) => ScreenPlace;
}

/** Timeline rules per type; dates are those the server sorts by. */
const WAYS: Readonly<
  Record<'Encounter' | 'MedicationRequest' | 'Immunization' | 'Consent' | 'DocumentReference', Way>
> = {
  Encounter: { kind: 'visits', to: (id) => ({ screen: 'encounter-details', params: { id } }) },
  MedicationRequest: { kind: 'medicines', to: () => ({ screen: 'medicines' }) },
  Immunization: { kind: 'vaccines', to: () => ({ screen: 'immunizations' }) },
  Consent: { kind: 'papers', to: (id) => ({ screen: 'patient-consent-details', params: { id } }) },
  DocumentReference: { kind: 'papers', to: () => ({ screen: 'record' }) },
};

/** Parses such a resource; undefined for other types and erroneous entries. */
export function readMoment(resource: unknown, locale: Locale): Moment | undefined {
  const described = readDescribed(resource, locale);
  if (described === undefined || described.standing === 'apart') return undefined;
  const type = Object.keys(WAYS).find((known) => known === described.type) as keyof typeof WAYS | undefined;
  if (type === undefined) return undefined;
  const raw = wire(resource);
  const date = raw?.period?.start ?? raw?.period?.end ?? raw?.authoredOn ?? raw?.occurrenceDateTime;
  return {
    id: `${type}/${described.id}`,
    kind: WAYS[type].kind,
    title: described.title,
    // a prescription is not the start of use, which the statement gives
    lines: [type === 'MedicationRequest' ? typeWords(type, locale) : undefined, described.subtitle].filter(
      (line) => line !== undefined,
    ),
    status: described,
    to: WAYS[type].to(described.id),
    ...defined({
      date: readable(date ?? raw?.dateTime ?? raw?.date),
      encounter: type === 'Encounter' ? readEncounter(resource, locale) : undefined,
      visit: type === 'MedicationRequest' ? idOf(raw?.encounter, 'Encounter') : undefined,
    }),
  };
}

const usage = lenientObject({ effectiveDateTime: text, effectivePeriod: period, dateAsserted: text });

/** When something began or ceased to be taken. */
export interface MedicineUse {
  readonly medicine: Medicine;
  /** for a medicine without its own dates, the assertion date */
  readonly start?: string;
  readonly stop?: string;
}

/** Parses a MedicationStatement; undefined without id or if erroneous. */
export function readMedicineUse(resource: unknown, locale: Locale): MedicineUse | undefined {
  const medicine = readMedicine(resource, locale);
  if (medicine === undefined || medicine.standing === 'apart') return undefined;
  const { effectiveDateTime, effectivePeriod, dateAsserted } = usage(resource) ?? {};
  const start =
    effectiveDateTime ?? effectivePeriod?.start ?? (effectivePeriod?.end === undefined ? dateAsserted : undefined);
  return { medicine, ...defined({ start: readable(start), stop: readable(effectivePeriod?.end) }) };
}
