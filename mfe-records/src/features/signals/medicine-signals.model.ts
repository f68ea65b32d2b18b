import type { HostApi, WaitingWrite } from '@phr/contract/host-api';
import type { Locale } from '@phr/contract/locale';
import type { Signal } from '@phr/contract/today';
import { add } from '@phr/time/plain-date';
import { eventPartOf } from '@phr/fhir/doses';
import { dayOf, deviceZone, momentOf, startOfDay } from '@phr/time/zone';
import {
  dosesOn,
  dueDoses,
  type EventDose,
  eventDosesOn,
  type PlannedDose,
  stockDays,
  unrecordedDoses,
} from '../medicines/day.model.ts';
import { type Dose, readDose, waitingDoses } from '../medicines/dose.entity.ts';
import { instructionOf, isPlanned, type Medicine, readMedicine, inUseOf } from '../medicines/medicine.entity.ts';
import { recordDose } from '../medicines/medicines.api.ts';
import { type AllergyWarning, warningsOf } from '../medicines/warning.model.ts';
import {
  allergyDetail,
  allergyTitle,
  dueTitle,
  eventTitle,
  instructionWords,
  NO_REASON,
  OPEN,
  SKIP,
  STOCK_WHY,
  stockTitle,
  TAKEN,
  unrecordedTitle,
  waitingTitle,
} from './medicine-signals.words.ts';
import { nextLook, type Situation } from './situation.entity.ts';

type Told = Pick<Situation, 'patientId' | 'now' | 'locale'>;

/** What the source has read, as it was sent. */
export interface MedicineReads {
  readonly statements: readonly unknown[];
  /** Undefined while unknown. */
  readonly doses: readonly unknown[] | undefined;
  readonly allergies: readonly unknown[];
  readonly waiting: readonly WaitingWrite[];
}

const HOUR_MS = 60 * 60_000;
const UNDO_MS = 10_000;
/** Stock of this many days triggers a signal (S14, a product decision). */
const FEW_DAYS = 7;

/** S4, S7, S8 and S14 of a record. */
export function medicineSignals(reads: MedicineReads, told: Told): readonly Signal[] {
  const inUse = medicinesIn(reads, told);
  const warnings = warningsOf(reads.allergies, inUse).map((warning) => allergySignal(warning, told));
  if (reads.doses === undefined) return warnings;
  const recorded = recordedIn(reads, told);
  const planned = inUse.filter(isPlanned);
  const now = told.now.getTime();
  const zone = deviceZone();
  return [
    ...warnings,
    ...dueDoses(planned, recorded, now, zone).map((dose) => dueSignal(dose, told)),
    ...unrecordedDoses(planned, recorded, now, zone).map((dose) => unrecordedSignal(dose, told)),
    ...eventDosesOn(dayOf(now, zone), inUse, recorded)
      .filter((one) => one.dose === undefined && begins(one) <= now)
      .map((dose) => eventSignal(dose, told)),
    ...planned.flatMap((medicine) => {
      const days = stockDays(medicine, recorded, now, zone);
      return days === undefined || days > FEW_DAYS ? [] : [stockSignal(medicine, days, told)];
    }),
  ];
}

/** S4 of prescribed medicines. */
export function orderSignals(allergies: readonly unknown[], orders: readonly unknown[], told: Told): readonly Signal[] {
  const read = orders.map((order) => readMedicine(order, told.locale)).filter((order) => order !== undefined);
  return warningsOf(allergies, read).map((warning) => allergySignal(warning, told));
}

function medicinesIn({ statements }: MedicineReads, { locale }: Told): readonly Medicine[] {
  const read = statements.map((one) => readMedicine(one, locale)).filter((one) => one !== undefined);
  return inUseOf(read);
}

function recordedIn({ doses = [], waiting }: MedicineReads, { patientId }: Told): readonly Dose[] {
  return [...waitingDoses(waiting, patientId), ...doses.map(readDose).filter((dose) => dose !== undefined)];
}

type DoseRule = Pick<Signal, 'rank' | 'title' | 'at' | 'dueAt' | 'expiresAt'> &
  Partial<Pick<Signal, 'detail'>> & {
    readonly rule: 'S7' | 'S8';
    readonly actions: readonly ('taken' | 'skip')[];
  };

/** A dose to answer, as its rule says. */
function doseSignal(
  { statementId, local }: EventDose,
  { rule, actions, ...told }: DoseRule,
  { patientId, locale }: Told,
) {
  const labels = { taken: TAKEN[locale], skip: SKIP[locale] };
  return {
    ...told,
    id: `mfe-records/${rule}/${statementId}@${local}`,
    patientId,
    kind: 'due',
    icon: 'medicine',
    sources: [`MedicationStatement/${statementId}@${local}`],
    place: { screen: 'medicines', patientId },
    actions: actions.map((id) => ({ id, label: labels[id], undoMs: UNDO_MS })),
    dismiss: 'today',
  } as const satisfies Signal;
}

const isoOf = (instant: number): string => new Date(instant).toISOString();

/** The end of today. */
const midnight = (now: Date): string =>
  isoOf(startOfDay(add(dayOf(now.getTime(), deviceZone()), { days: 1 }), deviceZone()));

function dueSignal(planned: PlannedDose, told: Told): Signal {
  const { due, medicine } = planned;
  return doseSignal(
    planned,
    {
      rule: 'S7',
      rank: 0,
      title: dueTitle(planned),
      ...detailOf(medicine, told.locale),
      at: isoOf(due - HOUR_MS),
      dueAt: isoOf(due),
      expiresAt: isoOf(due + 4 * HOUR_MS),
      actions: ['taken'],
    },
    told,
  );
}

/** What one dose is, and how the medicine is taken, named as that. */
function detailOf(medicine: Medicine, locale: Locale): Pick<Signal, 'detail'> {
  const text = instructionOf(medicine);
  const instruction = text === undefined ? undefined : instructionWords(text, locale);
  const words = [medicine.amount, instruction].filter((part) => part !== undefined).join(' · ');
  return words === '' ? {} : { detail: words.length > 140 ? `${words.slice(0, 139)}…` : words };
}

function unrecordedSignal(planned: PlannedDose, told: Told): Signal {
  const due = isoOf(planned.due);
  return doseSignal(
    planned,
    {
      rule: 'S8',
      rank: 20,
      title: unrecordedTitle(planned, told.locale),
      at: due,
      dueAt: due,
      expiresAt: midnight(told.now),
      actions: ['taken', 'skip'],
    },
    told,
  );
}

/** When parts of the day begin, HH:mm. */
const BEGINS = { morning: '00:00', noon: '11:00', evening: '17:00', any: '00:00' } as const;

const begins = (dose: EventDose): number => momentOf(dose.local.slice(0, 10), BEGINS[eventPartOf(dose)], deviceZone());

/** A dose without an hour is due in its part of the day, and to be answered as long as the day lasts. */
function eventSignal(dose: EventDose, told: Told): Signal {
  return doseSignal(
    dose,
    {
      rule: 'S7',
      rank: 5,
      title: eventTitle(dose, told.locale),
      ...detailOf(dose.medicine, told.locale),
      at: isoOf(begins(dose)),
      expiresAt: midnight(told.now),
      actions: ['taken', 'skip'],
    },
    told,
  );
}

function stockSignal({ id, title }: Medicine, days: number, { patientId, now, locale }: Told): Signal {
  const place = { screen: 'medicine-details', params: { id }, patientId };
  return {
    id: `mfe-records/S14/${id}`,
    patientId,
    kind: 'soon',
    rank: 20,
    title: stockTitle(title, days, locale),
    detail: STOCK_WHY[locale],
    icon: 'medicine',
    at: now.toISOString(),
    expiresAt: nextLook(now),
    sources: [`MedicationStatement/${id}#stock`],
    place,
    actions: [{ id: 'open', label: OPEN[locale], place }],
    dismiss: 'today',
  };
}

function allergySignal(warning: AllergyWarning, { patientId, now, locale }: Told): Signal {
  const { allergyId, medicineId, medicineType } = warning;
  const place =
    medicineType === 'MedicationStatement'
      ? { screen: 'medicine-details', params: { id: medicineId }, patientId }
      : { screen: 'allergies', patientId };
  return {
    id: `mfe-records/S4/${allergyId}@${medicineId}`,
    patientId,
    kind: 'danger',
    rank: 5,
    title: allergyTitle(warning, locale),
    detail: allergyDetail(warning, locale),
    icon: 'allergy',
    at: now.toISOString(),
    expiresAt: nextLook(now),
    sources: [`AllergyIntolerance/${allergyId}`, `${medicineType}/${medicineId}`],
    place,
    actions: [{ id: 'open', label: OPEN[locale], place }],
    dismiss: '30d',
  };
}

/** Records a signal's dose as taken or skipped, unless recorded meanwhile. Rejects with AppError. */
export async function actOnDose(
  host: Pick<HostApi, 'request' | 'patient'>,
  reads: MedicineReads,
  told: Told,
  { signal, action }: { readonly signal: string; readonly action: string },
): Promise<void> {
  const slot = /^mfe-records\/S[78]\/(.+)@((\d{4}-\d\d-\d\d)T[\w:.-]+)$/.exec(signal);
  if (slot === null) return;
  const [, statementId, local, day = ''] = slot;
  const inUse = medicinesIn(reads, told);
  const recorded = recordedIn(reads, told);
  const now = told.now.getTime();
  const dose = [
    ...dosesOn(day, inUse.filter(isPlanned), recorded, now, deviceZone()),
    ...eventDosesOn(day, inUse, recorded),
  ].find((one) => one.statementId === statementId && one.local === local && one.dose === undefined);
  if (dose === undefined) return;
  const isTaken = action === 'taken';
  await recordDose(host, {
    planned: dose,
    patientId: told.patientId,
    now,
    title: waitingTitle(dose, isTaken, told.locale),
    ...(isTaken ? {} : { skipped: NO_REASON[told.locale] }),
  });
}
