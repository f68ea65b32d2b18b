import { LOINC, type Coding } from '@phr/clinical/codings';
import { UCUM } from '@phr/clinical/units';
import { type ComponentInput, newObservation } from '@phr/fhir/builders';
import type { ParseResult, FieldError } from '@phr/module-kit/checked-form';
import { parseDecimal } from '@phr/ui/parse-input';
import { localSystem } from '../form/local-codes.model.ts';
import type { NewResource } from '../form/save.api.ts';

export type SocialForm = Readonly<Record<'frequency' | 'drinksPerDay' | 'binge' | 'packs' | 'years', string>>;

export const EMPTY_SOCIAL: SocialForm = { frequency: '', drinksPerDay: '', binge: '', packs: '', years: '' };

/** Answers of AUDIT-C questions 1 and 3 (LOINC answer lists of 68518-0 and 68520-6). */
export const DRINKING = [
  ['never', 'LA6270-8'],
  ['monthlyOrLess', 'LA18926-8'],
  ['2to4aMonth', 'LA18927-6'],
  ['2to3aWeek', 'LA18928-4'],
  ['4aWeekOrMore', 'LA18929-2'],
] as const;
export const BINGES = [
  ['never', 'LA6270-8'],
  ['lessThanMonthly', 'LA18933-4'],
  ['monthly', 'LA18876-5'],
  ['weekly', 'LA18891-4'],
  ['daily', 'LA18934-2'],
] as const;

/** Plausibility limits: standard drinks a day, packs a year, years of smoking. */
const MOST = { drinksPerDay: 100, packs: 3_000, years: 100 } as const;
const DAYS_OF_YEAR = 365;

/** Known habits; empty fields are not guessed. */
export interface SocialEntry {
  readonly alcohol?: { readonly frequency?: string; readonly drinksPerDay?: number; readonly binge?: string };
  readonly packsPerYear?: number;
  readonly yearsSmoked?: number;
}

/**
 * Pack-years: packs per day times years, one decimal (a pack of 20 cigarettes a day for a year is one). Undefined if
 * either is unknown.
 */
export function packYearsOf({ packsPerYear, yearsSmoked }: SocialEntry): number | undefined {
  return packsPerYear === undefined || yearsSmoked === undefined
    ? undefined
    : Math.round((packsPerYear / DAYS_OF_YEAR) * yearsSmoked * 10) / 10;
}

/** The same from form fields; undefined if a number is missing or invalid. */
export function packYearsIn({ packs, years }: SocialForm): number | undefined {
  const [packsPerYear, yearsSmoked] = [readAmount('packs', packs).value, readAmount('years', years).value];
  return packYearsOf({
    ...(packsPerYear === undefined ? {} : { packsPerYear }),
    ...(yearsSmoked === undefined ? {} : { yearsSmoked }),
  });
}

/** Validates the input; at least one answer is required. Non-drinkers are not asked for amounts. */
export function checkSocial(form: SocialForm): ParseResult<SocialEntry> {
  const drinks = form.frequency !== 'never';
  const drinksPerDay = drinks ? readAmount('drinksPerDay', form.drinksPerDay) : { faults: [] };
  const packs = readAmount('packs', form.packs);
  const years = readAmount('years', form.years);
  const faults: FieldError[] = [...drinksPerDay.faults, ...packs.faults, ...years.faults];
  const alcohol = {
    ...(form.frequency === '' ? {} : { frequency: form.frequency }),
    ...(drinksPerDay.value === undefined ? {} : { drinksPerDay: drinksPerDay.value }),
    ...(drinks && form.binge !== '' ? { binge: form.binge } : {}),
  };
  const entry = {
    ...(Object.keys(alcohol).length === 0 ? {} : { alcohol }),
    ...(packs.value === undefined ? {} : { packsPerYear: packs.value }),
    ...(years.value === undefined ? {} : { yearsSmoked: years.value }),
  };
  if (faults.length === 0 && Object.keys(entry).length === 0)
    faults.push({ field: 'frequency', message: 'soc.err.none' });
  return faults.length > 0 ? { ok: false, faults } : { ok: true, entry };
}

function readAmount(
  field: keyof typeof MOST,
  typed: string,
): { readonly value?: number; readonly faults: readonly FieldError[] } {
  if (typed.trim() === '') return { faults: [] };
  const value = parseDecimal(typed);
  if (value === undefined) return { faults: [{ field, message: 'field.numberInvalid' }] };
  return value < 0 || value > MOST[field]
    ? { faults: [{ field, message: `soc.err.${field}` }] }
    : { value, faults: [] };
}

export interface SocialOccasion {
  readonly patientId: string;
  readonly encounterId: string | undefined;
  /** Calendar day of the statement. */
  readonly today: string;
  readonly issued: string;
  readonly idOf: (name: string) => string;
  /** An answer in the language on screen. */
  readonly words: (group: 'frequency' | 'binge', key: string) => string;
  /** Names in the language on screen. */
  readonly names: { readonly alcohol: string; readonly tobacco: string };
}

const loinc = (code: string, display: string): Coding => ({ system: LOINC, code, display });

/** Social-history observations, one for alcohol and one for tobacco (SOC-01 to SOC-03). */
export function socialObservations(
  { alcohol, packsPerYear, yearsSmoked }: SocialEntry,
  { patientId, encounterId, today, issued, idOf, words, names }: SocialOccasion,
): readonly NewResource[] {
  const common = {
    patientId,
    category: 'social-history',
    effective: today,
    issued,
    ...(encounterId === undefined ? {} : { encounterId }),
  } as const;
  const observation = (
    name: 'alcohol' | 'tobacco',
    coding: Coding,
    component: readonly ComponentInput[],
  ): NewResource => {
    const formId = idOf(name);
    return {
      formId,
      resource: newObservation({ ...common, codings: [coding], codeText: names[name], formId, component }),
    };
  };
  const answer = (
    group: 'frequency' | 'binge',
    coding: Coding,
    list: readonly (readonly [string, string])[],
    key: string | undefined,
  ): readonly ComponentInput[] => {
    const code = list.find(([known]) => known === key)?.[1];
    return key === undefined || code === undefined
      ? []
      : [
          {
            code: { coding: [coding] },
            valueCodeableConcept: { coding: [{ system: LOINC, code }], text: words(group, key) },
          },
        ];
  };
  return [
    ...(alcohol === undefined
      ? []
      : [
          observation('alcohol', loinc('11331-6', 'History of Alcohol use'), [
            ...answer(
              'frequency',
              loinc('68518-0', 'How often do you have a drink containing alcohol'),
              DRINKING,
              alcohol.frequency,
            ),
            ...(alcohol.drinksPerDay === undefined
              ? []
              : [
                  {
                    code: { coding: [loinc('74013-4', 'Alcoholic drinks per drinking day')] },
                    valueQuantity: {
                      value: alcohol.drinksPerDay,
                      unit: '{drinks}/d',
                      system: UCUM,
                      code: '{drinks}/d',
                    },
                  },
                ]),
            ...answer(
              'binge',
              loinc('68520-6', 'How often do you have 6 or more drinks on 1 occasion'),
              BINGES,
              alcohol.binge,
            ),
          ]),
        ]),
    ...(packsPerYear === undefined && yearsSmoked === undefined
      ? []
      : [
          observation(
            'tobacco',
            loinc('11367-0', 'History of Tobacco use'),
            tobaccoParts({
              ...(packsPerYear === undefined ? {} : { packsPerYear }),
              ...(yearsSmoked === undefined ? {} : { yearsSmoked }),
            }),
          ),
        ]),
  ];
}

/** Packs a year (SOC-02), years, and the resulting pack-years. */
function tobaccoParts(entry: SocialEntry): readonly ComponentInput[] {
  const part = (code: string, display: string, value: number | undefined, unit: string): readonly ComponentInput[] =>
    value === undefined
      ? []
      : [
          {
            code: { coding: [{ system: localSystem('social-history'), code, display }] },
            valueQuantity: { value, unit, system: UCUM, code: unit },
          },
        ];
  return [
    ...part('packs-per-year', 'Packs per year', entry.packsPerYear, '{packs}/a'),
    ...part('years-smoked', 'Years smoked', entry.yearsSmoked, 'a'),
    ...part('pack-years', 'Pack-years', packYearsOf(entry), '{pack-years}'),
  ];
}
