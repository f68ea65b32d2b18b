import { z } from 'zod';

const Text = z.string().max(200);
const Answer = z.looseObject({ item: z.array(z.unknown()).optional() });
interface Item { readonly linkId: string; readonly type: string; readonly required: boolean; readonly repeats: boolean; readonly enableWhen: readonly unknown[]; readonly item: readonly Item[] }
interface Answered { readonly linkId: string; readonly answer: readonly z.output<typeof Answer>[]; readonly item: readonly Answered[] }

const QuestionItem: z.ZodType<Item> = z.object({
  linkId: Text, type: z.string(), required: z.boolean().default(false), repeats: z.boolean().default(false), enableWhen: z.array(z.unknown()).default([]), get item() { return z.array(QuestionItem).default([]); },
});
const AnsweredItem: z.ZodType<Answered> = z.object({ linkId: Text, answer: z.array(Answer).default([]), get item() { return z.array(AnsweredItem).default([]); } });
export const QuestionnaireItems = z.object({ item: z.array(QuestionItem).default([]) });
export const ResponseItems = z.object({ item: z.array(AnsweredItem).default([]) });

/** Elements in which an answer of a question's type stands (FHIR R4, Questionnaire.item.type). Questions of other types are not answered. */
const VALUE_OF: Readonly<Record<string, readonly string[]>> = {
  boolean: ['valueBoolean'], decimal: ['valueDecimal', 'valueInteger'], integer: ['valueInteger'], date: ['valueDate'], dateTime: ['valueDateTime'], time: ['valueTime'], string: ['valueString'], text: ['valueString'],
  url: ['valueUri'], choice: ['valueCoding'], 'open-choice': ['valueCoding', 'valueString'], attachment: ['valueAttachment'], reference: ['valueReference'], quantity: ['valueQuantity'],
};

/**
 * What is wrong with the answers to a form: link ids that it does not have, answers of another type, more than one where one is asked, and required questions
 * without an answer. A required question that depends on another one is not missed here: whether it was asked is known to the one who filled the form in.
 */
export function faultsOf(questions: readonly Item[], answered: readonly Answered[], completed: boolean): readonly string[] {
  const known = new Map(questions.map((question) => [question.linkId, question]));
  const faults = answered.flatMap(({ linkId, answer, item }) => {
    const question = known.get(linkId);
    if (question === undefined) return [linkId];
    const types = VALUE_OF[question.type] ?? [];
    const wrong = (answer.length > 1 && !question.repeats) || answer.some((one) => !Object.keys(one).some((key) => types.includes(key)));
    const nested = [...item, ...answer.flatMap((one) => ResponseItems.parse({ item: one.item ?? [] }).item)];
    return [...(wrong ? [linkId] : []), ...faultsOf(question.item, nested, completed)];
  });
  if (!completed) return faults;
  const given = new Set(answered.filter(({ answer, item }) => answer.length > 0 || item.length > 0).map(({ linkId }) => linkId));
  return [...faults, ...questions.filter(({ linkId, required, enableWhen, type }) => required && enableWhen.length === 0 && type !== 'display' && type !== 'group' && !given.has(linkId)).map(({ linkId }) => linkId)];
}
