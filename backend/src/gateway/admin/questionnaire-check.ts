import { z } from 'zod';

const LinkId = z.string().max(200);
/** Parsed part of a question; nested questions are parsed on demand. */
const Question = z.object({
  linkId: LinkId,
  type: z.string(),
  required: z.boolean().default(false),
  repeats: z.boolean().default(false),
  enableWhen: z.array(z.unknown()).default([]),
  item: z.array(z.unknown()).default([]),
});
const Answered = z.object({
  linkId: LinkId,
  answer: z.array(z.looseObject({ item: z.array(z.unknown()).default([]) })).default([]),
  item: z.array(z.unknown()).default([]),
});
/** The part of a questionnaire or response being checked. */
export const Items = z.array(z.unknown());

/** Value elements per question type (FHIR R4, Questionnaire.item.type). Other types have no answers. */
const VALUE_OF: Readonly<Record<string, readonly string[]>> = {
  boolean: ['valueBoolean'],
  decimal: ['valueDecimal', 'valueInteger'],
  integer: ['valueInteger'],
  date: ['valueDate'],
  dateTime: ['valueDateTime'],
  time: ['valueTime'],
  string: ['valueString'],
  text: ['valueString'],
  url: ['valueUri'],
  choice: ['valueCoding'],
  'open-choice': ['valueCoding', 'valueString'],
  attachment: ['valueAttachment'],
  reference: ['valueReference'],
  quantity: ['valueQuantity'],
};

/**
 * Faults of a response: unknown link ids, wrong answer types, several answers to a single question, missing required
 * answers. Conditional required questions are not checked: only the client knows whether they were asked.
 */
export function faultsOf(
  questions: readonly unknown[],
  items: readonly unknown[],
  completed: boolean,
  read: QuestionReader = questionReader(),
): readonly string[] {
  const form = read(questions);
  const parsed = z.array(Answered).safeParse(items);
  if (form === undefined || !parsed.success) return ['item'];
  const { known, required } = form;
  const faults = parsed.data.flatMap(({ linkId, answer, item }) => {
    const question = known.get(linkId);
    if (question === undefined) return [linkId];
    const types = VALUE_OF[question.type] ?? [];
    const wrong =
      (answer.length > 1 && !question.repeats) ||
      answer.some((one) => !Object.keys(one).some((key) => types.includes(key)));
    const nested = [...item, ...answer.flatMap((one) => one.item)];
    return [...(wrong ? [linkId] : []), ...faultsOf(question.item, nested, completed, read)];
  });
  if (!completed) return faults;
  const given = new Set(
    parsed.data.filter(({ answer, item }) => answer.length > 0 || item.length > 0).map(({ linkId }) => linkId),
  );
  const missing = required.filter((linkId) => !given.has(linkId));
  return [...faults, ...missing];
}

type QuestionReader = (
  questions: readonly unknown[],
) =>
  | { readonly known: ReadonlyMap<string, z.output<typeof Question>>; readonly required: readonly string[] }
  | undefined;

/** Parses each list of questions once, however often it is answered; undefined if invalid. */
function questionReader(): QuestionReader {
  const lists = new Map<readonly unknown[], ReturnType<QuestionReader>>();
  return (questions) => {
    if (lists.has(questions)) return lists.get(questions);
    const form = z.array(Question).safeParse(questions);
    const list = !form.success
      ? undefined
      : {
          known: new Map(form.data.map((question) => [question.linkId, question])),
          required: form.data
            .filter(
              ({ required, enableWhen, type }) =>
                required && enableWhen.length === 0 && type !== 'display' && type !== 'group',
            )
            .map(({ linkId }) => linkId),
        };
    lists.set(questions, list);
    return list;
  };
}
