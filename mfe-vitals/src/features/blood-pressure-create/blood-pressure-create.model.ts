import { seriesMean, type Pressure } from '@phr/clinical/blood-pressure-series';
import { diastolicFlag, DIASTOLIC_REFERENCE, systolicFlag, SYSTOLIC_REFERENCE } from '@phr/clinical/blood-pressure';
import { DIASTOLIC, SNOMED, SYSTOLIC, type ComponentCoding } from '@phr/clinical/codings';
import type { Flag } from '@phr/clinical/levels';
import { MM_HG, PER_MINUTE } from '@phr/clinical/units';
import { isEntered, looksSwapped, readValue, unlikely } from '@phr/clinical/validation';
import { interpretation, type ComponentInput } from '@phr/fhir/builders';
import type { ParseResult, FieldError } from '@phr/module-kit/checked-form';
import { ARM_CODES } from '../readings/reading.model.ts';
import { asksForHelp } from '../urgent/urgent.model.ts';
import {
  quantity,
  readingOn,
  valueReading,
  writtenRange,
  type NewReading,
  type Occasion,
} from '../record/new-reading.model.ts';
import { checkOccasion, faultMessage, type OccasionForm } from '../record/record.model.ts';

export type Arm = 'left' | 'right';
type Part = 'systolic' | 'diastolic' | 'pulse';

/** Readings of a series; the fields of each end in its number, those of the first in nothing. */
export const SERIES = ['', '2', '3'] as const;
export type Place = (typeof SERIES)[number];

/** What stands in the fields, as typed. `times` is '3' for a series. */
export type BloodPressureForm = Readonly<Record<`${Part}${Place}` | 'arm' | 'times', string>>;

export const EMPTY_FORM: BloodPressureForm = {
  systolic: '',
  diastolic: '',
  pulse: '',
  systolic2: '',
  diastolic2: '',
  pulse2: '',
  systolic3: '',
  diastolic3: '',
  pulse3: '',
  arm: 'right',
  times: '1',
};

/** A form that can be saved, in the types of the clinic. */
export interface BloodPressureEntry {
  /** One reading, or three taken one after the other, oldest first. */
  readonly series: readonly Pressure[];
  readonly arm: Arm;
  /** Instant of the last reading, in milliseconds. */
  readonly measuredAt: number;
  readonly note?: string;
}

/**
 * Checks what was typed. Limits: VIT-16 to VIT-18.
 * @param zone IANA zone in which date and time were typed
 */
export function checkForm(
  form: BloodPressureForm & OccasionForm,
  now: number,
  zone: string,
): ParseResult<BloodPressureEntry> {
  const faults: FieldError[] = [];
  const numberIn = (part: Part, place: Place): number | undefined => {
    const read = readValue(part, form[`${part}${place}`], part !== 'pulse');
    if (read.ok) return read.value;
    faults.push({
      field: `${part}${place}`,
      message:
        part !== 'pulse' && read.fault.fault === 'required'
          ? `vit.err.${part}Required`
          : faultMessage(part, read.fault),
    });
    return undefined;
  };
  const series = placesOf(form).flatMap((place): Pressure[] => {
    const [systolic, diastolic, pulse] = [
      numberIn('systolic', place),
      numberIn('diastolic', place),
      numberIn('pulse', place),
    ];
    return systolic === undefined || diastolic === undefined
      ? []
      : [{ systolic, diastolic, ...(isEntered(pulse) ? { pulse } : {}) }];
  });
  const { measuredAt, note, faults: occasionFaults } = checkOccasion(form, now, zone);
  faults.push(...occasionFaults);
  if (faults.length > 0 || measuredAt === undefined) return { ok: false, faults };
  return {
    ok: true,
    entry: { series, arm: form.arm === 'left' ? 'left' : 'right', measuredAt, ...(note === undefined ? {} : { note }) },
  };
}

/** The readings that the form asks for. */
export function placesOf({ times }: BloodPressureForm): readonly Place[] {
  return times === '3' ? SERIES : [''];
}

/** The mean of what has been typed of a series so far, for the form; undefined while there are no two readings. */
export function meanOfForm(form: BloodPressureForm): Pressure | undefined {
  return seriesMean(
    placesOf(form).flatMap((place): Pressure[] => {
      const [systolic, diastolic] = [
        readValue('systolic', form[`systolic${place}`]),
        readValue('diastolic', form[`diastolic${place}`]),
      ];
      return systolic.ok && diastolic.ok && systolic.value !== undefined && diastolic.value !== undefined
        ? [{ systolic: systolic.value, diastolic: diastolic.value }]
        : [];
    }),
  );
}

/** A possible value that is asked about once before saving (UX-31). */
export type Doubt =
  | { readonly kind: 'unlikely'; readonly field: Part; readonly value: number }
  | { readonly kind: 'swapped'; readonly systolic: number; readonly diastolic: number };

/** @param last the latest reading of this person, if known */
export function doubtsAbout(
  { series }: Pick<BloodPressureEntry, 'series'>,
  last?: { readonly systolic?: number; readonly diastolic?: number },
): readonly Doubt[] {
  return series.flatMap((reading): Doubt[] => {
    if (looksSwapped(reading.systolic, reading.diastolic))
      return [{ kind: 'swapped', systolic: reading.systolic, diastolic: reading.diastolic }];
    const asked: readonly (readonly [Part, number | undefined, number | undefined])[] = [
      ['systolic', reading.systolic, last?.systolic],
      ['diastolic', reading.diastolic, last?.diastolic],
      ['pulse', reading.pulse, undefined],
    ];
    return asked.flatMap(([field, value, previous]): Doubt[] =>
      value !== undefined && unlikely(field, value, previous) !== undefined ? [{ kind: 'unlikely', field, value }] : [],
    );
  });
}

/** True when the last reading, which is the one that counts now, asks for the instruction. @param age completed years, if known */
export function isUrgent({ series }: Pick<BloodPressureEntry, 'series'>, age: number | undefined): boolean {
  const last = series.at(-1);
  return (
    last !== undefined &&
    asksForHelp('bloodPressures', { systolic: last.systolic, diastolic: last.diastolic }, MM_HG.code, age)
  );
}

const MINUTE = 60_000;

/**
 * The observations of an entry: each blood pressure, and each pulse that was given. Nobody writes down the minute of every reading of a
 * series: they are stored a minute apart, the last one at the time of the form.
 */
export function readingsFor(entry: BloodPressureEntry, occasion: Occasion): readonly NewReading[] {
  return entry.series.flatMap((reading, index) => {
    const place = SERIES[index] ?? '';
    const at = { ...occasion, measuredAt: entry.measuredAt - (entry.series.length - 1 - index) * MINUTE };
    const bloodPressure = readingOn(
      at,
      'bloodPressures',
      {
        bodySite: {
          system: SNOMED,
          code: ARM_CODES[entry.arm],
          display: entry.arm === 'right' ? 'Right upper arm structure' : 'Left upper arm structure',
        },
        component: [
          component(SYSTOLIC, reading.systolic, systolicFlag(reading.systolic), SYSTOLIC_REFERENCE),
          component(DIASTOLIC, reading.diastolic, diastolicFlag(reading.diastolic), DIASTOLIC_REFERENCE),
        ],
      },
      `bloodPressure${place}`,
    );
    if (reading.pulse === undefined) return [bloodPressure];
    // The note belongs to the blood pressure.
    const { note: _note, ...plain } = at;
    return [
      bloodPressure,
      valueReading(
        { ...plain, idOf: (name) => occasion.idOf(`${name}${place}`) },
        'heartRates',
        reading.pulse,
        PER_MINUTE,
      ),
    ];
  });
}

function component(
  part: ComponentCoding,
  value: number,
  flag: Flag,
  reference: { readonly low: number; readonly high: number },
): ComponentInput {
  return {
    code: { coding: part.primaryCodings },
    valueQuantity: quantity(value, part.unit),
    interpretation: [interpretation(flag)],
    referenceRange: [writtenRange(reference, part.unit)],
  };
}
