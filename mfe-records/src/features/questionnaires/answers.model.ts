import { formIdentifier } from '@phr/fhir/builders';
import { isObject } from '@phr/fhir/json';
import type { ParseResult, FieldError } from '@phr/module-kit/checked-form';
import { momentOf, toZoned } from '@phr/time/zone';
import { parseDateInput, parseDecimal, parseTimeInput } from '@phr/ui/parse-input';
import { LONGEST_TEXT } from '../form/form.model.ts';
import { flat, type Condition, type Question, type Questionnaire } from './questionnaire.entity.ts';

/** Fields by link id: texts as typed, indexes of options, 'true' and 'false'. A dateTime has two. */
export type AnswerForm = Readonly<Record<string, readonly string[]>>;

/** One answer as FHIR writes it: `{ valueBoolean: true }`. */
export type FhirAnswer = { readonly [element: string]: unknown };

/** Valid answers as QuestionnaireResponse items. */
export type AnswerEntry = readonly ResponseItem[];

export interface ResponseItem {
  readonly linkId: string;
  readonly text?: string;
  readonly answer?: readonly FhirAnswer[];
  readonly item?: readonly ResponseItem[];
}

interface ReadAnswers {
  readonly answers: readonly FhirAnswer[];
  /** Text key of what is wrong. */
  readonly fault?: string;
}

/**
 * Parses one question's fields.
 * @param zone IANA zone of typed times
 */
export function readAnswers(question: Question, typed: readonly string[], zone: string): ReadAnswers {
  const given = typed.map((text) => text.trim());
  const [first = '', second = ''] = given;
  if (given.every((text) => text === '')) return { answers: [] };
  const answer = (element: string, value: unknown, fault: string): ReadAnswers =>
    value === undefined ? { answers: [], fault } : { answers: [{ [element]: value }] };
  const decimal = parseDecimal(first);
  const date = parseDateInput(first);
  const day = date.kind === 'date' ? date.date : undefined;
  const dateFault = date.kind === 'impossible' ? 'picker.dateNotExist' : 'field.dateInvalid';
  switch (question.type) {
    case 'boolean':
      return answer(
        'valueBoolean',
        first === 'true' ? true : first === 'false' ? false : undefined,
        'qst.err.question',
      );
    case 'integer':
      return answer('valueInteger', Number.isInteger(decimal) ? decimal : undefined, 'qst.err.integer');
    case 'decimal':
      return answer('valueDecimal', decimal, 'field.numberInvalid');
    case 'quantity':
      return answer('valueQuantity', decimal === undefined ? undefined : { value: decimal }, 'field.numberInvalid');
    case 'date':
      return answer('valueDate', day, dateFault);
    case 'time': {
      const time = parseTimeInput(first);
      return answer('valueTime', time && `${time}:00`, 'field.timeInvalid');
    }
    case 'dateTime': {
      const time = parseTimeInput(second);
      return day === undefined
        ? answer('valueDateTime', undefined, dateFault)
        : answer('valueDateTime', time && toZoned(momentOf(day, time, zone), zone), 'field.timeInvalid');
    }
    case 'choice':
    case 'open-choice': {
      const chosen = given.map((text) => ({
        text,
        option: /^\d+$/.test(text) ? question.options[Number(text)] : undefined,
      }));
      const answers = chosen.map(
        ({ text, option }): FhirAnswer => (option === undefined ? { valueString: text } : { valueCoding: option }),
      );
      return question.type === 'choice' && chosen.some(({ option }) => option === undefined)
        ? { answers: [], fault: 'qst.err.question' }
        : { answers };
    }
    case 'string':
    case 'text':
    case 'url':
      return first.length > (question.maxLength ?? LONGEST_TEXT)
        ? { answers: [], fault: 'form.err.long' }
        : answer(question.type === 'url' ? 'valueUri' : 'valueString', first, '');
    case 'group':
    case 'display':
    case 'unknown':
      return { answers: [] };
  }
}

/** Currently asked questions by link id: a failed condition hides a question and everything below it. */
export function askedOf(
  { questions }: Pick<Questionnaire, 'questions'>,
  form: AnswerForm,
  zone: string,
): ReadonlySet<string> {
  const all = new Map(flat(questions).map((question) => [question.linkId, question]));
  const visible = new Set<string>();
  const answersOf = (linkId: string): readonly FhirAnswer[] => {
    const question = all.get(linkId);
    // hidden questions have no answer, whatever was typed before
    return question === undefined || !visible.has(linkId)
      ? []
      : readAnswers(question, form[linkId] ?? [], zone).answers;
  };
  const visit = (list: readonly Question[]): void => {
    for (const { linkId, conditions, anyCondition, items } of list) {
      const met = conditions.map((condition) => holds(condition, answersOf(condition.question)));
      if (conditions.length > 0 && !(anyCondition ? met.includes(true) : !met.includes(false))) continue;
      visible.add(linkId);
      visit(items);
    }
  };
  visit(questions);
  return visible;
}

/** True if a condition holds for the answers of its question (FHIR R4, enableWhen). */
function holds({ operator, expected }: Condition, answers: readonly FhirAnswer[]): boolean {
  if (operator === 'exists') return answers.length > 0 === (expected !== false);
  const values = answers.flatMap((answer) => Object.values(answer)).map(plain);
  const wanted = plain(expected);
  if (operator === '!=') return values.every((value) => value !== wanted);
  return values.some((value) => {
    if (operator === '=') return value === wanted;
    if (
      typeof value !== typeof wanted ||
      (typeof value !== 'number' && typeof value !== 'string') ||
      (typeof wanted !== 'number' && typeof wanted !== 'string')
    )
      return false;
    return operator === '>'
      ? value > wanted
      : operator === '<'
        ? value < wanted
        : operator === '>='
          ? value >= wanted
          : operator === '<='
            ? value <= wanted
            : false;
  });
}

/** Comparison key of a value: a coding's code, a quantity's number, others as they are. */
function plain(value: unknown): unknown {
  return isObject(value) ? (value['code'] ?? value['value'] ?? value['display']) : value;
}

/** Validates the answers; visible required questions need one. */
export function checkAnswers(questionnaire: Questionnaire, form: AnswerForm, zone: string): ParseResult<AnswerEntry> {
  const visible = askedOf(questionnaire, form, zone);
  const faults: FieldError[] = [];
  const read = (questions: readonly Question[]): readonly ResponseItem[] =>
    questions
      .filter(({ linkId }) => visible.has(linkId))
      .flatMap((question): readonly ResponseItem[] => {
        const { linkId, text, required, type, items } = question;
        const { answers, fault } = readAnswers(question, form[linkId] ?? [], zone);
        const missing = required && answers.length === 0 && type !== 'group' && type !== 'display';
        if (fault !== undefined) faults.push({ field: linkId, message: fault, words: { question: text } });
        else if (missing)
          faults.push({
            field: linkId,
            message: type === 'unknown' ? 'qst.err.notSupported' : 'qst.err.question',
            words: { question: text },
          });
        const below = read(items);
        if (answers.length === 0 && below.length === 0) return [];
        const words = text === '' ? {} : { text };
        // nested below a question items belong to its answer, below a group to the group
        if (type === 'group' || answers.length === 0) return [{ linkId, ...words, item: below }];
        return [
          {
            linkId,
            ...words,
            answer: answers.map((answer, index) =>
              index === 0 && below.length > 0 ? { ...answer, item: below } : answer,
            ),
          },
        ];
      });
  const entry = read(questionnaire.questions);
  if (faults.length === 0 && entry.length === 0) faults.push({ field: '', message: 'qst.err.empty' });
  return faults.length > 0 ? { ok: false, faults } : { ok: true, entry };
}

/** The response in the service's format. */
export function responseOf(
  item: AnswerEntry,
  {
    questionnaireId,
    patientId,
    formId,
  }: { readonly questionnaireId: string; readonly patientId: string; readonly formId: string },
): object {
  return {
    resourceType: 'QuestionnaireResponse',
    identifier: formIdentifier(formId),
    status: 'completed',
    questionnaire: `Questionnaire/${questionnaireId}`,
    subject: { reference: `Patient/${patientId}` },
    item,
  };
}

/** Restores a draft. */
export function answerFormOf(kept: unknown): AnswerForm | undefined {
  if (!isObject(kept)) return undefined;
  return Object.fromEntries(
    Object.entries(kept).flatMap(([linkId, typed]) =>
      Array.isArray(typed) ? [[linkId, typed.filter((text) => typeof text === 'string')]] : [],
    ),
  );
}
