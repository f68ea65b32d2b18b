import { FORM_ID_SYSTEM } from '@phr/fhir/identifiers';
import { defined, readable } from '@phr/fhir/reading';
import { questionnaireResponse } from '@phr/fhir/resources';

/** List of questions for the next visit: each is a response of its own, so that devices never overwrite each other. */
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

/** Content of a new question. */
export interface NewQuestion {
  readonly patientId: string;
  readonly text: string;
  /** Id of the observation that it is about. */
  readonly observationId?: string;
  /** Instant with offset. */
  readonly asked: string;
  /** Id generated when asked. */
  readonly formId: string;
}

/** A stored question (FHIR R4). Its status is completed, as it awaits no answer from the person. */
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

/** Parses a question; undefined for other responses and withdrawn ones. */
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
