import { type Disease, diseasesOf, type GivenVaccine } from '@phr/clinical/vaccines/schedule';
import type { Locale } from '@phr/contract/locale';
import { codeableConcept, reference } from '@phr/fhir/datatypes';
import { lenientObject, list, number, text } from '@phr/fhir/json';
import { defined } from '@phr/fhir/reading';
import { sentWords } from '@phr/fhir/sent-words';
import { storedDay } from '../form/form.model.ts';

/** A given vaccination, as counted by the schedule. */
export interface Vaccination extends GivenVaccine {
  readonly id: string;
  /** 'system|code' of the vaccine. */
  readonly codes: readonly string[];
}

/** Status of a recommended vaccination: `due` by its date, or not needed, for one of three reasons. */
export type Forecast = 'due' | 'overdue' | 'immune' | 'contraindicated' | 'complete';

/** A line of an ImmunizationRecommendation, from a register or clinic. */
export interface Recommendation {
  /** 'ImmunizationRecommendation/<id>#<line>'. */
  readonly id: string;
  readonly diseases: readonly Disease[];
  readonly codes: readonly string[];
  readonly forecast: Forecast;
  /** YYYY-MM-DD or less of it: since when it holds. */
  readonly since?: string;
  /** YYYY-MM-DD or less of it. */
  readonly due?: string;
  /** As it was sent: '2', 'nhắc lại'. */
  readonly dose?: string;
  /** Name, in the sender's words. */
  readonly name?: string;
  /** Who advises it. */
  readonly by?: string;
}

const concepts = list(codeableConcept);
const given = lenientObject({
  id: text,
  status: text,
  vaccineCode: codeableConcept,
  occurrenceDateTime: text,
  protocolApplied: list(lenientObject({ targetDisease: concepts, doseNumberPositiveInt: number })),
});
const recommendation = lenientObject({
  id: text,
  date: text,
  authority: reference,
  recommendation: list(
    lenientObject({
      vaccineCode: concepts,
      targetDisease: codeableConcept,
      forecastStatus: codeableConcept,
      dateCriterion: list(lenientObject({ code: codeableConcept, value: text })),
      doseNumberPositiveInt: number,
      doseNumberString: text,
    }),
  ),
});

type Concept = NonNullable<ReturnType<typeof codeableConcept>>;
const codesIn = (all: readonly Concept[]): readonly string[] =>
  all.flatMap(({ coding = [] }) => coding.map(({ system = '', code = '' }) => `${system}|${code}`));
const diseasesIn = (all: readonly Concept[]): readonly Disease[] => [
  ...new Set(all.flatMap(({ coding = [] }) => coding.flatMap(({ code }) => diseasesOf(code)))),
];

/** Parses a given vaccination; undefined if refused or erroneous, or without id. */
export function readVaccination(resource: unknown): Vaccination | undefined {
  const raw = given(resource);
  if (raw?.id === undefined || (raw.status !== undefined && raw.status !== 'completed')) return undefined;
  const vaccine = raw.vaccineCode === undefined ? [] : [raw.vaccineCode];
  const protocols = raw.protocolApplied ?? [];
  return {
    id: raw.id,
    codes: codesIn(vaccine),
    diseases: diseasesIn([...vaccine, ...protocols.flatMap(({ targetDisease = [] }) => targetDisease)]),
    ...defined({
      day: storedDay(raw.occurrenceDateTime),
      dose: protocols.map(({ doseNumberPositiveInt }) => doseNumberPositiveInt).find((dose) => dose !== undefined),
    }),
  };
}

const FORECASTS: readonly Forecast[] = ['due', 'overdue', 'immune', 'contraindicated', 'complete'];
/** LOINC: due date of a vaccine, and earliest date. */
const DUE = '30980-7';
const EARLIEST = '30981-5';

/** Parses an ImmunizationRecommendation's lines; those with an unknown status are dropped. */
export function readRecommendations(resource: unknown, locale: Locale): readonly Recommendation[] {
  const raw = recommendation(resource);
  const { id, date, authority } = raw ?? {};
  if (id === undefined) return [];
  return (raw?.recommendation ?? []).flatMap((line, at): readonly Recommendation[] => {
    const forecast = FORECASTS.find((one) => line.forecastStatus?.coding?.some(({ code }) => code === one));
    if (forecast === undefined) return [];
    const vaccines = line.vaccineCode ?? [];
    const named = [...vaccines, ...(line.targetDisease === undefined ? [] : [line.targetDisease])];
    const dateOf = (wanted: string) =>
      line.dateCriterion?.find(({ code }) => code?.coding?.some((one) => one.code === wanted))?.value;
    return [
      {
        id: `ImmunizationRecommendation/${id}#${at}`,
        diseases: diseasesIn(named),
        codes: codesIn(vaccines),
        forecast,
        ...defined({
          since: storedDay(date),
          due: storedDay(dateOf(DUE) ?? dateOf(EARLIEST)),
          dose: line.doseNumberString ?? line.doseNumberPositiveInt?.toString(),
          name: named.map((one) => sentWords(one, locale)?.words).find((words) => words !== undefined),
          by: authority?.display,
        }),
      },
    ];
  });
}
