import { dateBounds } from '@phr/fhir/dates';
import { isObject } from '@phr/fhir/json';
import { z } from 'zod';
import type { Actor } from '../../fhir/actor.ts';
import { forbidden } from '../../fhir/fhir-error.ts';
import { textAt, valuesAt, type Resource } from '../../fhir/resource.ts';
import { HL7, refTo } from '../../fhir/systems.ts';
import type { Write } from '../../fhir/write-request.ts';
import { parseJson } from '../../kit/content/json-text.ts';
import { ServerError } from '../../kit/server-error.ts';
import type { Stored } from '../../records/repository.ts';
import { contentTypeOfKey } from '../../storage/file-types.ts';
import { isKey } from '../../storage/signed-address.ts';
import { CLASSES, newEncounter } from '../phr/encounter-resource.ts';
import { FreeText, Id, Line, PartialDay } from '../phr/fields.ts';

/** A computed tomography has some hundred slices. */
const MOST_ATTACHMENTS = 500;
const Attachment = z.object({
  path: z.string().refine(isKey),
  url: z.string().max(2_000).optional(),
  extension: z.string().max(10).optional(),
  size: z.number().int().min(0).optional(),
  uid: z.string().max(64).optional(),
  name: z.string().max(200).default(''),
});
type Attachment = z.output<typeof Attachment>;

/** A self-reported treatment; old ones often have just a month or year. */
export const Treatment = z.object({
  patientId: Id,
  hospital: z.object({ id: z.preprocess((value) => (value === '' ? undefined : value), Id.optional()), name: Line }),
  classCode: z.enum(CLASSES),
  diagnosis: z.object({ code: z.string().trim().max(20).optional(), display: Line }),
  from: PartialDay,
  to: PartialDay,
  attachments: z.array(Attachment).max(MOST_ATTACHMENTS).default([]),
  note: FreeText.optional(),
});

/** A correction: removed documents are listed explicitly, so that none unknown to the client is lost. */
export const CorrectedTreatment = Treatment.extend({ removed: z.array(z.string()).max(MOST_ATTACHMENTS).default([]) });
type CorrectedTreatment = z.output<typeof CorrectedTreatment>;
export type Treatment = z.output<typeof Treatment>;

/** A stored treatment: its encounter, and everything of it the person wrote. */
export interface KnownTreatment {
  readonly encounter: Stored;
  readonly diagnoses: readonly Stored[];
  readonly papers: readonly Stored[];
}

const ICD10 = 'http://hl7.org/fhir/sid/icd-10';
/** Statuses derived from the period; others are kept. */
const BY_PERIOD = new Set(['planned', 'arrived', 'finished']);

/**
 * Throws for a period ending before it starts, and for files of another record.
 * @param papers documents already in the treatment
 */
export function checkTreatment(treatment: Treatment, actor: Actor, papers: readonly Stored[] = []): void {
  const { patientId, classCode, from, to, attachments } = treatment;
  const [begin, end] = [from, to].map((date) => dateBounds(date, 0));
  const isOutpatient = classCode === 'SS' || classCode === 'AMB';
  if (begin === undefined || end === undefined || end.end < begin.start || (isOutpatient && to !== from))
    throw new ServerError('FORM_INPUT_INVALID', 'The form is not valid', { detail: { message: 'to' } });
  const known = new Set(papers.map(keyOf));
  const strange = attachments.find(({ path }) => !path.startsWith(`${patientId}/`) && !known.has(path));
  if (strange !== undefined)
    throw forbidden('attachments', {
      userId: actor.userId,
      patientId: strange.path.split('/')[0],
      action: 'read',
      type: 'rest',
      entity: 'DocumentReference',
    });
}

/** A self-reported encounter with its diagnosis and a document per file. */
export function treatmentWrites(treatment: Treatment, organization: Stored | undefined): readonly Write[] {
  const { patientId, diagnosis, from, attachments } = treatment;
  const subject = refTo('Patient', patientId);
  const [encounterName, conditionName] = ['urn:uuid:encounter', 'urn:uuid:condition'];
  return [
    {
      method: 'POST',
      type: 'Encounter',
      fullUrl: encounterName,
      expression: 'Encounter',
      resource: {
        ...encounterOf(treatment, organization),
        ...reasonAndNote(treatment),
        diagnosis: [
          {
            condition: { reference: conditionName, display: diagnosis.display },
            use: { coding: [{ system: `${HL7}/diagnosis-role`, code: 'DD' }] },
            rank: 1,
          },
        ],
      },
    },
    {
      method: 'POST',
      type: 'Condition',
      fullUrl: conditionName,
      expression: 'Condition',
      resource: {
        resourceType: 'Condition',
        clinicalStatus: { coding: [{ system: `${HL7}/condition-clinical`, code: 'active' }] },
        category: [{ coding: [{ system: `${HL7}/condition-category`, code: 'encounter-diagnosis' }] }],
        code: diagnosisCode(diagnosis),
        subject,
        encounter: { reference: encounterName },
        recordedDate: from,
        recorder: subject,
      },
    },
    ...attachments.map((attachment) => newPaper(attachment, subject, encounterName)),
  ];
}

/** Writes of a correction: next versions of encounter and diagnosis, and renamed, added and removed documents. */
export function correctionWrites(
  { encounter, diagnoses, papers }: KnownTreatment,
  treatment: CorrectedTreatment,
  organization: Stored | undefined,
): readonly Write[] {
  const before = resourceOf(encounter);
  const { status, class: kind, type, period, serviceProvider } = encounterOf(treatment, organization);
  const { text: _note, ...kept } = before;
  const [named, ...others] = valuesAt(before, 'diagnosis').filter(isObject);
  const main = diagnoses.find(({ id }) => textAt(named, 'condition.reference') === `Condition/${id}`);
  const next: Resource = {
    ...kept,
    resourceType: 'Encounter',
    status: BY_PERIOD.has(textAt(before, 'status') ?? '') ? status : before['status'],
    ...(textAt(before, 'class.code') === treatment.classCode ? {} : { class: kind, type }),
    period,
    serviceProvider,
    ...reasonAndNote(treatment),
    ...(named === undefined
      ? {}
      : { diagnosis: [{ ...named, condition: renamed(named['condition'], treatment.diagnosis.display) }, ...others] }),
  };
  return [
    put(encounter, next),
    ...(main === undefined ? [] : [put(main, correctedDiagnosis(resourceOf(main), treatment))]),
    ...paperWrites(papers, treatment, encounter.id),
  ];
}

function encounterOf(
  { patientId, classCode, hospital, from, to }: Treatment,
  organization: Stored | undefined,
): Resource {
  return newEncounter({
    patientId,
    classCode,
    ...(organization === undefined ? {} : { organization }),
    placeName: hospital.name,
    period: { start: from, end: to },
    byPatient: true,
  });
}

/** Reason and note, in the patient's words. */
function reasonAndNote({ diagnosis, note }: Treatment): object {
  return {
    reasonCode: [{ text: diagnosis.display }],
    ...(note === undefined || note === '' ? {} : { text: noteOf(note) }),
  };
}

/** A diagnosis that was not called otherwise keeps its codes. */
function correctedDiagnosis(before: Resource, { diagnosis, from }: Treatment): Resource {
  const isSame = textAt(before, 'code.text') === diagnosis.display && icd10In(before) === (diagnosis.code ?? '');
  return { ...before, ...(isSame ? {} : { code: diagnosisCode(diagnosis) }), recordedDate: from };
}

const icd10In = (condition: Resource): string =>
  valuesAt(condition, 'code.coding')
    .filter((coding) => textAt(coding, 'system') === ICD10)
    .map((coding) => textAt(coding, 'code'))[0] ?? '';

/** Diagnosis in the patient's words, with its ICD-10 code if chosen. */
function diagnosisCode({ code, display }: Treatment['diagnosis']) {
  return {
    ...(code === undefined || code === '' ? {} : { coding: [{ system: ICD10, code, display }] }),
    text: display,
  };
}

function paperWrites(
  papers: readonly Stored[],
  { patientId, attachments, removed }: CorrectedTreatment,
  encounterId: string,
): readonly Write[] {
  const wanted = new Map(attachments.map((attachment) => [attachment.path, attachment]));
  const known = new Set(papers.map(keyOf));
  return [
    ...papers.flatMap((paper): readonly Write[] => {
      const attachment = wanted.get(keyOf(paper));
      if (attachment === undefined && removed.includes(keyOf(paper)))
        return [{ method: 'DELETE', type: 'DocumentReference', id: paper.id, expression: 'DocumentReference' }];
      const resource = resourceOf(paper);
      return attachment === undefined || textAt(resource, 'content.attachment.title') === attachment.name
        ? []
        : [put(paper, called(resource, attachment.name))];
    }),
    ...attachments
      .filter(({ path }) => !known.has(path))
      .map((attachment) => newPaper(attachment, refTo('Patient', patientId), `Encounter/${encounterId}`)),
  ];
}

/** A document with a file of this name. */
function called(document: Resource, title: string): Resource {
  const content = valuesAt(document, 'content').filter(isObject);
  return {
    ...document,
    content: content.map((one, index) =>
      index === 0 && isObject(one['attachment']) ? { ...one, attachment: { ...one['attachment'], title } } : one,
    ),
  };
}

function newPaper({ path, name, size }: Attachment, subject: ReturnType<typeof refTo>, encounterName: string): Write {
  return {
    method: 'POST',
    type: 'DocumentReference',
    expression: 'DocumentReference',
    resource: {
      resourceType: 'DocumentReference',
      status: 'current',
      subject,
      date: new Date().toISOString(),
      context: { encounter: [{ reference: encounterName }] },
      content: [
        {
          attachment: {
            contentType: contentTypeOfKey(path),
            url: path,
            title: name,
            ...(size === undefined ? {} : { size }),
          },
        },
      ],
    },
  };
}

function put({ type, id, version }: Stored, resource: Resource): Write {
  return { method: 'PUT', type, id, resource: { ...resource, id }, expression: type, ifMatch: version };
}

const renamed = (condition: unknown, display: string): unknown =>
  isObject(condition) ? { ...condition, display } : condition;

const keyOf = (paper: Stored): string => textAt(resourceOf(paper), 'content.attachment.url') ?? '';

/** A stored resource, with the digits of its numbers preserved. */
function resourceOf({ content }: Stored): Resource {
  return parseJson(content) as Resource;
}

/** FHIR keeps an encounter's free text as narrative. */
function noteOf(note: string): object {
  const escaped = note.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return { status: 'additional', div: `<div xmlns="http://www.w3.org/1999/xhtml">${escaped}</div>` };
}
