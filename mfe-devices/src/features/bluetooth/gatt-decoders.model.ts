import { GattReader, type MedicalFloat, numberOf } from './gatt-reader.port.ts';

// Decoders of Bluetooth SIG characteristics. Optional fields follow one another as announced by flags.

/** Names of set bits, lowest first; unnamed bits are skipped. */
const bitsOf = <T extends string>(word: number, names: readonly (T | undefined)[]): readonly T[] =>
  names.filter((name, bit): name is T => name !== undefined && (word & (1 << bit)) !== 0);

const has = (flags: number, bit: number): boolean => (flags & (1 << bit)) !== 0;

export interface BloodPressure {
  readonly unit: 'mmHg' | 'kPa';
  readonly systolic: number | null;
  readonly diastolic: number | null;
  readonly map: number | null;
  /** Undefined if the meter sends no time, null if its clock is unset. */
  readonly time?: string | null;
  readonly pulse?: number | null;
  /** User slot on the meter; 255 for unknown. */
  readonly userId?: number;
  readonly status?: readonly string[];
}

/** Blood Pressure Measurement, 2A35. */
export function decodeBloodPressure(bytes: DataView): BloodPressure {
  const read = new GattReader(bytes);
  const flags = read.u8();
  const [systolic, diastolic, map] = [numberOf(read.sfloat()), numberOf(read.sfloat()), numberOf(read.sfloat())];
  return {
    unit: has(flags, 0) ? 'kPa' : 'mmHg',
    systolic,
    diastolic,
    map,
    ...(has(flags, 1) && { time: read.time() }),
    ...(has(flags, 2) && { pulse: numberOf(read.sfloat()) }),
    ...(has(flags, 3) && { userId: read.u8() }),
    ...(has(flags, 4) && {
      status: bitsOf(read.u16(), [
        'bodyMovement',
        'cuffTooLoose',
        'irregularPulse',
        'pulseTooHigh',
        'pulseTooLow',
        'improperPosition',
      ]),
    }),
  };
}

/** Sample type of a control solution, which is not a patient's. */
export const CONTROL_SOLUTION = 10;

export interface Glucose {
  /** Sequence number of the record. */
  readonly seq: number;
  readonly baseTime: string | null;
  /** Time shown by the meter: base time plus offset. */
  readonly time: string | null;
  /** Minutes the user has shifted the clock by; null without an offset or on overrun. */
  readonly offsetMin: number | null;
  readonly unit: 'kg/L' | 'mol/L' | null;
  /** As sent, or HI/LO. Null without a concentration. */
  readonly raw: MedicalFloat | null;
  readonly mgdl?: number | null;
  readonly mmol?: number | null;
  readonly type?: number;
  readonly location?: number;
  readonly status: readonly string[];
  readonly contextFollows: boolean;
}

const GLUCOSE_STATUS = [
  'batteryLow',
  'sensorMalfunction',
  'sampleTooSmall',
  'stripInsertion',
  'stripType',
  'resultTooHigh',
  'resultTooLow',
  'temperatureTooHigh',
  'temperatureTooLow',
  'readInterrupted',
  'deviceFault',
  'timeFault',
];

/** Time offset overruns (7FFF, 8000): the time is unknown. */
const OVERRUN: readonly number[] = [0x7fff, -0x8000];

/** Glucose Measurement, 2A18. */
export function decodeGlucose(bytes: DataView): Glucose {
  const read = new GattReader(bytes);
  const flags = read.u8();
  const seq = read.u16();
  const baseTime = read.time();
  const offset = has(flags, 0) ? read.s16() : null;
  const isKnown = offset === null || !OVERRUN.includes(offset);
  const offsetMin = isKnown ? offset : null;
  const when = {
    seq,
    baseTime,
    time: baseTime === null || !isKnown ? null : shifted(baseTime, offsetMin ?? 0),
    offsetMin,
  };
  if (!has(flags, 1))
    return {
      ...when,
      unit: null,
      raw: null,
      status: has(flags, 3) ? bitsOf(read.u16(), GLUCOSE_STATUS) : [],
      contextFollows: has(flags, 4),
    };
  const raw = read.sfloat();
  const sample = read.u8();
  const value = numberOf(raw);
  const amount = has(flags, 2)
    ? ({ unit: 'mol/L', raw, mmol: value === null ? null : Number((value * 1_000).toPrecision(6)) } as const)
    : ({ unit: 'kg/L', raw, mgdl: value === null ? null : Number((value * 100_000).toPrecision(6)) } as const);
  return {
    ...when,
    ...amount,
    type: sample & 0x0f,
    location: sample >> 4,
    status: has(flags, 3) ? bitsOf(read.u16(), GLUCOSE_STATUS) : [],
    contextFollows: has(flags, 4),
  };
}

const shifted = (time: string, minutes: number): string =>
  new Date(Date.parse(`${time}Z`) + minutes * 60_000).toISOString().slice(0, 19);

/** Context of a glucose record, matched by sequence number. */
export interface GlucoseContext {
  readonly seq: number;
  readonly carbId?: number;
  readonly carbKg?: number | null;
  /** 1 before and 2 after a meal, 3 fasting, 4 casual, 5 bedtime. */
  readonly meal?: number;
  readonly tester?: number;
  readonly health?: number;
  readonly exerciseSeconds?: number;
  readonly exercisePercent?: number;
  readonly medicationId?: number;
  readonly medication?: number | null;
  readonly medicationUnit?: 'kg' | 'L';
  readonly hba1c?: number | null;
}

/** Glucose Measurement Context, 2A34. */
export function decodeGlucoseContext(bytes: DataView): GlucoseContext {
  const read = new GattReader(bytes);
  const flags = read.u8();
  const seq = read.u16();
  if (has(flags, 7)) read.u8();
  const carbohydrate = has(flags, 0) && { carbId: read.u8(), carbKg: numberOf(read.sfloat()) };
  const meal = has(flags, 1) && { meal: read.u8() };
  const testerAndHealth = has(flags, 2) ? read.u8() : undefined;
  return {
    seq,
    ...carbohydrate,
    ...meal,
    ...(testerAndHealth !== undefined && { tester: testerAndHealth & 0x0f, health: testerAndHealth >> 4 }),
    ...(has(flags, 3) && { exerciseSeconds: read.u16(), exercisePercent: read.u8() }),
    ...(has(flags, 4) && {
      medicationId: read.u8(),
      medication: numberOf(read.sfloat()),
      medicationUnit: has(flags, 5) ? 'L' : 'kg',
    }),
    ...(has(flags, 6) && { hba1c: numberOf(read.sfloat()) }),
  };
}

const RESPONSE = 6;

/** The meter's response at 2A52 to a request for records; undefined for anything else. */
export function decodeRecordAnswer(bytes: DataView): 'success' | 'noRecordsFound' | 'failed' | undefined {
  const read = new GattReader(bytes);
  if (read.u8() !== RESPONSE) return undefined;
  const [, , result] = [read.u8(), read.u8(), read.u8()];
  return result === 1 ? 'success' : result === 6 ? 'noRecordsFound' : 'failed';
}

export interface Temperature {
  readonly unit: 'C' | 'F';
  readonly value: number | null;
  readonly celsius?: number | null;
  readonly time?: string | null;
  readonly site?: number;
}

/** Temperature Measurement, 2A1C. */
export function decodeTemperature(bytes: DataView): Temperature {
  const read = new GattReader(bytes);
  const flags = read.u8();
  const value = numberOf(read.float());
  return {
    unit: has(flags, 0) ? 'F' : 'C',
    value,
    ...(has(flags, 0) && { celsius: value === null ? null : Number(((value - 32) / 1.8).toFixed(1)) }),
    ...(has(flags, 1) && { time: read.time() }),
    ...(has(flags, 2) && { site: read.u8() }),
  };
}

export interface SpotCheck {
  readonly spo2: number | null;
  readonly pulse: number | null;
  readonly time?: string | null;
  readonly status?: readonly string[];
}

/** Measurement Status; bits below 5 are reserved. */
const SPOT_STATUS = [
  undefined,
  undefined,
  undefined,
  undefined,
  undefined,
  'ongoing',
  'earlyEstimate',
  'validatedData',
  'fullyQualifiedData',
  'fromStorage',
  'demonstration',
  'testing',
  'calibration',
  'unavailable',
  'questionable',
  'invalid',
];

/** Device and Sensor Status. */
const SENSOR_STATUS = [
  'displayUpdateOngoing',
  'equipmentMalfunction',
  'signalIrregularity',
  'inadequateSignal',
  'poorSignal',
  'lowPerfusion',
  'erraticSignal',
  'nonpulsatileSignal',
  'questionablePulse',
  'signalAnalysisOngoing',
  'sensorInterference',
  'sensorUnconnected',
  'unknownSensor',
  'sensorDisplaced',
  'sensorMalfunctioning',
  'sensorDisconnected',
];

/** PLX Spot-Check Measurement, 2A5E. Reads every announced field, so that truncated packets are rejected. */
export function decodeSpotCheck(bytes: DataView): SpotCheck {
  const read = new GattReader(bytes);
  const flags = read.u8();
  const [spo2, pulse] = [numberOf(read.sfloat()), numberOf(read.sfloat())];
  const time = has(flags, 0) ? { time: read.time() } : {};
  const measurement = has(flags, 1) ? bitsOf(read.u16(), SPOT_STATUS) : undefined;
  const sensor = has(flags, 2) ? bitsOf(read.u24(), SENSOR_STATUS) : undefined;
  // pulse amplitude index, not stored
  if (has(flags, 3)) read.sfloat();
  const status =
    measurement === undefined && sensor === undefined ? {} : { status: [...(measurement ?? []), ...(sensor ?? [])] };
  return { spo2, pulse, ...time, ...(has(flags, 4) && { time: null }), ...status };
}

export interface Weight {
  readonly unit: 'kg' | 'lb';
  readonly weight: number | null;
  readonly kg?: number | null;
  readonly time?: string | null;
  readonly userId?: number;
  readonly bmi?: number;
  readonly height?: number;
}

const UNSUCCESSFUL = 0xffff;
const KG_OF_A_POUND = 0.453_592_37;

/** Weight Measurement, 2A9D. */
export function decodeWeight(bytes: DataView): Weight {
  const read = new GattReader(bytes);
  const flags = read.u8();
  const isImperial = has(flags, 0);
  const word = read.u16();
  const weight = word === UNSUCCESSFUL ? null : Number((word * (isImperial ? 0.01 : 0.005)).toFixed(3));
  return {
    unit: isImperial ? 'lb' : 'kg',
    weight,
    ...(isImperial && { kg: weight === null ? null : Number((weight * KG_OF_A_POUND).toFixed(1)) }),
    ...(has(flags, 1) && { time: read.time() }),
    ...(has(flags, 2) && { userId: read.u8() }),
    ...(has(flags, 3) && {
      bmi: Number((read.u16() * 0.1).toFixed(1)),
      height: Number((read.u16() * (isImperial ? 0.1 : 0.001)).toFixed(3)),
    }),
  };
}
