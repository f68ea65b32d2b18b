import type { Locale } from '@phr/contract/locale';
import { isCorrectable } from '@phr/fhir/correctable';
import { dosesWords } from '@phr/fhir/describe/dosage';
import { confirmedAt, readEventPlan, readPlan, type DosePlan } from '@phr/fhir/dose-plan';
import type { Dosage } from '@phr/fhir/datatypes';
import { isObject } from '@phr/fhir/json';
import { formatQuantity } from '@phr/fhir/quantities';
import { defined, idOf } from '@phr/fhir/reading';
import { medicationUse } from '@phr/fhir/resources';
import { storedVersion, type StoredResource, type StoredVersion } from '@phr/module-kit/correction';
import { deviceZone } from '@phr/time/zone';
import { type Described, readDescribed } from '../described/described.entity.ts';
import { readStock, type CountedStock } from './stock.entity.ts';
import { listOf } from './wire.entity.ts';

/** A medicine taken now or earlier: a MedicationStatement, or its order (MedicationRequest). */
export interface Medicine extends Described {
  readonly version: StoredVersion;
  /** Typed by the person, so correctable. */
  readonly isOwn: boolean;
  /** Times from structured timing; a proposal until confirmed. */
  readonly plan?: DosePlan;
  /** Its plan by parts of the day, for a timing that names no hour. */
  readonly events?: DosePlan;
  /** True for one that is taken when it is needed. */
  readonly isAsNeeded: boolean;
  /** What one dose is: '1 viên'; only where all doses are the same. */
  readonly amount?: string;
  /** When the person confirmed the times, ISO 8601. */
  readonly confirmed?: string;
  readonly stock?: CountedStock;
  /** Reason, in words. */
  readonly reason?: string;
  /** The doses word for word, and what is structured of them. */
  readonly doses: readonly string[];
  /** Ids of statements and orders it was copied from. */
  readonly from: readonly string[];
}

/** A medicine with confirmed times: only these have planned doses. */
export type PlannedMedicine = Medicine & { readonly plan: DosePlan };

/** Reads a medicine; undefined without an id. */
export function readMedicine(resource: unknown, locale: Locale): Medicine | undefined {
  const described = readDescribed(asNamed(resource), locale);
  const version = isObject(resource) ? storedVersion(resource) : undefined;
  if (described === undefined || version === undefined) return undefined;
  const raw = medicationUse(resource);
  const dosages = raw?.dosage ?? raw?.dosageInstruction ?? [];
  const links = derived(version.resource);
  return {
    ...described,
    original: resource,
    version,
    isOwn: isCorrectable(resource),
    doses: dosesWords(dosages, locale),
    from: links,
    isAsNeeded: dosages.some(isNeeded),
    ...defined({
      amount: amountOf(dosages, locale),
      events: readEventPlan(resource, deviceZone()),
      plan: readPlan(resource, deviceZone()),
      // only the person's own entries can have been confirmed by the person
      confirmed: isCorrectable(resource) ? confirmedAt(resource) : undefined,
      stock: readStock(version.resource),
      reason: raw?.reasonCode
        ?.map(({ text, coding }) => text ?? coding?.[0]?.display)
        .find((words) => words !== undefined),
    }),
  };
}

const isNeeded = ({ asNeededBoolean, asNeededCodeableConcept }: Dosage): boolean =>
  asNeededBoolean === true || asNeededCodeableConcept !== undefined;

/** What a dose is where there is one dosage with one plain quantity. */
function amountOf([dosage, ...others]: readonly Dosage[], locale: Locale): string | undefined {
  const [rate, ...rates] = dosage?.doseAndRate ?? [];
  if (others.length > 0 || rates.length > 0 || rate === undefined || Object.keys(rate).length > 1) return undefined;
  return formatQuantity(rate.doseQuantity, locale);
}

/**
 * Dosage instruction for the list of doses: only the rest of the original text if time and amount of each dose are
 * shown next to it, else all of it. Undefined if there is none.
 */
export function instructionOf({ original, doses, amount, plan, events }: Medicine): string | undefined {
  const resource = isObject(original) ? original : {};
  const [dosage] = listOf(resource['dosage'] ?? resource['dosageInstruction']);
  const isShownBeside = amount !== undefined && (plan ?? events) !== undefined;
  if (isShownBeside && isObject(dosage) && Object.keys(dosage).every((key) => FORM_DOSAGE.has(key)))
    return typeof dosage['text'] === 'string' ? dosage['text'] : undefined;
  return doses.length === 0 ? undefined : doses.join(' ');
}

/**
 * Drops a Medication the search resolved inline if the reference has its own name: the name is displayed, and the
 * Medication is only used for matching allergies.
 */
function asNamed(resource: unknown): unknown {
  const target = isObject(resource) ? resource['medicationReference'] : undefined;
  if (!isObject(resource) || !isObject(target) || target['display'] === undefined) return resource;
  const { resource: _inline, ...reference } = target;
  return { ...resource, medicationReference: reference };
}

function derived({ derivedFrom, basedOn }: StoredVersion['resource']): readonly string[] {
  const links = [derivedFrom, basedOn].flatMap(listOf);
  return links.flatMap((link) => {
    const reference =
      isObject(link) && typeof link['reference'] === 'string' ? { reference: link['reference'] } : undefined;
    const id = idOf(reference, 'MedicationStatement') ?? idOf(reference, 'MedicationRequest');
    return id === undefined ? [] : [id];
  });
}

/** True if doses are planned: in use, with confirmed times. */
export function isPlanned(medicine: Medicine): medicine is PlannedMedicine {
  return medicine.standing === 'current' && medicine.confirmed !== undefined && medicine.plan !== undefined;
}

/** True for a current medicine that has no planned times or parts of the day and is not taken as needed. */
export const isWithoutPlan = (medicine: Medicine): boolean =>
  medicine.standing === 'current' && !isPlanned(medicine) && medicine.events === undefined && !medicine.isAsNeeded;

/** Leaves out entries that the person has copied into an own one, so that each medicine is listed once. */
export function withoutSuperseded<T extends Pick<Medicine, 'id' | 'from' | 'standing'>>(
  all: readonly T[],
): readonly T[] {
  const over = new Set(all.filter(({ standing }) => standing !== 'apart').flatMap(({ from }) => from));
  return all.filter(({ id }) => !over.has(id));
}

/** What is taken now, each medicine once. */
export function inUseOf<T extends Pick<Medicine, 'id' | 'from' | 'standing'>>(all: readonly T[]): readonly T[] {
  return withoutSuperseded(all).filter(({ standing }) => standing === 'current');
}

const FORM_DOSAGE = new Set(['text', 'timing', 'asNeededBoolean', 'doseAndRate']);

/** True if the form can show all doses of a statement; otherwise it is not correctable there. */
export function fitsForm(resource: StoredResource): boolean {
  const [dosage, ...others] = listOf(resource['dosage']);
  if (dosage === undefined) return true;
  if (others.length > 0 || !isObject(dosage) || !Object.keys(dosage).every((key) => FORM_DOSAGE.has(key))) return false;
  const [rate, ...rates] = listOf(dosage['doseAndRate']);
  const isPlain = rate === undefined || (isObject(rate) && Object.keys(rate).join() === 'doseQuantity');
  const plan = readPlan(resource, deviceZone());
  return (
    rates.length === 0 &&
    isPlain &&
    (dosage['timing'] === undefined || (plan !== undefined && plan.everyDays === undefined))
  );
}
