import type { QueueOptions, RequestPort } from '@phr/contract/host-api';
import type { Saved } from '@phr/module-kit/entry-form';
import { type PatientList, usePatientList, usePatientOne } from '@phr/module-kit/patient-list';
import { readerPerLocale, useReader } from '../../local-reader.ts';
import { readQuestionnaireResponse, type QuestionnaireResponse } from './questionnaire-response.entity.ts';
import { type Questionnaire, readQuestionnaire } from './questionnaire.entity.ts';

/** Questionnaires patients may fill in (QST-01). */
export function useQuestionnaires(): PatientList<Questionnaire> {
  return usePatientList({
    type: 'Questionnaire',
    path: () => '/Questionnaire',
    query: { 'subject-type': 'Patient', status: 'active', _count: 20 },
    read: readQuestionnaire,
  });
}

/** One form, as a list of at most one. */
export function useQuestionnaire(id: string): PatientList<Questionnaire> {
  return usePatientOne({
    type: 'Questionnaire',
    path: () => '/Questionnaire',
    id,
    read: readQuestionnaire,
  });
}

const READERS = readerPerLocale(readQuestionnaireResponse);

/** The person's responses to a questionnaire, newest first (QST-03), matched by its id or URL. */
export function useResponses(
  questionnaireId: string,
  url: string | undefined,
  enabled: boolean,
): PatientList<QuestionnaireResponse> {
  const names = [`Questionnaire/${questionnaireId}`, ...(url === undefined ? [] : [url])].join(',');
  return usePatientList({
    type: 'QuestionnaireResponse',
    query: { questionnaire: names, _sort: '-date', _count: 20 },
    read: useReader(READERS),
    enabled,
  });
}

/** One response of the person, as a list of at most one. */
export function useResponse(id: string): PatientList<QuestionnaireResponse> {
  return usePatientOne({ type: 'QuestionnaireResponse', id, read: useReader(READERS) });
}

/** Sends the answers; queued offline. Rejects with AppError, FORM_INPUT_INVALID if they do not match the form. */
export async function sendResponse(
  request: RequestPort,
  body: object,
  idempotencyKey: string,
  queue: QueueOptions,
): Promise<Saved> {
  const answer = await request.send({
    service: 'admin',
    method: 'POST',
    path: '/patient-app/questionnaire-response/create',
    body,
    idempotencyKey,
    queue,
  });
  return { isWaiting: answer.waiting === true };
}
