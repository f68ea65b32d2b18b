import { coding, type Coding } from '@phr/fhir/datatypes';
import { anything, flag, isObject, list, number, lenientObject, text } from '@phr/fhir/json';
import { defined, readable } from '@phr/fhir/reading';

/** Supported question types (FHIR R4, Questionnaire.item.type). */
export const ANSWERED_TYPES = [
  'boolean',
  'decimal',
  'integer',
  'date',
  'dateTime',
  'time',
  'string',
  'text',
  'url',
  'choice',
  'open-choice',
  'quantity',
] as const;
export type AnsweredType = (typeof ANSWERED_TYPES)[number];

/** Condition of a question: another question's answer. */
export interface Condition {
  readonly question: string;
  readonly operator: string;
  /** The value of answer[x], whatever its type. */
  readonly expected: unknown;
}

/** One item of a form, with those below it. */
export interface Question {
  readonly linkId: string;
  readonly text: string;
  /** `unknown`: a type that this version cannot ask. */
  readonly type: AnsweredType | 'group' | 'display' | 'unknown';
  readonly required: boolean;
  readonly repeats: boolean;
  readonly maxLength?: number;
  readonly options: readonly Coding[];
  readonly conditions: readonly Condition[];
  /** One condition suffices; otherwise all must hold. */
  readonly anyCondition: boolean;
  readonly items: readonly Question[];
}

/** A form for patients. */
export interface Questionnaire {
  readonly id: string;
  readonly url?: string;
  readonly title: string;
  readonly description?: string;
  readonly date?: string;
  readonly questions: readonly Question[];
}

const wire = lenientObject({
  id: text,
  url: text,
  title: text,
  name: text,
  description: text,
  date: text,
  item: list(anything),
});
const itemWire = lenientObject({
  linkId: text,
  text: text,
  type: text,
  required: flag,
  repeats: flag,
  maxLength: number,
  enableBehavior: text,
  enableWhen: list(anything),
  answerOption: list(anything),
  item: list(anything),
});

/** Parses a Questionnaire; undefined without an id. Items without link id are dropped, as they cannot be answered. */
export function readQuestionnaire(resource: unknown): Questionnaire | undefined {
  const raw = wire(resource);
  if (raw?.id === undefined) return undefined;
  return {
    id: raw.id,
    title: raw.title ?? raw.name ?? '',
    questions: (raw.item ?? []).flatMap((item) => readQuestion(item) ?? []),
    ...defined({ url: raw.url, description: raw.description, date: readable(raw.date) }),
  };
}

function readQuestion(item: unknown): Question | undefined {
  const raw = itemWire(item);
  if (raw?.linkId === undefined) return undefined;
  const {
    linkId,
    type = '',
    required = false,
    repeats = false,
    maxLength,
    enableBehavior,
    enableWhen = [],
    answerOption = [],
    item: items = [],
  } = raw;
  return {
    linkId,
    required,
    repeats,
    text: raw.text ?? '',
    type: type === 'group' || type === 'display' ? type : (ANSWERED_TYPES.find((one) => one === type) ?? 'unknown'),
    options: answerOption.flatMap((option) => readOption(option) ?? []),
    conditions: enableWhen.flatMap((condition) => readCondition(condition) ?? []),
    anyCondition: enableBehavior === 'any',
    items: items.flatMap((below) => readQuestion(below) ?? []),
    ...(maxLength === undefined ? {} : { maxLength }),
  };
}

function readOption(option: { readonly [element: string]: unknown }): Coding | undefined {
  const given = coding(option['valueCoding']);
  if (given !== undefined) return given;
  const words = option['valueString'] ?? option['valueInteger'] ?? option['valueDate'] ?? option['valueTime'];
  return typeof words === 'string' || typeof words === 'number' ? { display: String(words) } : undefined;
}

function readCondition(condition: { readonly [element: string]: unknown }): Condition | undefined {
  const { question, operator } = condition;
  const [, expected] = Object.entries(condition).find(([element]) => element.startsWith('answer')) ?? [];
  return typeof question === 'string' && typeof operator === 'string'
    ? { question, operator, expected: isObject(expected) ? { ...expected } : expected }
    : undefined;
}

/** All questions of a tree, each before those below it. */
export function flat(questions: readonly Question[]): readonly Question[] {
  return questions.flatMap((question) => [question, ...flat(question.items)]);
}
