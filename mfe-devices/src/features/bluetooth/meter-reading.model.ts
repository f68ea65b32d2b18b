import type { Goal, WholeVerdict } from '@phr/clinical/assess/verdict';
import { codingsToWrite, vitalOf } from '@phr/clinical/codings';
import { type Meal, mealComponent } from '@phr/clinical/meal';
import { numberOf } from '@phr/clinical/parts';
import { MG_PER_DL, MMOL_PER_L, UCUM, type Unit } from '@phr/clinical/units';
import type { BluetoothSource, PartKey } from '@phr/clinical/vitals/define-vital';
import { looksSwapped } from '@phr/clinical/validation';
import { VITALS, type VitalKey } from '@phr/clinical/vitals/index';
import { checkPlausible, isMistaken } from '@phr/clinical/vitals/plausible';
import { writeObservation } from '@phr/clinical/assess/write';
import { createEntry, newObservation, type NewObservation, type TransactionEntry } from '@phr/fhir/builders';
import { statusExtensions } from '@phr/fhir/device-status';
import { weightOf } from '@phr/fhir/device-status-words';
import { type JudgingContext, verdictOf } from '@phr/fhir/judging';
import { observation } from '@phr/fhir/observation';
import { momentOf, toZoned } from '@phr/time/zone';
import { parseDateInput, parseTimeInput } from '@phr/ui/parse-input';
import {
  type BloodPressure,
  type Glucose,
  type GlucoseContext,
  type SpotCheck,
  type Temperature,
  type Weight,
  CONTROL_SOLUTION,
} from './gatt-decoders.model.ts';

/** One measured value. */
export interface Part {
  readonly vitalKey: VitalKey;
  readonly part: PartKey;
  readonly value: number;
  readonly unit: Unit;
}

/**
 * Why a reading is shown but not saved: no number, glucose out of the meter's range, invalid by the meter's own status,
 * impossible value. An implausible clock is asked about instead.
 */
export type Unusable = 'failed' | 'high' | 'low' | 'clock' | 'impossible';

/** A meter's reading in stored units. */
export interface MeterReading {
  /** Stable key of a reading, however often it is sent. */
  readonly key: string;
  /** Milliseconds; undefined if the meter's clock is unset. */
  readonly at: number | undefined;
  /** Sequence number, for meters that number their records. */
  readonly seq?: number | undefined;
  /** Relation to meals as entered on the meter. */
  readonly meal?: Meal;
  /** User slot of a multi-user meter. */
  readonly userId: number | undefined;
  /** Also present for a reading the meter marks as invalid: the number is shown. */
  readonly parts: readonly Part[];
  readonly unusable: Unusable | undefined;
  /** The meter's status flags, stored with the reading. */
  readonly status: readonly string[];
  /** True for a possible but rare value, which is not preselected. */
  readonly isRare: boolean;
}

/** Reception of a packet: instant, this device's zone, and a unique number. */
export interface Received {
  readonly now: number;
  readonly zone: string;
  readonly nonce: string;
}

/** Tolerance for a meter's clock running ahead. */
const AHEAD_MS = 10 * 60_000;
/** Before Bluetooth Low Energy existed: the clock was not set after a battery change. */
const EARLIEST = Date.UTC(2010, 0, 1);
const NOBODY = 255;

/** Instant of a meter's local time, in the zone of the person beside it. Without a time the measurement is current. */
function instantOfMeter(time: string | null | undefined, { now, zone }: Received): number | undefined {
  if (time === undefined) return now;
  if (time === null) return undefined;
  const [day = '', clock = ''] = time.split('T');
  return momentOf(day, clock.slice(0, 5), zone) + Number(clock.slice(6)) * 1_000;
}

/** Names used in reading keys; fixed, so that saved readings are recognized. */
const NAMES: Readonly<Record<BluetoothSource['characteristic'], string>> = {
  '2A35': 'bp',
  '2A18': 'glucose',
  '2A1C': 'temperature',
  '2A5E': 'spo2',
  '2A9D': 'weight',
};

interface Sent {
  readonly kind: BluetoothSource['characteristic'];
  readonly time: string | null | undefined;
  readonly userId?: number | undefined;
  readonly seq?: number;
  readonly unusable?: Unusable | undefined;
  readonly status?: readonly string[] | undefined;
}

interface SentValue {
  readonly value: number | null | undefined;
  /** Unit in the packet; absent means the vital's default. */
  readonly unit?: Unit;
}

/** Values of a packet, by the names used in vital definitions. */
type SentValues = Readonly<Record<string, SentValue>>;

/** Numbers of vitals in a characteristic; its main vital first. */
function picked(kind: BluetoothSource['characteristic'], values: SentValues) {
  return VITALS.flatMap(({ key, parts, ble = [] }) =>
    ble
      .filter(({ characteristic }) => characteristic === kind)
      .flatMap(({ pick }) =>
        parts.map(({ key: part, measures }) => {
          const { value, unit = measures[0].unit } = values[pick[part] ?? ''] ?? {};
          return { vitalKey: key, part, value, unit };
        }),
      ),
  ).toSorted((a, b) => Number(a.vitalKey === 'heartRates') - Number(b.vitalKey === 'heartRates'));
}

const isSound = ({ vitalKey, part, value, unit }: Part): boolean =>
  value > 0 && !isMistaken(vitalKey, part, value, unit.code);

function readingOf(
  { kind, time, userId, seq, unusable, status = [] }: Sent,
  sent: SentValues,
  received: Received,
): MeterReading {
  const values = picked(kind, sent);
  const parts = values.flatMap(({ value, ...part }) => (typeof value === 'number' ? [{ ...part, value }] : []));
  const at = instantOfMeter(time, received);
  // a missing required value invalidates the reading; a cuff that missed the pulse still has a pressure
  const [needed] = values;
  const isMissing =
    needed === undefined ||
    values.some(({ vitalKey, value }) => vitalKey === needed.vitalKey && (value === null || value === undefined));
  const isImpossible = parts.some((part) => part.vitalKey === needed?.vitalKey && !isSound(part));
  const sound = parts.filter(isSound);
  const owner = userId === NOBODY ? undefined : userId;
  return {
    key: [NAMES[kind], seq, time === undefined ? received.nonce : time, owner, ...parts.map(({ value }) => value)].join(
      ' ',
    ),
    at,
    seq,
    userId: owner,
    parts: isMissing || isImpossible ? [] : sound,
    unusable:
      unusable ??
      (isMissing || weightOf(status) === 'hard'
        ? 'failed'
        : isImpossible
          ? 'impossible'
          : at === undefined || at < EARLIEST || at > received.now + AHEAD_MS
            ? 'clock'
            : undefined),
    status,
    isRare:
      isSwapped(sound) ||
      sound.some(({ vitalKey, part, value, unit }) => checkPlausible(vitalKey, part, value, unit.code).fate === 'ask'),
  };
}

function isSwapped(parts: readonly Part[]): boolean {
  const of = (key: PartKey) => parts.find(({ part }) => part === key)?.value;
  const [systolic, diastolic] = [of('systolic'), of('diastolic')];
  return systolic !== undefined && diastolic !== undefined && looksSwapped(systolic, diastolic);
}

export function fromBloodPressure(
  { unit, systolic, diastolic, pulse, time, userId, status }: BloodPressure,
  received: Received,
): MeterReading {
  const pressure = (value: number | null): SentValue => ({
    value: value === null || unit === 'mmHg' ? value : keptNumber('bloodPressures', value, unit),
  });
  return readingOf(
    { kind: '2A35', time, userId, status },
    { systolic: pressure(systolic), diastolic: pressure(diastolic), pulse: { value: pulse } },
    received,
  );
}

/** A number in an accepted unit, converted to the stored one. */
function keptNumber(vitalKey: VitalKey, value: number, unit: string): number | null {
  return numberOf(vitalKey, { value, unit })?.value ?? null;
}

/** Undefined for control solution and for records without concentration: neither is a person's reading. */
export function fromGlucose(
  { seq, time, unit, raw, mgdl, mmol, type, status }: Glucose,
  received: Received,
): MeterReading | undefined {
  if (type === CONTROL_SOLUTION || unit === null) return undefined;
  const special = typeof raw === 'number' ? undefined : raw?.special;
  const beyond =
    status.includes('resultTooHigh') || special === '+INF'
      ? 'high'
      : status.includes('resultTooLow') || special === '-INF'
        ? 'low'
        : undefined;
  const value = beyond === undefined ? (unit === 'mol/L' ? mmol : mgdl) : null;
  // a meter that doubts its clock has no valid time
  const known = status.includes('timeFault') ? null : time;
  return readingOf(
    { kind: '2A18', seq, time: known, unusable: beyond, status },
    { value: { value, unit: unit === 'mol/L' ? MMOL_PER_L : MG_PER_DL } },
    received,
  );
}

const MEALS_OF_SIG: Readonly<Record<number, Meal>> = {
  1: 'preMeal',
  2: 'postMeal',
  3: 'fasting',
  4: 'casual',
  5: 'bedtime',
};

/** Relation to meals from a context; undefined for none and for reserved values. */
export const mealOfContext = ({ meal }: GlucoseContext): Meal | undefined =>
  meal === undefined ? undefined : MEALS_OF_SIG[meal];

/** Adds a meal, sent later by the meter, to its reading. */
export const withMeal = (
  readings: readonly MeterReading[],
  { seq, meal }: { readonly seq: number; readonly meal: Meal },
): readonly MeterReading[] => readings.map((reading) => (reading.seq === seq ? { ...reading, meal } : reading));

export function fromTemperature({ unit, value, celsius, time }: Temperature, received: Received): MeterReading {
  return readingOf({ kind: '2A1C', time }, { celsius: { value: unit === 'F' ? celsius : value } }, received);
}

export function fromSpotCheck({ spo2, pulse, time, status }: SpotCheck, received: Received): MeterReading {
  return readingOf({ kind: '2A5E', time, status }, { spo2: { value: spo2 }, pulse: { value: pulse } }, received);
}

/** Weights are stored with one decimal, as in the form. */
export function fromWeight({ unit, weight, kg, time, userId }: Weight, received: Received): MeterReading {
  const value = unit === 'lb' ? kg : weight;
  return readingOf(
    { kind: '2A9D', time, userId },
    { kg: { value: typeof value === 'number' ? Number(value.toFixed(1)) : value } },
    received,
  );
}

/** A typed date and time. */
export interface TypedTime {
  readonly date: string;
  readonly time: string;
}
export const NO_TIME: TypedTime = { date: '', time: '' };

/** Sets the typed time of a reading without clock; unchanged for invalid or future times. */
export function withTypedTime(
  reading: MeterReading,
  typed: TypedTime | undefined,
  now: number,
  zone: string,
): MeterReading {
  if (reading.unusable !== 'clock' || typed === undefined) return reading;
  const [date, time] = [parseDateInput(typed.date), parseTimeInput(typed.time)];
  if (date.kind !== 'date' || time === undefined) return reading;
  const at = momentOf(date.date, time, zone);
  return at > now ? reading : { ...reading, at, unusable: undefined };
}

/** Adds a reading, deduplicated: meters resend after a lost connection. Newest first. */
export function withReading(readings: readonly MeterReading[], one: MeterReading): readonly MeterReading[] {
  if (readings.some(({ key }) => key === one.key)) return readings;
  return [...readings, one].toSorted((a, b) => (b.at ?? -Infinity) - (a.at ?? -Infinity));
}

/** True for readings of several users: none is preselected for the person on screen. */
export const hasSeveralUsers = (readings: readonly MeterReading[]): boolean =>
  new Set(readings.filter(({ unusable }) => unusable === undefined).map(({ userId }) => userId)).size > 1;

export interface SaveOptions {
  readonly patientId: string;
  /** Facts about the person needed to code a value. */
  readonly birthDate?: string | undefined;
  readonly goals?: readonly Goal[] | undefined;
  /** Identifies the meter. */
  readonly meter: string;
  readonly now: number;
  readonly zone: string;
}

/**
 * Observations of a reading; none if it is not usable. Ids are derived from meter and reading, so that a reading is
 * stored once.
 */
export async function entriesOf(reading: MeterReading, options: SaveOptions): Promise<readonly TransactionEntry[]> {
  return Promise.all(
    vitalsOf(reading).map(async (vitalKey) => {
      const formId = await formIdOf(`${options.patientId} ${options.meter} ${vitalKey} ${reading.key}`);
      return createEntry(resourceOf(reading, vitalKey, formId, options), formId);
    }),
  );
}

/** A vital of a reading, with what every list will say of it once it is saved. */
export interface JudgedVital {
  readonly vitalKey: VitalKey;
  readonly verdict: WholeVerdict;
}

/** How the values of a reading are judged: as they would be stored. Nothing of one that is not usable. */
export function judgedVitals(
  reading: MeterReading,
  options: SaveOptions,
  context: JudgingContext,
): readonly JudgedVital[] {
  return vitalsOf(reading).flatMap((vitalKey) => {
    const read = observation(resourceOf(reading, vitalKey, '', options));
    return read === undefined ? [] : [{ vitalKey, verdict: verdictOf(read, context) }];
  });
}

/** The vitals of a reading that can be saved. */
const vitalsOf = ({ at, unusable, parts }: MeterReading): readonly VitalKey[] =>
  at === undefined || unusable !== undefined ? [] : [...new Set(parts.map(({ vitalKey }) => vitalKey))];

/** One vital of a reading as it is stored. */
function resourceOf(
  { at = 0, parts, status, meal }: MeterReading,
  vitalKey: VitalKey,
  formId: string,
  { patientId, meter, now, zone, ...judged }: SaveOptions,
): NewObservation & { readonly device: object } {
  const values = parts.filter((part) => part.vitalKey === vitalKey);
  const effective = toZoned(at, zone);
  const measured =
    vitalKey === 'bloodPressures'
      ? { component: componentsOf(values, besideOf(vitalKey, values, effective, zone, judged)) }
      : valueOf(values, meal, besideOf(vitalKey, values, effective, zone, judged));
  const resource = newObservation({
    patientId,
    category: 'vital-signs',
    codings: codingsToWrite(vitalKey, vitalKey === 'bloodPressures' ? undefined : values[0]?.unit),
    effective,
    issued: toZoned(now, zone),
    formId,
    ...measured,
  });
  const said = status.length === 0 ? {} : { extension: statusExtensions(status) };
  return { ...resource, ...said, device: { identifier: { value: meter } } };
}

type Beside = ReturnType<typeof writeObservation>;

/** What is written beside the values, for other systems. */
const besideOf = (
  vital: VitalKey,
  values: readonly Part[],
  at: string,
  zone: string,
  { birthDate, goals }: Pick<SaveOptions, 'birthDate' | 'goals'>,
): Beside =>
  writeObservation({
    vital,
    measured: values.map(({ part, value, unit }) => ({ part, value, unit: unit.code })),
    at,
    zone,
    person: birthDate === undefined ? {} : { birthDate },
    ...(goals === undefined ? {} : { goals }),
  });

const quantityOf = ({ value, unit }: Part) => ({ value, unit: unit.sign, system: UCUM, code: unit.code });

const componentsOf = (values: readonly Part[], beside: Beside) =>
  vitalOf('bloodPressures').components.flatMap(({ key, primaryCodings }) =>
    values
      .filter(({ part }) => part === key)
      .map((part) => ({
        code: { coding: primaryCodings },
        valueQuantity: quantityOf(part),
        ...beside[part.part],
      })),
  );

const valueOf = ([first]: readonly Part[], meal: Meal | undefined, beside: Beside) =>
  first === undefined
    ? {}
    : {
        valueQuantity: quantityOf(first),
        ...beside[first.part],
        ...(meal !== undefined && { component: [mealComponent(meal)] }),
      };

/** A UUID (version 8, RFC 9562) that is always the same for the same text. */
async function formIdOf(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  const hex = [...digest.slice(0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
