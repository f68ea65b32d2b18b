import { FORM_ID_SYSTEM } from '@phr/fhir/identifiers';
import { defined, readable } from '@phr/fhir/reading';
import { questionnaireResponse } from '@phr/fhir/resources';

/** The list of questions for the next visit: each question is a response of its own, so that two devices never write over each other. */
export const VISIT_QUESTIONS = 'https://phr.example/fhir/Questionnaire/visit-questions';
const QUESTION = 'question';
const ABOUT = 'about';
/** Longest question, in characters. */
export const LONGEST_QUESTION = 500;

/** A question that a person wants to ask at the next visit. */
export interface VisitQuestion {
  readonly id: string;
  readonly text: string;
  readonly asked?: string;
}

/** What is kept of a new question. */
export interface NewQuestion {
  readonly patientId: string;
  readonly text: string;
  /** Id of the observation that it is about. */
  readonly observationId?: string;
  /** Instant with offset. */
  readonly asked: string;
  /** Id made when it was asked. */
  readonly formId: string;
}

/** A question as it is stored (FHIR R4). It is complete as it stands: nothing of it waits for an answer of the person's. */
export function questionResource({ patientId, text, observationId, asked, formId }: NewQuestion) {
  const about = { reference: `Observation/${observationId ?? ''}` };
  return {
    resourceType: 'QuestionnaireResponse',
    identifier: { system: FORM_ID_SYSTEM, value: `urn:uuid:${formId}` },
    questionnaire: VISIT_QUESTIONS,
    status: 'completed',
    subject: { reference: `Patient/${patientId}` },
    authored: asked,
    item: [
      { linkId: QUESTION, answer: [{ valueString: text.slice(0, LONGEST_QUESTION) }] },
      ...(observationId === undefined ? [] : [{ linkId: ABOUT, answer: [{ valueReference: about }] }]),
    ],
  };
}

/** Reads a question; undefined for any other response, and for one that was taken back. */
export function readVisitQuestion(resource: unknown): VisitQuestion | undefined {
  const raw = questionnaireResponse(resource);
  if (raw?.id === undefined || raw.questionnaire !== VISIT_QUESTIONS || raw.status === 'entered-in-error')
    return undefined;
  const text = raw.item?.find(({ linkId }) => linkId === QUESTION)?.answer?.[0]?.valueString;
  return text === undefined ? undefined : { id: raw.id, text, ...defined({ asked: readable(raw.authored) }) };
}

/** True for what a waiting write would add to the list. */
export function isVisitQuestion(body: { readonly [element: string]: unknown }): boolean {
  return body['resourceType'] === 'QuestionnaireResponse' && body['questionnaire'] === VISIT_QUESTIONS;
}
