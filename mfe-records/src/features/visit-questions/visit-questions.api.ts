import type { QueueOptions, RequestPort } from '@phr/contract/host-api';
import { isObject } from '@phr/fhir/json';
import { type PatientList, usePatientList } from '@phr/module-kit/patient-list';
import {
  questionResource,
  readVisitQuestion,
  VISIT_QUESTIONS,
  type NewQuestion,
  type VisitQuestion,
} from './visit-question.entity.ts';

/** The questions of the person on screen for the next visit, the newest first. */
export function useVisitQuestions(): PatientList<VisitQuestion> {
  return usePatientList({
    type: 'QuestionnaireResponse',
    query: { questionnaire: VISIT_QUESTIONS, _sort: '-date', _count: 20 },
    read: readVisitQuestion,
  });
}

/** Stores a question; queued offline. Resolves to its id, or undefined while queued. Rejects with AppError. */
export async function saveQuestion(
  request: RequestPort,
  question: NewQuestion,
  queue: QueueOptions,
): Promise<{ readonly id?: string }> {
  const { body, waiting } = await request.send({
    service: 'fhir',
    method: 'POST',
    path: '/QuestionnaireResponse',
    body: questionResource(question),
    idempotencyKey: question.formId,
    queue,
  });
  return waiting !== true && isObject(body) && typeof body['id'] === 'string' ? { id: body['id'] } : {};
}

/** Withdraws a question. Rejects with AppError. */
export async function removeQuestion(request: RequestPort, id: string): Promise<void> {
  await request.send({ service: 'fhir', method: 'DELETE', path: `/QuestionnaireResponse/${id}` });
}
