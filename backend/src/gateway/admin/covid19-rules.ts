import { localized, type Localized } from '@phr/i18n/localized';
import { componentOf, vitalIn, type VitalKey } from '@phr/clinical/codings';
import { isFever, isGrownUp, isSevereBreathing, isSevereSpo2 } from '@phr/clinical/covid19';
import type { Level } from '@phr/clinical/levels';
import { numberOf } from '@phr/clinical/parts';
import { z } from 'zod';

// Rules of the home monitoring of COVID-19, as data. They give the urgency of medical advice, not a diagnosis.
// QD261: Ministry of Health of Vietnam, decision 261/QĐ-BYT of 31 January 2022, home care of people with COVID-19 (signs to report at once; tracking sheet).
// QD2671: the same ministry, decision 2671/QĐ-BYT of 26 June 2023, diagnosis and treatment (mild: SpO2 over 96 %; severe: below 94 % or more than 30 breaths a minute).
// WHO: Clinical management of COVID-19, living guideline (age above 60 among the risk factors of a severe course).
// IMCI: WHO, Integrated Management of Childhood Illness, chart booklet (fever from 37.5 °C, high fever from 38.5 °C).
type Source = '261/QĐ-BYT' | '2671/QĐ-BYT' | 'WHO' | 'WHO IMCI';

/** Facts about a person at one time. Undefined: not measured. */
export interface Findings {
  /** Completed years. */
  readonly age: number | undefined;
  /** Per cent. */
  readonly spo2: number | undefined;
  /** Breaths a minute. */
  readonly breaths: number | undefined;
  /** Beats a minute. */
  readonly pulse: number | undefined;
  /** mmHg. */
  readonly systolic: number | undefined;
  readonly diastolic: number | undefined;
  /** Degrees Celsius. */
  readonly temperature: number | undefined;
  /** Keys of the symptoms that the person has (table T5). */
  readonly symptoms: ReadonlySet<string>;
}

interface Rule {
  readonly level: Exclude<Level, 'target'>;
  readonly source: Source;
  readonly words: Localized;
  readonly holds: (findings: Findings) => boolean;
}

const isAdult = ({ age }: Findings): boolean => isGrownUp(age);
const is = (value: number | undefined, test: (value: number) => boolean): boolean => value !== undefined && test(value);
const has =
  (...keys: readonly string[]) =>
  ({ symptoms }: Findings): boolean =>
    keys.some((key) => symptoms.has(key));
/** Breaths per minute from which a person of that age breathes too fast (QD261, which has none for babies). */
const fastBreaths = ({ age }: Findings): number =>
  age === undefined || isGrownUp(age) ? 21 : age >= 5 ? 30 : age >= 1 ? 40 : Infinity;

export const RULES: readonly Rule[] = [
  {
    level: 'veryDangerous',
    source: '2671/QĐ-BYT',
    words: localized('SpO2 dưới 94 %', 'SpO2 below 94 %'),
    holds: ({ spo2 }) => is(spo2, isSevereSpo2),
  },
  {
    level: 'veryDangerous',
    source: '2671/QĐ-BYT',
    words: localized('Nhịp thở trên 30 lần/phút', 'More than 30 breaths a minute'),
    holds: ({ age, breaths }) => is(breaths, (value) => isSevereBreathing(value, age)),
  },
  {
    level: 'veryDangerous',
    source: '261/QĐ-BYT',
    words: localized('Khó thở', 'Hard breath'),
    holds: has('hard-breath'),
  },
  {
    level: 'veryDangerous',
    source: '261/QĐ-BYT',
    words: localized('Ho ra máu', 'Cough with blood'),
    holds: has('cough-with-blood'),
  },
  {
    level: 'veryDangerous',
    source: '261/QĐ-BYT',
    words: localized('Đau tức ngực kéo dài', 'Prolonged chest pain'),
    holds: has('prolonged-chest-pain'),
  },
  {
    level: 'veryDangerous',
    source: '261/QĐ-BYT',
    words: localized('Lơ mơ, không tỉnh táo', 'Not fully conscious'),
    holds: has('unconscious'),
  },
  {
    level: 'dangerous',
    source: '261/QĐ-BYT',
    words: localized('SpO2 từ 94 đến 96 %', 'SpO2 of 94 to 96 %'),
    holds: ({ spo2 }) => is(spo2, (value) => value >= 94 && value <= 96),
  },
  {
    level: 'dangerous',
    source: '261/QĐ-BYT',
    words: localized('Thở nhanh', 'Fast breathing'),
    holds: (f) => is(f.breaths, (value) => value >= fastBreaths(f)),
  },
  {
    level: 'dangerous',
    source: '261/QĐ-BYT',
    words: localized('Mạch trên 120 hoặc dưới 50 lần/phút', 'Pulse above 120 or below 50 a minute'),
    holds: (f) => isAdult(f) && is(f.pulse, (value) => value > 120 || value < 50),
  },
  {
    level: 'dangerous',
    source: '261/QĐ-BYT',
    words: localized(
      'Huyết áp tâm thu dưới 90 hoặc tâm trương dưới 60 mmHg',
      'Systolic below 90 or diastolic below 60 mmHg',
    ),
    holds: (f) => isAdult(f) && (is(f.systolic, (value) => value < 90) || is(f.diastolic, (value) => value < 60)),
  },
  {
    level: 'dangerous',
    source: 'WHO IMCI',
    words: localized('Trẻ sốt từ 38,5 °C', 'Child with a fever from 38.5 °C'),
    holds: (f) => !isAdult(f) && is(f.temperature, (value) => value >= 38.5),
  },
  {
    level: 'mild',
    source: 'WHO',
    words: localized('Có triệu chứng và trên 60 tuổi', 'Symptoms above the age of 60'),
    holds: (f) => is(f.age, (age) => age > 60) && (f.symptoms.size > 0 || is(f.temperature, isFever)),
  },
  {
    level: 'veryMild',
    source: 'WHO IMCI',
    words: localized('Nhiệt độ trên 37,5 °C', 'Temperature above 37.5 °C'),
    holds: ({ temperature }) => is(temperature, isFever),
  },
  {
    level: 'veryMild',
    source: '261/QĐ-BYT',
    words: localized('Có triệu chứng nhẹ', 'Light symptoms'),
    holds: ({ symptoms }) => symptoms.size > 0,
  },
];

export interface Verdict {
  readonly level: Level;
  /** The rules of that level that hold. */
  readonly reasons: readonly { readonly words: Localized; readonly source: Source }[];
}

/** The most urgent level with a matching rule; 'target' if none. */
export function assess(findings: Findings): Verdict {
  const found = RULES.filter(({ holds }) => holds(findings));
  const level = (['veryDangerous', 'dangerous', 'mild', 'veryMild'] as const).find((one) =>
    found.some((rule) => rule.level === one),
  );
  return level === undefined
    ? { level: 'target', reasons: [] }
    : { level, reasons: found.filter((rule) => rule.level === level).map(({ words, source }) => ({ words, source })) };
}

const Codes = z.object({
  coding: z.array(z.object({ system: z.string().optional(), code: z.string().optional() })).default([]),
});
const Quantity = z.object({
  value: z.number().optional(),
  code: z.string().optional(),
  unit: z.string().optional(),
});
/** Parsed parts of an observation. */
export const ReportedObservation = z.looseObject({
  resourceType: z.literal('Observation'),
  code: Codes,
  valueQuantity: Quantity.optional(),
  interpretation: z.array(Codes).default([]),
  component: z
    .array(z.object({ code: Codes, valueQuantity: Quantity.optional(), interpretation: z.array(Codes).default([]) }))
    .default([]),
});
type Reported = z.output<typeof ReportedObservation>;

/** Parses a health report. Vital signs by any of their codes (D-01) and units; symptoms by key if marked POS. */
export function findingsOf(observations: readonly Reported[], age: number | undefined): Findings {
  const parts = observations.flatMap(({ code, valueQuantity, interpretation, component }) => [
    { code, valueQuantity, interpretation },
    ...component,
  ]);
  const codesIn = ({ coding }: z.output<typeof Codes>): readonly string[] => coding.flatMap(({ code }) => code ?? []);
  /** The first number with such a code, converted to the rules' unit; without a unit taken as is. */
  const value = (vitalKey: VitalKey, isWanted: (code: z.output<typeof Codes>) => boolean): number | undefined => {
    const written = parts.find((part) => part.valueQuantity?.value !== undefined && isWanted(part.code));
    const { value: number, code, unit } = written?.valueQuantity ?? {};
    if (number === undefined || (code === undefined && unit === undefined)) return number;
    return numberOf(vitalKey, { value: number, code, unit })?.value;
  };
  const vital = (vitalKey: VitalKey) => value(vitalKey, (code) => vitalIn(code) === vitalKey);
  const pressure = (key: string) => value('bloodPressures', (code) => componentOf('bloodPressures', code)?.key === key);
  const positive = parts.filter(({ interpretation }) => interpretation.some((one) => codesIn(one).includes('POS')));
  return {
    age,
    spo2: vital('spo2s'),
    breaths: vital('respiratoryRates'),
    pulse: vital('heartRates'),
    temperature: vital('temperatures'),
    systolic: pressure('systolic'),
    diastolic: pressure('diastolic'),
    symptoms: new Set(positive.flatMap(({ code }) => codesIn(code)).filter((code) => SYMPTOMS.has(code))),
  };
}

/** Basic and critical symptoms of the tracking sheet (table T5). */
const SYMPTOMS = new Set([
  'tired',
  'cough',
  'cough-with-phlegm',
  'chills',
  'conjunctivitis',
  'loss-of-taste-or-smell',
  'diarrhea',
  'fever',
  'hard-breath',
  'cough-with-blood',
  'prolonged-chest-pain',
  'unconscious',
]);
