import { codingsToWrite, type StoreKey, vitalOf } from '@phr/clinical/codings';
import {
  CELSIUS,
  KILOGRAM,
  MG_PER_DL,
  MM_HG,
  MMOL_PER_L,
  PER_MINUTE,
  PERCENT,
  UCUM,
  type Unit,
} from '@phr/clinical/units';
import { faultOf, type VitalField } from '@phr/clinical/validation';
import { createEntry, newObservation, type TransactionEntry } from '@phr/fhir/builders';
import { momentOf, toZoned } from '@phr/time/zone';
import {
  type BloodPressure,
  type Glucose,
  type SpotCheck,
  type Temperature,
  type Weight,
  CONTROL_SOLUTION,
} from './gatt-decoders.model.ts';

/** One measured value. */
export interface Part {
  readonly storeKey: StoreKey;
  readonly field: VitalField;
  readonly value: number;
  readonly unit: Unit;
}

/** Why something that a meter sent is shown and not saved: no number came, the glucose is beyond the meter's range, its clock cannot be right, a value is impossible. */
export type Unusable = 'failed' | 'high' | 'low' | 'clock' | 'impossible';

/** What a meter sent, in the units in which values are stored. */
export interface MeterReading {
  /** The same for the same reading, however often the meter sends it. */
  readonly key: string;
  /** Instant in milliseconds; undefined when the meter's clock is not set. */
  readonly at: number | undefined;
  /** Slot of the person on a meter that serves several. */
  readonly userId: number | undefined;
  readonly parts: readonly Part[];
  readonly unusable: Unusable | undefined;
}

/** When a packet came: the instant, the zone of this device, and a number that no other packet has. */
export interface Received {
  readonly now: number;
  readonly zone: string;
  readonly nonce: string;
}

/** A meter's clock may be this far ahead of ours before it counts as wrong. */
const AHEAD_MS = 10 * 60_000;
const NOBODY = 255;
const MMHG_OF_A_KPA = 7.500_62;

/** Instant of a meter's wall clock, in the zone of the person who stands beside it. Without a time a meter tells what it measures right now. */
function instantOfMeter(time: string | null | undefined, { now, zone }: Received): number | undefined {
  if (time === undefined) return now;
  if (time === null) return undefined;
  const [day = '', clock = ''] = time.split('T');
  return momentOf(day, clock.slice(0, 5), zone) + Number(clock.slice(6)) * 1_000;
}

interface Sent {
  readonly kind: string;
  readonly time: string | null | undefined;
  readonly userId?: number | undefined;
  readonly seq?: number;
  readonly unusable?: Unusable | undefined;
}

function readingOf(
  { kind, time, userId, seq, unusable }: Sent,
  values: readonly (Omit<Part, 'value'> & { readonly value: number | null | undefined })[],
  received: Received,
): MeterReading {
  const parts = values.flatMap(({ value, ...part }) => (typeof value === 'number' ? [{ ...part, value }] : []));
  const at = instantOfMeter(time, received);
  // What belongs to a value that is needed makes the whole unusable; a cuff that missed the pulse still has the pressure.
  const [needed] = values;
  const isFailed =
    needed === undefined ||
    values.some(({ storeKey, value }) => storeKey === needed.storeKey && (value === null || value === undefined));
  const isImpossible = parts.some(
    ({ storeKey, field, value }) =>
      storeKey === needed?.storeKey && (value <= 0 || faultOf(field, value) !== undefined),
  );
  const sound = parts.filter(({ field, value }) => value > 0 && faultOf(field, value) === undefined);
  const owner = userId === NOBODY ? undefined : userId;
  return {
    key: [kind, seq, time === undefined ? received.nonce : time, owner, ...parts.map(({ value }) => value)].join(' '),
    at,
    userId: owner,
    parts: isFailed || isImpossible ? [] : sound,
    unusable:
      unusable ??
      (isFailed
        ? 'failed'
        : isImpossible
          ? 'impossible'
          : at === undefined || at > received.now + AHEAD_MS
            ? 'clock'
            : undefined),
  };
}

const pulseOf = (value: number | null | undefined) =>
  ({ storeKey: 'heartRates', field: 'pulse', value, unit: PER_MINUTE }) as const;

export function fromBloodPressure(
  { unit, systolic, diastolic, pulse, time, userId }: BloodPressure,
  received: Received,
): MeterReading {
  const mmHg = (value: number | null) =>
    value === null ? null : Math.round(unit === 'kPa' ? value * MMHG_OF_A_KPA : value);
  return readingOf(
    { kind: 'bp', time, userId },
    [
      { storeKey: 'bloodPressures', field: 'systolic', value: mmHg(systolic), unit: MM_HG },
      { storeKey: 'bloodPressures', field: 'diastolic', value: mmHg(diastolic), unit: MM_HG },
      pulseOf(pulse),
    ],
    received,
  );
}

/** Undefined for a test with control solution and for a record without a concentration: neither is a person's reading. */
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
  return readingOf(
    { kind: 'glucose', seq, time, unusable: beyond },
    [{ storeKey: 'glucoses', field: 'glucose', value, unit: unit === 'mol/L' ? MMOL_PER_L : MG_PER_DL }],
    received,
  );
}

export function fromTemperature({ unit, value, celsius, time }: Temperature, received: Received): MeterReading {
  return readingOf(
    { kind: 'temperature', time },
    [{ storeKey: 'temperatures', field: 'temperature', value: unit === 'F' ? celsius : value, unit: CELSIUS }],
    received,
  );
}

/** Statuses under which a saturation is no measurement of a person. */
const NO_MEASUREMENT = ['demonstration', 'testing', 'calibration', 'unavailable', 'invalid'];

export function fromSpotCheck({ spo2, pulse, time, status = [] }: SpotCheck, received: Received): MeterReading {
  const unusable = status.some((one) => NO_MEASUREMENT.includes(one)) ? 'failed' : undefined;
  return readingOf(
    { kind: 'spo2', time, unusable },
    [{ storeKey: 'spo2s', field: 'spo2', value: spo2, unit: PERCENT }, pulseOf(pulse)],
    received,
  );
}

/** Weights are kept with one decimal, as the form takes them. */
export function fromWeight({ unit, weight, kg, time, userId }: Weight, received: Received): MeterReading {
  const value = unit === 'lb' ? kg : weight;
  return readingOf(
    { kind: 'weight', time, userId },
    [
      {
        storeKey: 'weights',
        field: 'weight',
        value: typeof value === 'number' ? Number(value.toFixed(1)) : value,
        unit: KILOGRAM,
      },
    ],
    received,
  );
}

/** The readings with one more, each once: a meter sends again what it sent before a lost connection. Newest first. */
export function withReading(readings: readonly MeterReading[], one: MeterReading): readonly MeterReading[] {
  if (readings.some(({ key }) => key === one.key)) return readings;
  return [...readings, one].toSorted((a, b) => (b.at ?? -Infinity) - (a.at ?? -Infinity));
}

/** True when a meter keeps readings of several people: none of them is taken for the person on screen without being chosen. */
export const hasSeveralUsers = (readings: readonly MeterReading[]): boolean =>
  new Set(readings.filter(({ unusable }) => unusable === undefined).map(({ userId }) => userId)).size > 1;

export interface SaveOptions {
  readonly patientId: string /** What tells this meter from others. */;
  readonly meter: string;
  readonly now: number;
  readonly zone: string;
}

/** The Observations of a reading; none of one that is not usable. The same reading of the same meter has the same ids, so that it is stored once. */
export async function entriesOf(
  reading: MeterReading,
  { patientId, meter, now, zone }: SaveOptions,
): Promise<readonly TransactionEntry[]> {
  const { at, unusable, key, parts } = reading;
  if (at === undefined || unusable !== undefined) return [];
  const kinds = [...new Set(parts.map(({ storeKey }) => storeKey))];
  return Promise.all(
    kinds.map(async (storeKey) => {
      const values = parts.filter((part) => part.storeKey === storeKey);
      const formId = await formIdOf(`${patientId} ${meter} ${storeKey} ${key}`);
      const quantity = ({ value, unit }: Part) => ({ value, unit: unit.sign, system: UCUM, code: unit.code });
      const [first] = values;
      const measured =
        storeKey === 'bloodPressures'
          ? {
              component: vitalOf(storeKey).components.flatMap(({ key: field, primaryCodings }) =>
                values
                  .filter((part) => part.field === field)
                  .map((part) => ({ code: { coding: primaryCodings }, valueQuantity: quantity(part) })),
              ),
            }
          : first === undefined
            ? {}
            : { valueQuantity: quantity(first) };
      const resource = newObservation({
        patientId,
        category: 'vital-signs',
        codings: codingsToWrite(storeKey, storeKey === 'bloodPressures' ? undefined : first?.unit),
        effective: toZoned(at, zone),
        issued: toZoned(now, zone),
        formId,
        ...measured,
      });
      return createEntry({ ...resource, device: { identifier: { value: meter } } }, formId);
    }),
  );
}

/** A UUID (version 8, RFC 9562) that is always the same for the same text. */
async function formIdOf(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  const hex = [...digest.slice(0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
