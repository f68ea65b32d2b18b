import { LOINC } from '@phr/clinical/codings';
import { interpretation, newObservation, type ComponentInput } from '@phr/fhir/builders';
import { correctedOwn, SAME_ENTRY } from '@phr/fhir/corrected-observation';
import { isObject } from '@phr/fhir/json';
import type { NoteReader } from '@phr/fhir/note-words';
import type { ObservationComponent } from '@phr/fhir/observation';
import { ownNoteText } from '@phr/fhir/own-note';
import type { StoredResource } from '@phr/module-kit/correction';
import type { ParseResult, FieldError } from '@phr/module-kit/checked-form';
import { isSameMinute } from '@phr/time/instant';
import { toZoned } from '@phr/time/zone';
import { localSystem } from '../form/local-codes.model.ts';
import { readDay, readMoment, readText } from '../form/form.model.ts';
import type { NewResource } from '../form/save.api.ts';
import { labTest, labTestOf } from '../lab/lab-tests.model.ts';
import { localCode, type StoredReport } from './stored-report.entity.ts';
import { FREQUENCIES, POST_COVID, SEVERITIES, symptomCodings } from './symptoms.model.ts';

/** How a symptom is, as chosen. */
export interface SymptomState {
  readonly severity: string;
  readonly frequency: string;
}

/** A dated entry: a positive test (`what` is its key) or a vaccine dose (`what` is its name). */
export interface DatedForm {
  readonly what: string;
  readonly date: string;
}

export interface PostCovidForm {
  readonly startDate: string;
  readonly date: string;
  readonly time: string;
  readonly note: string;
  readonly symptoms: Readonly<Record<string, SymptomState>>;
  readonly tests: readonly DatedForm[];
  readonly vaccines: readonly DatedForm[];
}

interface Dated {
  readonly what: string;
  /** Calendar day. */
  readonly date: string;
}

export interface PostCovidEntry {
  /** Calendar day on which the complaints began. */
  readonly start: string;
  /** Instant up to which the report speaks, in milliseconds. */
  readonly at: number;
  readonly note?: string;
  readonly symptoms: Readonly<Record<string, SymptomState>>;
  readonly tests: readonly Dated[];
  readonly vaccines: readonly Dated[];
}

/** Symptom without input. */
export const UNANSWERED: SymptomState = { severity: '', frequency: '' };

/** The state that means: not there. */
export const ABSENT: SymptomState = { severity: SEVERITIES[0], frequency: FREQUENCIES[0] };

export function emptyPostCovid(moment: { readonly date: string; readonly time: string }): PostCovidForm {
  return {
    ...moment,
    startDate: '',
    note: '',
    symptoms: Object.fromEntries(POST_COVID.map(({ key }) => [key, UNANSWERED])),
    tests: [],
    vaccines: [],
  };
}

const isSaid = ({ severity }: SymptomState): boolean => severity !== UNANSWERED.severity;
const isThere = (state: SymptomState): boolean =>
  isSaid(state) && (state.severity !== ABSENT.severity || state.frequency !== ABSENT.frequency);

/**
 * Validates a report: an existing symptom is not "never", an added entry needs name and date (LAB-15), and an empty
 * report is rejected.
 */
export function checkPostCovid(
  form: PostCovidForm,
  now: number,
  zone: string,
  today: string,
): ParseResult<PostCovidEntry> {
  const start = readDay('startDate', form.startDate, today, 'rep.err.startDate');
  const at = readMoment(form, now, zone, 'rep.err.time');
  const note = readText('note', form.note);
  const faults: FieldError[] = [...start.faults, ...at.faults, ...note.faults];
  if (start.value !== undefined && at.value !== undefined && start.value > toZoned(at.value, zone).slice(0, 10))
    faults.push({ field: 'startDate', message: 'rep.err.period' });
  const dated = (group: 'tests' | 'vaccines', missing: string) =>
    form[group].flatMap(({ what, date }, index): readonly Dated[] => {
      const name = readText(`${group}.${index}.what`, what, 200);
      const day = readDay(`${group}.${index}.date`, date, today, 'rep.err.date');
      faults.push(
        ...name.faults,
        ...(name.value === undefined && name.faults.length === 0
          ? [{ field: `${group}.${index}.what`, message: missing }]
          : []),
        ...day.faults,
      );
      return name.value === undefined || day.value === undefined ? [] : [{ what: name.value, date: day.value }];
    });
  for (const [key, state] of Object.entries(form.symptoms)) {
    if (isThere(state) && (state.frequency === ABSENT.frequency || state.frequency === UNANSWERED.frequency))
      faults.push({ field: `symptoms.${key}`, message: 'rep.err.frequency' });
  }
  const tests = dated('tests', 'lab.err.type');
  const vaccines = dated('vaccines', 'rep.err.vaccine');
  const says =
    note.value !== undefined || tests.length > 0 || vaccines.length > 0 || Object.values(form.symptoms).some(isThere);
  if (faults.length === 0 && !says) faults.push({ field: 'note', message: 'rep.err.emptyPost' });
  if (faults.length > 0 || start.value === undefined || at.value === undefined) return { ok: false, faults };
  return {
    ok: true,
    entry: {
      start: start.value,
      at: at.value,
      symptoms: form.symptoms,
      tests,
      vaccines,
      ...(note.value === undefined ? {} : { note: note.value }),
    },
  };
}

export interface PostCovidOccasion {
  readonly patientId: string;
  readonly encounterId: string | undefined;
  readonly zone: string;
  readonly issued: string;
  readonly formId: string;
  readonly title: string;
  /** Name of a test in the language on screen. */
  readonly testName: (key: string) => string;
}

/** The code of a report. */
export const POST_COVID_REPORT = 'post-covid-19';

/**
 * The observation: period, symptoms with severity and frequency, dates of positive tests and vaccine doses (SYM-06 to
 * SYM-09).
 */
export function postCovidObservation(
  { start, at, note, symptoms, tests, vaccines }: PostCovidEntry,
  occasion: PostCovidOccasion,
): NewResource {
  const { patientId, encounterId, zone, issued, formId, title, testName } = occasion;
  const entryCode = (code: string, display: string) => ({ system: localSystem('symptom-report'), code, display });
  const component: readonly ComponentInput[] = [
    ...POST_COVID.map((symptom): ComponentInput => {
      const said = symptoms[symptom.key] ?? UNANSWERED;
      // symptoms without input count as absent (D-64)
      const state = isSaid(said) ? said : ABSENT;
      return {
        code: { coding: symptomCodings(symptom) },
        interpretation: [
          interpretation(isThere(state) ? 'POS' : symptom.initial),
          { coding: [{ system: localSystem('symptom-severity'), code: state.severity }] },
          { coding: [{ system: localSystem('symptom-frequency'), code: state.frequency }] },
        ],
      };
    }),
    ...tests.map(({ what, date }): ComponentInput => {
      const test = labTest(what);
      return {
        code: {
          coding: [
            entryCode('positive-test-date', 'Positive test date'),
            ...(test === undefined ? [] : [{ system: LOINC, code: test.coding.code, display: test.coding.display }]),
          ],
          text: testName(what),
        },
        valueDateTime: date,
        interpretation: [interpretation('POS')],
      };
    }),
    ...vaccines.map(
      ({ what, date }): ComponentInput => ({
        code: { coding: [entryCode('vaccine-date', 'Vaccine dose date')], text: what },
        valueDateTime: date,
      }),
    ),
  ];
  const resource = newObservation({
    patientId,
    formId,
    issued,
    component,
    category: 'survey',
    codings: [entryCode(POST_COVID_REPORT, 'Post-COVID-19 report')],
    codeText: title,
    effective: { start, end: toZoned(at, zone) },
    ...(note === undefined ? {} : { note }),
    ...(encounterId === undefined ? {} : { encounterId }),
  });
  return { formId, resource };
}

/**
 * A stored report as form fields.
 * @param moment its end
 * @param dayWords formats a calendar day as typed
 */
export function storedPostCovid(
  { raw }: StoredReport,
  moment: { readonly date: string; readonly time: string },
  reader: NoteReader | undefined,
  dayWords: (day: string) => string,
): PostCovidForm {
  const parts = raw.component ?? [];
  const said = (
    { interpretation: words = [] }: (typeof parts)[number],
    table: 'symptom-severity' | 'symptom-frequency',
  ) => words.flatMap(({ coding = [] }) => coding).find(({ system }) => system === localSystem(table))?.code ?? '';
  const dated = (kind: string, whatOf: (part: (typeof parts)[number]) => string) =>
    parts
      .filter((part) => localCode(part, 'symptom-report') === kind)
      .map((part): DatedForm => ({ what: whatOf(part), date: dayWords(part.valueDateTime ?? '') }));
  return {
    ...moment,
    startDate: dayWords(raw.effectivePeriod?.start ?? ''),
    note: ownNoteText(raw.note, reader),
    symptoms: Object.fromEntries(
      POST_COVID.map(({ key }) => {
        const part = parts.find((one) => localCode(one, 'symptom') === key);
        return [
          key,
          part === undefined
            ? UNANSWERED
            : { severity: said(part, 'symptom-severity'), frequency: said(part, 'symptom-frequency') },
        ];
      }),
    ),
    tests: dated('positive-test-date', (part) => testKeyOf(part) ?? ''),
    vaccines: dated('vaccine-date', ({ code }) => code?.text ?? ''),
  };
}

/** The key of the test that a part of a report names; undefined for one of no test that is offered. */
const testKeyOf = ({ code }: Pick<ObservationComponent, 'code'>): string | undefined =>
  labTestOf((code?.coding ?? []).flatMap((one) => one.code ?? []))?.key;

function storedTestName({ raw }: StoredReport, key: string): string | undefined {
  return raw.component?.find(
    (part) => localCode(part, 'symptom-report') === 'positive-test-date' && testKeyOf(part) === key,
  )?.code?.text;
}

/** The stored report with what its form says now. */
export function correctedPostCovid(
  { note, ...entry }: PostCovidEntry,
  stored: StoredReport,
  occasion: Omit<PostCovidOccasion, 'formId' | 'encounterId'>,
  reader: NoteReader | undefined,
): StoredResource {
  const { resource } = postCovidObservation(entry, {
    ...occasion,
    formId: stored.id,
    encounterId: undefined,
    // a test keeps the name under which it was written down
    testName: (key) => storedTestName(stored, key) ?? occasion.testName(key),
  });
  const period = stored.raw.effectivePeriod;
  const isSame = period?.start === entry.start && isSameMinute(Date.parse(period.end ?? ''), entry.at);
  const { effectivePeriod, ...next } = resource;
  const corrected = correctedOwn(stored, next, { note, reader, keeps: [...SAME_ENTRY, 'effectiveDateTime'] });
  return isSame ? corrected : { ...corrected, effectivePeriod };
}

/** Restores a draft. */
export function postCovidFormOf(kept: unknown, first: PostCovidForm): PostCovidForm | undefined {
  if (!isObject(kept)) return undefined;
  const text = (value: unknown, otherwise: string): string => (typeof value === 'string' ? value : otherwise);
  const states = isObject(kept['symptoms']) ? kept['symptoms'] : {};
  const dated = (value: unknown): readonly DatedForm[] =>
    Array.isArray(value)
      ? value.filter(isObject).map(({ what, date }) => ({ what: text(what, ''), date: text(date, '') }))
      : [];
  return {
    startDate: text(kept['startDate'], first.startDate),
    date: text(kept['date'], first.date),
    time: text(kept['time'], first.time),
    note: text(kept['note'], first.note),
    symptoms: Object.fromEntries(
      Object.entries(first.symptoms).map(([key, state]) => {
        const known = states[key];
        return [
          key,
          isObject(known)
            ? {
                severity: text(known['severity'], state.severity),
                frequency: text(known['frequency'], state.frequency),
              }
            : state,
        ];
      }),
    ),
    tests: dated(kept['tests']),
    vaccines: dated(kept['vaccines']),
  };
}
