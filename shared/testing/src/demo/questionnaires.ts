import { idOf } from './build.ts';
import type { Clock, DemoResource } from './build.ts';

const choice = (linkId: string, text: string, options: readonly string[]): object => ({
  linkId, text, type: 'choice', required: true, answerOption: options.map((display, index) => ({ valueCoding: { code: String(index), display } })),
});
const OFTEN = ['Không bao giờ', 'Vài ngày', 'Hơn một nửa số ngày', 'Gần như mỗi ngày'];

/** Two forms of our own for patients: one with a question that depends on another, one of choices only. */
export function questionnaireResources(clock: Clock): readonly DemoResource[] {
  return [
    {
      resourceType: 'Questionnaire', id: idOf('questionnaire/heart'), url: 'https://phr.example/fhir/Questionnaire/heart', version: '1', name: 'HeartHabits', title: 'Thói quen sống và tim mạch', status: 'active', subjectType: ['Patient'],
      date: clock.day(-200), description: 'Mười câu hỏi ngắn giúp bác sĩ hiểu thói quen sống của bạn.',
      item: [
        { linkId: '1', text: 'Bạn có hút thuốc không?', type: 'boolean', required: true },
        { linkId: '1.1', text: 'Mỗi ngày bạn hút bao nhiêu điếu?', type: 'integer', enableWhen: [{ question: '1', operator: '=', answerBoolean: true }] },
        choice('2', 'Bạn vận động vừa sức (đi bộ nhanh, đạp xe) mấy ngày một tuần?', ['0 ngày', '1 - 2 ngày', '3 - 4 ngày', '5 ngày trở lên']),
        choice('3', 'Bạn ăn rau và trái cây bao nhiêu lần một ngày?', ['0 - 1 lần', '2 - 3 lần', '4 lần trở lên']),
        { linkId: '4', text: 'Vòng eo của bạn (cm)', type: 'decimal' },
        { linkId: '5', text: 'Lần đo huyết áp gần nhất là ngày nào?', type: 'date' },
        { linkId: '6', text: 'Gia đình', type: 'group', item: [{ linkId: '6.1', text: 'Bố mẹ hoặc anh chị em ruột có ai bị nhồi máu cơ tim hay đột quỵ không?', type: 'boolean' }, { linkId: '6.2', text: 'Người đó mắc bệnh ở tuổi nào?', type: 'integer', enableWhen: [{ question: '6.1', operator: '=', answerBoolean: true }] }] },
        { linkId: '7', text: 'Bạn muốn nói thêm điều gì với bác sĩ?', type: 'text', maxLength: 2000 },
      ],
    },
    {
      resourceType: 'Questionnaire', id: idOf('questionnaire/sleep'), url: 'https://phr.example/fhir/Questionnaire/sleep', version: '1', name: 'SleepAndMood', title: 'Giấc ngủ và tinh thần trong hai tuần qua', status: 'active', subjectType: ['Patient'], date: clock.day(-120),
      item: [
        choice('1', 'Bạn khó vào giấc hoặc thức giấc giữa đêm', OFTEN), choice('2', 'Ban ngày bạn thấy mệt mỏi, thiếu sức', OFTEN), choice('3', 'Bạn thấy lo lắng hoặc buồn bã', OFTEN),
        choice('4', 'Bạn vẫn vui với những việc mình thích', OFTEN),
      ],
    },
  ];
}
