import { idOf, refTo } from './build.ts';
import type { Clock, DemoResource } from './build.ts';
import { DEMO } from './people.ts';
import type { DemoName } from './people.ts';

interface Question {
  readonly linkId: string;
  readonly text: string;
  readonly type: string;
  readonly item?: readonly Question[];
  readonly answerOption?: readonly { readonly valueCoding: { readonly code: string; readonly display: string } }[];
  readonly [element: string]: unknown;
}

const choice = (linkId: string, text: string, options: readonly string[]): Question => ({
  linkId,
  text,
  type: 'choice',
  required: true,
  answerOption: options.map((display, index) => ({ valueCoding: { code: String(index), display } })),
});
const OFTEN = ['Không bao giờ', 'Vài ngày', 'Hơn một nửa số ngày', 'Gần như mỗi ngày'];

const FORMS: Readonly<Record<'heart' | 'sleep', readonly Question[]>> = {
  heart: [
    { linkId: '1', text: 'Bạn có hút thuốc không?', type: 'boolean', required: true },
    {
      linkId: '1.1',
      text: 'Mỗi ngày bạn hút bao nhiêu điếu?',
      type: 'integer',
      enableWhen: [{ question: '1', operator: '=', answerBoolean: true }],
    },
    choice('2', 'Bạn vận động vừa sức (đi bộ nhanh, đạp xe) mấy ngày một tuần?', [
      '0 ngày',
      '1 - 2 ngày',
      '3 - 4 ngày',
      '5 ngày trở lên',
    ]),
    choice('3', 'Bạn ăn rau và trái cây bao nhiêu lần một ngày?', ['0 - 1 lần', '2 - 3 lần', '4 lần trở lên']),
    { linkId: '4', text: 'Vòng eo của bạn (cm)', type: 'decimal' },
    { linkId: '5', text: 'Lần đo huyết áp gần nhất là ngày nào?', type: 'date' },
    {
      linkId: '6',
      text: 'Gia đình',
      type: 'group',
      item: [
        {
          linkId: '6.1',
          text: 'Bố mẹ hoặc anh chị em ruột có ai bị nhồi máu cơ tim hay đột quỵ không?',
          type: 'boolean',
        },
        {
          linkId: '6.2',
          text: 'Người đó mắc bệnh ở tuổi nào?',
          type: 'integer',
          enableWhen: [{ question: '6.1', operator: '=', answerBoolean: true }],
        },
      ],
    },
    { linkId: '7', text: 'Bạn muốn nói thêm điều gì với bác sĩ?', type: 'text', maxLength: 2000 },
  ],
  sleep: [
    choice('1', 'Bạn khó vào giấc hoặc thức giấc giữa đêm', OFTEN),
    choice('2', 'Ban ngày bạn thấy mệt mỏi, thiếu sức', OFTEN),
    choice('3', 'Bạn thấy lo lắng hoặc buồn bã', OFTEN),
    choice('4', 'Bạn vẫn vui với những việc mình thích', OFTEN),
  ],
};

/** Two patient questionnaires: one with a conditional question, one with choices only. */
export function questionnaireResources(clock: Clock): readonly DemoResource[] {
  return [
    {
      resourceType: 'Questionnaire',
      id: idOf('questionnaire/heart'),
      url: 'https://phr.example/fhir/Questionnaire/heart',
      version: '1',
      name: 'HeartHabits',
      title: 'Thói quen sống và tim mạch',
      status: 'active',
      subjectType: ['Patient'],
      date: clock.day(-200),
      description: 'Mười câu hỏi ngắn giúp bác sĩ hiểu thói quen sống của bạn.',
      item: FORMS.heart,
    },
    {
      resourceType: 'Questionnaire',
      id: idOf('questionnaire/sleep'),
      url: 'https://phr.example/fhir/Questionnaire/sleep',
      version: '1',
      name: 'SleepAndMood',
      title: 'Giấc ngủ và tinh thần trong hai tuần qua',
      status: 'active',
      subjectType: ['Patient'],
      date: clock.day(-120),
      item: FORMS.sleep,
    },
  ];
}

interface Answered {
  readonly person: DemoName;
  readonly form: 'heart' | 'sleep';
  readonly ago: number;
  /** By link id; an option's index for questions with options. */
  readonly answers: Readonly<Record<string, boolean | number | string>>;
}

const ANSWERED: readonly Answered[] = [
  { person: 'chau', form: 'sleep', ago: 9, answers: { 1: 1, 2: 1, 3: 1, 4: 3 } },
  { person: 'chau', form: 'sleep', ago: 44, answers: { 1: 2, 2: 2, 3: 1, 4: 2 } },
  {
    person: 'chau',
    form: 'heart',
    ago: 97,
    answers: { 1: false, 2: 1, 3: 1, 4: 76.5, 6.1: false, 7: 'Tôi hay đau đầu một bên khi thức khuya chấm bài.' },
  },
  {
    person: 'anh',
    form: 'heart',
    ago: 36,
    answers: { 1: false, 2: 2, 3: 2, 4: 84, 6.1: true, 6.2: 62, 7: 'Buổi sáng đứng dậy nhanh đôi khi chóng mặt.' },
  },
  { person: 'anh', form: 'sleep', ago: 15, answers: { 1: 2, 2: 1, 3: 0, 4: 3 } },
  { person: 'bao', form: 'sleep', ago: 50, answers: { 1: 0, 2: 2, 3: 1, 4: 2 } },
];

/** A person's answers to them. */
export function answerResources(person: DemoName, clock: Clock): readonly DemoResource[] {
  return ANSWERED.filter((answered) => answered.person === person).map(
    ({ form, ago, answers }, index): DemoResource => {
      const subject = refTo('Patient', DEMO[person].id, DEMO[person].name);
      return {
        resourceType: 'QuestionnaireResponse',
        id: idOf(`answers/${person}/${index}`),
        questionnaire: `Questionnaire/${idOf(`questionnaire/${form}`)}`,
        status: 'completed',
        subject,
        source: subject,
        authored: clock.at(-ago, 20, 40),
        item: itemsOf(FORMS[form], answers),
      };
    },
  );
}

function itemsOf(questions: readonly Question[], answers: Answered['answers']): readonly object[] {
  return questions.flatMap((question): readonly object[] => {
    const { linkId, text, type, item } = question;
    if (item !== undefined) return [{ linkId, text, item: itemsOf(item, answers) }];
    const given = answers[linkId];
    return given === undefined ? [] : [{ linkId, text, answer: [answerOf(question, type, given)] }];
  });
}

function answerOf({ answerOption }: Question, type: string, given: boolean | number | string): object {
  switch (type) {
    case 'choice':
      return { valueCoding: answerOption?.[Number(given)]?.valueCoding };
    case 'boolean':
      return { valueBoolean: given };
    case 'integer':
      return { valueInteger: given };
    case 'decimal':
      return { valueDecimal: given };
    default:
      return { valueString: given };
  }
}
