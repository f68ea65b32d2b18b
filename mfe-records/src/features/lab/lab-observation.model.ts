import {
  createEntry,
  formIdentifier,
  interpretation,
  newObservation,
  updateEntry,
  type NewObservation,
  type TransactionEntry,
} from '@phr/fhir/builders';
import { reference } from '@phr/fhir/datatypes';
import { correctedObservation } from '@phr/fhir/corrected-observation';
import { list } from '@phr/fhir/json';
import type { ParseResult, FieldError } from '@phr/module-kit/checked-form';
import { toZoned } from '@phr/time/zone';
import type { StoredResource } from '@phr/module-kit/correction';
import { readMoment, readText } from '../form/form.model.ts';
import type { LabReport } from './lab-report.entity.ts';
import type { StoredResult } from './stored-result.entity.ts';
import { labTest, type LabResult, type LabTest } from './lab-tests.model.ts';

/** Longest name of a place. */
const LONGEST_PLACE = 200;

/** `chosen` is empty while the result is only the preset one (LAB-06). */
export type LabForm = Readonly<Record<'date' | 'time' | 'test' | 'performer' | 'result' | 'chosen', string>>;

export interface LabEntry {
  readonly test: LabTest;
  readonly result: LabResult;
  /** The result is the preset one, which nobody chose: it is asked about before it is stored. */
  readonly isPreset: boolean;
  /** Instant of the test, in milliseconds. */
  readonly at: number;
  readonly performer?: string;
}

/** Possible results of the chosen test, by default the first one's. */
export function optionsOf(test: string): readonly LabResult[] {
  return labTest(test)?.options ?? ['NEG', 'POS'];
}

/**
 * Validates the input.
 * @param zone IANA zone of the typed date and time
 */
export function checkLab(form: LabForm, now: number, zone: string): ParseResult<LabEntry> {
  const faults: FieldError[] = [];
  const test = labTest(form.test);
  const at = readMoment(form, now, zone, 'lab.err.time');
  const place = readText('performer', form.performer, LONGEST_PLACE);
  const result = optionsOf(form.test).find((option) => option === form.result);
  faults.push(...at.faults);
  if (test === undefined) faults.push({ field: 'test', message: 'lab.err.type' });
  if (result === undefined) faults.push({ field: 'result', message: 'lab.err.result' });
  faults.push(...place.faults);
  if (faults.length > 0 || test === undefined || result === undefined || at.value === undefined)
    return { ok: false, faults };
  return {
    ok: true,
    entry: {
      test,
      result,
      isPreset: form.chosen === '',
      at: at.value,
      ...(place.value === undefined ? {} : { performer: place.value }),
    },
  };
}

/** What a save of a result needs to know. */
export interface LabOccasion {
  readonly patientId: string;
  readonly encounterId: string | undefined;
  readonly zone: string;
  readonly issued: string;
  /** Name of the test in the language on screen. */
  readonly testName: string;
  readonly observationId: string;
  readonly reportId: string;
  readonly reports: readonly LabReport[];
  /** The report named by the address. */
  readonly diagnosticId: string | undefined;
}

const references = list(reference);

/** The observation of a result. */
function resultOf(
  { test, result, at, performer }: Omit<LabEntry, 'isPreset'>,
  {
    patientId,
    encounterId,
    zone,
    issued,
    testName,
    observationId,
  }: Omit<LabOccasion, 'reportId' | 'reports' | 'diagnosticId'>,
): NewObservation {
  return newObservation({
    patientId,
    category: 'laboratory',
    formId: observationId,
    codings: [test.coding],
    codeText: testName,
    effective: toZoned(at, zone),
    issued,
    interpretation: [interpretation(result)],
    ...(performer === undefined ? {} : { place: performer }),
    ...(encounterId === undefined ? {} : { encounterId }),
  });
}

/** Writes of a correction: the result's next version, and that of its report if it contains this result only. */
export function correctedLab(
  entry: LabEntry,
  stored: StoredResult,
  reports: readonly LabReport[],
  occasion: Pick<LabOccasion, 'patientId' | 'zone' | 'issued' | 'testName'>,
): { readonly result: StoredResource; readonly report?: LabReport } {
  const next = resultOf(entry, { ...occasion, encounterId: stored.encounterId, observationId: stored.id });
  const result = correctedObservation(stored.resource, next, entry.test === stored.test ? ['code'] : []);
  const known = reports.find(({ resource, isOwn, isWithdrawn }) => {
    const [only, ...others] = references(resource['result']) ?? [];
    return isOwn && !isWithdrawn && others.length === 0 && only?.reference === `Observation/${stored.id}`;
  });
  if (known === undefined) return { result };
  const { code, effectiveDateTime, issued, performer } = result;
  return {
    result,
    report: {
      ...known,
      resource: { ...known.resource, code, effectiveDateTime, issued, performer, status: 'corrected' },
    },
  };
}

/** The observation and its report: added to an existing report (PUT) or a new one (LAB-13, LAB-14). */
export function labEntries(
  { test, result, at, performer }: LabEntry,
  occasion: LabOccasion,
): readonly TransactionEntry[] {
  const { patientId, encounterId, zone, issued, testName, observationId, reportId, reports, diagnosticId } = occasion;
  const effective = toZoned(at, zone);
  const observation = resultOf({ test, result, at, ...(performer === undefined ? {} : { performer }) }, occasion);
  const added = { reference: `urn:uuid:${observationId}` };
  const known = reports.find(
    (report) =>
      !report.isWithdrawn &&
      (diagnosticId === undefined
        ? report.isLaboratory && report.codes.includes(test.coding.code)
        : report.id === diagnosticId),
  );
  if (known !== undefined) {
    const resource = {
      ...known.resource,
      resourceType: 'DiagnosticReport',
      id: known.id,
      result: [...(references(known.resource['result']) ?? []), added],
    };
    return [createEntry(observation, observationId), updateEntry(resource, known.version)];
  }
  const patient = { reference: `Patient/${patientId}` };
  const report = {
    resourceType: 'DiagnosticReport',
    identifier: [formIdentifier(reportId)],
    status: 'final',
    category: [{ coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0074', code: 'LAB' }] }],
    code: { coding: [test.coding], text: testName },
    subject: patient,
    performer: [performer === undefined ? patient : { display: performer }],
    ...(encounterId === undefined ? {} : { encounter: { reference: `Encounter/${encounterId}` } }),
    effectiveDateTime: effective,
    issued,
    result: [added],
  };
  return [createEntry(observation, observationId), createEntry(report, reportId)];
}
