import { seriesMean, usedOfSeries, type Pressure } from '@phr/clinical/blood-pressure-series';
import { DIASTOLIC, SYSTOLIC, type ComponentCoding } from '@phr/clinical/codings';
import { MM_HG, PER_MINUTE } from '@phr/clinical/units';
import { looksSwapped, questionAbout, readValue, type Question } from '@phr/clinical/validation';
import { isEntered } from '@phr/clinical/entered';
import type { WrittenWord } from '@phr/clinical/assess/write';
import type { Locale } from '@phr/contract/host-api';
import type { ComponentInput } from '@phr/fhir/builders';
import { isObject, text } from '@phr/fhir/json';
import { defined } from '@phr/fhir/reading';
import { type FieldError, type ParseResult, textsOf } from '@phr/module-kit/checked-form';
import { ARM_CODINGS, type Reading } from '../readings/reading.model.ts';
import { typedIn } from '../record/correction.model.ts';
import {
  quantity,
  readingOn,
  valueReading,
  interpretationsOf,
  type NewReading,
  type Occasion,
} from '../record/new-reading.model.ts';
import { checkOccasion, valueError, type OccasionForm } from '../record/record.model.ts';

export type Arm = 'left' | 'right';
const ARMS: readonly Arm[] = ['left', 'right'];
export type Part = 'systolic' | 'diastolic' | 'pulse';

/** The numbers of one reading, as typed. */
export type TypedPressure = Readonly<Record<Part, string>>;

/** Form fields. */
export interface BloodPressureForm {
  /** Three readings; only the first counts unless `times` is '3'. */
  readonly series: readonly TypedPressure[];
  readonly arm: string;
  readonly times: string;
}

const EMPTY: TypedPressure = { systolic: '', diastolic: '', pulse: '' };

export const EMPTY_FORM: BloodPressureForm = { series: [EMPTY, EMPTY, EMPTY], arm: 'right', times: '1' };

/** Suffix of field names and write ids for a reading of the series: none for the first, then its number. */
export const suffixOf = (place: number): string => (place === 0 ? '' : String(place + 1));

/** The name of a field: 'systolic', 'pulse2'. */
export const fieldOf = (part: Part, place: number): string => `${part}${suffixOf(place)}`;

/** The form with changed fields of one reading. */
export function withTyped(
  { series }: BloodPressureForm,
  place: number,
  typed: Partial<TypedPressure>,
): Pick<BloodPressureForm, 'series'> {
  return { series: series.map((one, index) => (index === place ? { ...one, ...typed } : one)) };
}

/** Restores a draft, including the older format with one field per number. */
export function readDraft<Form extends BloodPressureForm>(kept: unknown, first: Form): Form | undefined {
  const { series: empty, ...texts } = first;
  const read = textsOf(kept, texts);
  if (read === undefined || !isObject(kept)) return undefined;
  const series: readonly unknown[] = Array.isArray(kept['series']) ? kept['series'] : [];
  const numbers = (place: number): TypedPressure => {
    const typed = series[place];
    const textOf = (part: Part): string => text(isObject(typed) ? typed[part] : kept[fieldOf(part, place)]) ?? '';
    return { systolic: textOf('systolic'), diastolic: textOf('diastolic'), pulse: textOf('pulse') };
  };
  return { ...first, ...read, series: empty.map((_, place) => numbers(place)) };
}

/** A stored blood pressure as form fields. */
export function formOf(reading: Reading, locale: Locale): BloodPressureForm {
  const typed = {
    systolic: typedIn(reading, 'systolic', locale),
    diastolic: typedIn(reading, 'diastolic', locale),
  };
  return { ...EMPTY_FORM, ...withTyped(EMPTY_FORM, 0, typed), arm: reading.arm ?? '' };
}

/** A form that can be saved, in the types of the clinic. */
export interface BloodPressureEntry {
  /** One reading, or three consecutive ones, oldest first. */
  readonly series: readonly Pressure[];
  /** Absent if the corrected reading has another site or none. */
  readonly arm?: Arm;
  /** Instant of the last reading, in milliseconds. */
  readonly measuredAt: number;
  readonly note?: string;
}

/**
 * Validates the input. Limits: VIT-16 to VIT-18.
 * @param zone IANA zone of the typed date and time
 */
export function checkForm(
  form: BloodPressureForm & OccasionForm,
  now: number,
  zone: string,
  locale?: Locale,
): ParseResult<BloodPressureEntry> {
  const faults: FieldError[] = [];
  const numberIn = (part: Part, typed: TypedPressure, place: number): number | undefined => {
    const read = readValue(part, typed[part], part !== 'pulse');
    if (read.ok) return read.value;
    const name = fieldOf(part, place);
    faults.push(
      part !== 'pulse' && read.fault.fault === 'required'
        ? { field: name, message: `vit.err.${part}Required` }
        : valueError(part, typed[part], read.fault, { name, ...(locale && { locale }) }),
    );
    return undefined;
  };
  const series = typedOf(form).flatMap((typed, place): Pressure[] => {
    const [systolic, diastolic, pulse] = [
      numberIn('systolic', typed, place),
      numberIn('diastolic', typed, place),
      numberIn('pulse', typed, place),
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
    entry: { series, measuredAt, ...defined({ arm: ARMS.find((arm) => arm === form.arm), note }) },
  };
}

/** The readings the form asks for. */
export function typedOf({ series, times }: BloodPressureForm): readonly TypedPressure[] {
  return times === '3' ? series : series.slice(0, 1);
}

/** Mean and count of the series typed so far; undefined below two readings. */
export function meanOfForm(
  form: BloodPressureForm,
): { readonly mean: Pressure; readonly used: number; readonly count: number } | undefined {
  const series = typedOf(form).flatMap((typed): Pressure[] => {
    const [systolic, diastolic] = [readValue('systolic', typed.systolic), readValue('diastolic', typed.diastolic)];
    return systolic.ok && diastolic.ok && systolic.value !== undefined && diastolic.value !== undefined
      ? [{ systolic: systolic.value, diastolic: diastolic.value }]
      : [];
  });
  const mean = seriesMean(series);
  return mean === undefined ? undefined : { mean, used: usedOfSeries(series).length, count: series.length };
}

/** A possible value that needs confirmation (UX-31). */
export type Doubt =
  | { readonly kind: 'value'; readonly question: Question }
  | { readonly kind: 'swapped'; readonly systolic: number; readonly diastolic: number };

/** @param last the person's latest reading, if known */
export function doubtsAbout(
  { series }: Pick<BloodPressureEntry, 'series'>,
  last?: { readonly systolic?: number; readonly diastolic?: number },
): readonly Doubt[] {
  return series.flatMap((reading): Doubt[] => {
    if (looksSwapped(reading.systolic, reading.diastolic))
      return [{ kind: 'swapped', systolic: reading.systolic, diastolic: reading.diastolic }];
    const checks: readonly (readonly [Part, number | undefined, number | undefined])[] = [
      ['systolic', reading.systolic, last?.systolic],
      ['diastolic', reading.diastolic, last?.diastolic],
      ['pulse', reading.pulse, undefined],
    ];
    return checks.flatMap(([field, value, previous]): Doubt[] => {
      const before = previous === undefined ? undefined : { value: previous };
      const question = value === undefined ? undefined : questionAbout(field, value, undefined, before);
      return question === undefined ? [] : [{ kind: 'value', question }];
    });
  });
}

const MINUTE = 60_000;

/**
 * Observations of an entry: each blood pressure, and each given pulse. Exact times in a series are not asked for:
 * readings are stored a minute apart, the last at the form's time.
 */
export function readingsFor(entry: BloodPressureEntry, occasion: Occasion): readonly NewReading[] {
  return entry.series.flatMap((reading, index) => {
    const suffix = suffixOf(index);
    const at = { ...occasion, measuredAt: entry.measuredAt - (entry.series.length - 1 - index) * MINUTE };
    const { systolic, diastolic } = reading;
    const word = interpretationsOf(at, 'bloodPressures', { systolic, diastolic }, MM_HG);
    const bloodPressure = readingOn(
      at,
      'bloodPressures',
      {
        ...(entry.arm === undefined ? {} : { bodySite: ARM_CODINGS[entry.arm] }),
        component: [
          component(SYSTOLIC, reading.systolic, word.systolic),
          component(DIASTOLIC, reading.diastolic, word.diastolic),
        ],
      },
      `bloodPressure${suffix}`,
    );
    if (reading.pulse === undefined) return [bloodPressure];
    // The note belongs to the blood pressure.
    const { note: _note, ...plain } = at;
    return [
      bloodPressure,
      valueReading(
        { ...plain, idOf: (name) => occasion.idOf(`${name}${suffix}`) },
        'heartRates',
        reading.pulse,
        PER_MINUTE,
      ),
    ];
  });
}

function component(part: ComponentCoding, value: number, word: WrittenWord | undefined): ComponentInput {
  return { code: { coding: part.primaryCodings }, valueQuantity: quantity(value, part.unit), ...word };
}
