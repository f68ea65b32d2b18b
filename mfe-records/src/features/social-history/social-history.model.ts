import { LOINC, type Coding } from '@phr/clinical/codings';
import { UCUM } from '@phr/clinical/units';
import { type ComponentInput, newObservation } from '@phr/fhir/builders';
import type { ParseResult, FieldError } from '@phr/module-kit/checked-form';
import { parseDecimal } from '@phr/ui/parse-input';
import { localSystem } from '../form/local-codes.model.ts';
import type { NewResource } from '../form/save.api.ts';

export type SocialForm = Readonly<Record<'frequency' | 'drinksPerDay' | 'binge' | 'packs', string>>;

export const EMPTY_SOCIAL: SocialForm = { frequency: '', drinksPerDay: '', binge: '', packs: '' };

/** Answers of AUDIT-C, the first and third question (LOINC answer lists of 68518-0 and 68520-6). */
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

/** Most that is believed: standard drinks a day, packs a year. */
const MOST = { drinksPerDay: 100, packs: 3_000 } as const;

/** What is known of the habits; nothing is guessed for an empty field. */
export interface SocialEntry {
  readonly alcohol?: { readonly frequency?: string; readonly drinksPerDay?: number; readonly binge?: string };
  readonly packsPerYear?: number;
}

/** Checks what was typed; at least one thing must be told. Of somebody who never drinks no amounts are asked. */
export function checkSocial(form: SocialForm): ParseResult<SocialEntry> {
  const drinks = form.frequency !== 'never';
  const drinksPerDay = drinks ? readAmount('drinksPerDay', form.drinksPerDay) : { faults: [] };
  const packs = readAmount('packs', form.packs);
  const faults: FieldError[] = [...drinksPerDay.faults, ...packs.faults];
  const alcohol = {
    ...(form.frequency === '' ? {} : { frequency: form.frequency }),
    ...(drinksPerDay.value === undefined ? {} : { drinksPerDay: drinksPerDay.value }),
    ...(drinks && form.binge !== '' ? { binge: form.binge } : {}),
  };
  const entry = {
    ...(Object.keys(alcohol).length === 0 ? {} : { alcohol }),
    ...(packs.value === undefined ? {} : { packsPerYear: packs.value }),
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
  /** Calendar day on which the habits were told. */
  readonly today: string;
  readonly issued: string;
  readonly idOf: (name: string) => string;
  /** An answer in the language on screen. */
  readonly words: (group: 'frequency' | 'binge', key: string) => string;
  /** Names in the language on screen. */
  readonly names: { readonly alcohol: string; readonly tobacco: string };
}

const loinc = (code: string, display: string): Coding => ({ system: LOINC, code, display });

/** The social-history observations of an entry, one for alcohol and one for tobacco (SOC-01 to SOC-03). */
export function socialObservations(
  { alcohol, packsPerYear }: SocialEntry,
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
    ...(packsPerYear === undefined
      ? []
      : [
          observation('tobacco', loinc('11367-0', 'History of Tobacco use'), [
            {
              code: {
                coding: [{ system: localSystem('social-history'), code: 'packs-per-year', display: 'Packs per year' }],
              },
              valueQuantity: { value: packsPerYear, unit: '{packs}/a', system: UCUM, code: '{packs}/a' },
            },
          ]),
        ]),
  ];
}
