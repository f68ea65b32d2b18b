import type { Goal, Measured } from '@phr/clinical/assess/verdict';
import { writeObservation } from '@phr/clinical/assess/write';
import { codingsToWrite, vitalOf, type VitalKey } from '@phr/clinical/codings';
import { CELSIUS, MM_HG, PER_MINUTE, PERCENT, UCUM, type Unit } from '@phr/clinical/units';
import { questionAbout, readValue, type VitalField } from '@phr/clinical/validation';
import { signOfUnit, type Suggestion } from '@phr/clinical/vitals/plausible';
import type { Locale } from '@phr/contract/locale';
import { isBloodPressureEntered, isEntered } from '@phr/clinical/entered';
import { newObservation, type ComponentInput, type ObservationInput } from '@phr/fhir/builders';
import type { Quantity } from '@phr/fhir/datatypes';
import { formatQuantity } from '@phr/fhir/quantities';
import type { FieldError } from '@phr/module-kit/checked-form';
import { deviceZone } from '@phr/time/zone';
import { parseDecimal } from '@phr/ui/parse-input';
import type { NewResource } from '../form/save.api.ts';

/** The readings of a report at home, in the order of the form. */
export const READING_FIELDS = ['temperature', 'spo2', 'pulse', 'respiratoryRate', 'systolic', 'diastolic'] as const;
export type ReadingField = (typeof READING_FIELDS)[number];

/** Entered readings; empty fields and zeros are skipped (SYM-10). */
export type Readings = Readonly<Partial<Record<ReadingField, number>>>;

export const UNITS: Readonly<Record<ReadingField, Unit>> = {
  temperature: CELSIUS,
  spo2: PERCENT,
  pulse: PER_MINUTE,
  respiratoryRate: PER_MINUTE,
  systolic: MM_HG,
  diastolic: MM_HG,
};

/**
 * Parses readings with the vital signs' limits (VIT-16 to VIT-20). A value that looks like another unit (0.97 % SpO2)
 * is rejected with the likely one.
 */
export function readReadings(
  form: Readonly<Record<ReadingField, string>>,
  locale: Locale,
): {
  readonly readings: Readings;
  readonly faults: readonly FieldError[];
} {
  const faults: FieldError[] = [];
  const readings: Partial<Record<ReadingField, number>> = {};
  for (const field of READING_FIELDS) {
    const read = readValue(field satisfies VitalField, form[field]);
    const value = read.ok && isEntered(read.value) ? read.value : undefined;
    const typed = parseDecimal(form[field]);
    const meant = typed === undefined ? undefined : questionAbout(field, typed)?.suggest;
    if (meant !== undefined)
      faults.push({
        field,
        message: 'rep.err.meant',
        words: { value: form[field].trim(), unit: UNITS[field].sign, other: likelyWords(meant, locale) },
      });
    else if (!read.ok) faults.push({ field, message: `rep.err.${field}` });
    else if (value !== undefined) readings[field] = value;
  }
  const { systolic, diastolic } = readings;
  if (faults.length === 0 && (systolic === undefined) !== (diastolic === undefined))
    faults.push({ field: systolic === undefined ? 'systolic' : 'diastolic', message: 'rep.err.bothPressures' });
  return { readings, faults };
}

const likelyWords = ({ value, unit, shown }: Suggestion, locale: Locale): string =>
  formatQuantity({ value: shown?.value ?? value, unit: shown?.unit.sign ?? signOfUnit(unit) }, locale) ?? '';

const SIMPLE: readonly (readonly [ReadingField, VitalKey])[] = [
  ['temperature', 'temperatures'],
  ['spo2', 'spo2s'],
  ['pulse', 'heartRates'],
  ['respiratoryRate', 'respiratoryRates'],
];

/** What all observations of a report share. */
export type ReportOccasion = Pick<ObservationInput, 'patientId' | 'effective' | 'issued' | 'encounterId'> & {
  readonly idOf: (name: string) => string;
  /** The stored coding depends on age and goals. */
  readonly birthDate?: string | undefined;
  readonly goals?: readonly Goal[] | undefined;
};

/** One observation per entered reading; blood pressure is one with two parts. */
export function readingObservations(
  readings: Readings,
  { idOf, birthDate, goals, ...occasion }: ReportOccasion,
): readonly NewResource[] {
  const written = (vital: VitalKey, measured: readonly Measured[]) =>
    writeObservation({
      vital,
      measured,
      at: typeof occasion.effective === 'string' ? occasion.effective : (occasion.effective.start ?? occasion.issued),
      zone: deviceZone(),
      person: birthDate === undefined ? {} : { birthDate },
      ...(goals === undefined ? {} : { goals }),
    });
  const common = (vitalKey: VitalKey) => ({
    ...occasion,
    category: 'vital-signs' as const,
    codings: codingsToWrite(vitalKey),
    formId: idOf(vitalKey),
  });
  const simple = SIMPLE.flatMap(([field, vitalKey]): readonly NewResource[] => {
    const value = readings[field];
    if (value === undefined) return [];
    const unit = UNITS[field];
    const word = written(vitalKey, [{ part: 'value', value, unit: unit.code }]).value;
    const resource = newObservation({
      ...common(vitalKey),
      valueQuantity: quantity(value, unit),
      ...word,
    });
    return [{ formId: idOf(vitalKey), resource }];
  });
  const { systolic, diastolic } = readings;
  if (systolic === undefined || diastolic === undefined || !isBloodPressureEntered(systolic, diastolic)) return simple;
  const pressureWord = written('bloodPressures', [
    { part: 'systolic', value: systolic, unit: MM_HG.code },
    { part: 'diastolic', value: diastolic, unit: MM_HG.code },
  ]);
  const component = vitalOf('bloodPressures').components.flatMap(
    ({ key, primaryCodings }): readonly ComponentInput[] => {
      const value = key === 'systolic' ? systolic : key === 'diastolic' ? diastolic : undefined;
      return value === undefined
        ? []
        : [
            {
              code: { coding: primaryCodings },
              valueQuantity: quantity(value, MM_HG),
              ...pressureWord[key === 'systolic' ? 'systolic' : 'diastolic'],
            },
          ];
    },
  );
  return [
    ...simple,
    { formId: idOf('bloodPressures'), resource: newObservation({ ...common('bloodPressures'), component }) },
  ];
}

function quantity(value: number, unit: Unit): Quantity {
  return { value, unit: unit.sign, system: UCUM, code: unit.code };
}
