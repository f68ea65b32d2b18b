import type { Locale } from '@phr/contract/host-api';
import { answerWords } from '@phr/fhir/describe-value';
import { defined, readable } from '@phr/fhir/reading';
import { type AnsweredItem, questionnaireResponse } from '@phr/fhir/resources';

/** A question with its answers in words; `depth` is its nesting level. */
export interface AnsweredLine {
  readonly key: string;
  readonly linkId: string;
  readonly text?: string;
  readonly answers: readonly string[];
  readonly isGroup: boolean;
}

/** A saved response. */
export interface QuestionnaireResponse {
  readonly id: string;
  readonly status: string;
  readonly authored?: string;
  /** Id of the form when the response names it by that. */
  readonly questionnaireId?: string;
  readonly lines: readonly AnsweredLine[];
}

/** Reads a QuestionnaireResponse; undefined without an id. */
export function readQuestionnaireResponse(resource: unknown, locale: Locale): QuestionnaireResponse | undefined {
  const raw = questionnaireResponse(resource);
  if (raw?.id === undefined) return undefined;
  return {
    id: raw.id,
    status: raw.status ?? 'unknown',
    lines: linesOf(raw.item ?? [], locale, ''),
    ...defined({
      authored: readable(raw.authored),
      questionnaireId: /(?:^|\/)Questionnaire\/([A-Za-z0-9.-]{1,64})$/.exec(raw.questionnaire ?? '')?.[1],
    }),
  };
}

function linesOf(items: readonly AnsweredItem[], locale: Locale, path: string): readonly AnsweredLine[] {
  return items.flatMap(({ linkId = '', text, answer = [], item = [] }, index) => {
    const key = `${path}/${index}`;
    const answers = answer.map((one) => answerWords(one, locale)).filter((words) => words !== undefined);
    const below = [...item, ...answer.flatMap(({ item: nested = [] }) => nested)];
    return [
      {
        key,
        linkId,
        answers,
        isGroup: answers.length === 0 && below.length > 0,
        ...(text === undefined ? {} : { text }),
      },
      ...linesOf(below, locale, key),
    ];
  });
}
