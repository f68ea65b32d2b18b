import { screen, waitFor, within } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { mountView } from '@phr/module-kit/mount';
import { searchset } from '@phr/testing/dev-page';
import { createFakeHost, type FakeHost } from '@phr/testing/fake-host';
import { openPart } from '@phr/testing/open-part';
import module from '../../module.ts';
import { askedOf, checkAnswers, readAnswers, type AnswerForm } from './answers.model.ts';
import { flat, readQuestionnaire, type Questionnaire } from './questionnaire.entity.ts';

const ZONE = 'Asia/Ho_Chi_Minh';
const HEART = {
  resourceType: 'Questionnaire',
  id: 'heart',
  url: 'https://phr.example/fhir/Questionnaire/heart',
  title: 'Thói quen sống và tim mạch',
  status: 'active',
  description: 'Mười câu hỏi ngắn.',
  item: [
    { linkId: '1', text: 'Bạn có hút thuốc không?', type: 'boolean', required: true },
    {
      linkId: '1.1',
      text: 'Mỗi ngày bao nhiêu điếu?',
      type: 'integer',
      required: true,
      enableWhen: [{ question: '1', operator: '=', answerBoolean: true }],
    },
    {
      linkId: '2',
      text: 'Vận động',
      type: 'choice',
      answerOption: [
        { valueCoding: { code: '0', display: '0 ngày' } },
        { valueCoding: { code: '1', display: '1 - 2 ngày' } },
      ],
    },
    {
      linkId: '6',
      text: 'Gia đình',
      type: 'group',
      item: [{ linkId: '6.1', text: 'Có ai bị đột quỵ không?', type: 'boolean' }],
    },
    { linkId: '7', text: 'Bạn muốn nói thêm điều gì?', type: 'text' },
  ],
};
const SAVED = {
  resourceType: 'QuestionnaireResponse',
  id: 'q1',
  status: 'completed',
  questionnaire: 'Questionnaire/heart',
  authored: '2026-11-20T09:00:00+07:00',
  item: [
    { linkId: '1', answer: [{ valueBoolean: true }] },
    {
      linkId: '6',
      text: 'Gia đình',
      item: [{ linkId: '6.1', text: 'Có ai bị đột quỵ không?', answer: [{ valueBoolean: false }] }],
    },
    { linkId: '2', answer: [{ valueCoding: { display: '1 - 2 ngày' } }] },
  ],
};

async function open(path: string, responses: readonly object[] = []): Promise<FakeHost> {
  const host = createFakeHost({
    path: '/questionnaires',
    respond: ({ method, path: asked }) =>
      method === 'POST' ? SAVED : searchset(asked === '/Questionnaire' ? [HEART] : responses),
  });
  if (path !== '/questionnaires') host.navigation.push(path);
  await openPart(mountView, module, host);
  return host;
}
const posts = (host: FakeHost) => host.seen.requests.filter(({ method }) => method === 'POST');
const send = () => userEvent.click(screen.getByRole('button', { name: 'Gửi câu trả lời' }));
const group = (name: RegExp) => within(screen.getByRole('radiogroup', { name }));

test('[ROUTE-67][CALL-87] lists active forms for patients, with links to begin and to earlier answers', async () => {
  const host = await open('/questionnaires');
  const row = within(await screen.findByRole('list', { name: 'Phiếu hỏi sức khỏe' })).getByRole('listitem');
  expect(row).toHaveTextContent(/Thói quen sống và tim mạch.*Mười câu hỏi ngắn/s);
  expect(within(row).getByRole('link', { name: /^Bắt đầu/ })).toHaveAttribute(
    'href',
    '/questionnaire-response?questionnaireId=heart',
  );
  expect(within(row).getByRole('link', { name: /^Các lần trả lời/ })).toHaveAttribute(
    'href',
    '/questionnaire-responses?questionnaireId=heart',
  );
  await proves('QST-01', () =>
    expect(host.seen.requests[0]).toMatchObject({
      path: '/Questionnaire',
      query: { 'subject-type': 'Patient', status: 'active' },
    }),
  );
});

test('[ROUTE-69][CALL-48] questions appear when due, missing ones are named, answers are sent once', async () => {
  const host = await open('/questionnaire-response/heart');
  await screen.findByRole('heading', { name: 'Thói quen sống và tim mạch' });
  expect(screen.queryByRole('textbox', { name: /Mỗi ngày bao nhiêu điếu/ })).toBeNull();
  await send();
  expect(screen.getAllByText('Hãy trả lời: Bạn có hút thuốc không?').length).toBeGreaterThan(1);
  await userEvent.click(group(/^Bạn có hút thuốc không/).getByRole('radio', { name: 'Có' }));
  await userEvent.type(screen.getByRole('textbox', { name: /Mỗi ngày bao nhiêu điếu/ }), '5');
  await userEvent.click(screen.getByRole('radio', { name: '1 - 2 ngày' }));
  await userEvent.click(group(/^Có ai bị đột quỵ không/).getByRole('radio', { name: 'Không' }));
  await send();
  await waitFor(() => expect(host.navigation.location.get().pathname).toBe('/questionnaires'));
  await proves('QST-02', () =>
    expect(posts(host)).toMatchObject([
      {
        path: '/patient-app/questionnaire-response/create',
        body: {
          questionnaire: 'Questionnaire/heart',
          item: [
            { linkId: '1', answer: [{ valueBoolean: true }] },
            { linkId: '1.1' },
            { linkId: '2' },
            { linkId: '6' },
          ],
        },
      },
    ]),
  );
  expect(posts(host)).toEqual([
    expect.objectContaining({
      service: 'admin',
      path: '/patient-app/questionnaire-response/create',
      body: expect.objectContaining({
        resourceType: 'QuestionnaireResponse',
        status: 'completed',
        questionnaire: 'Questionnaire/heart',
        subject: { reference: 'Patient/patient-main' },
        item: [
          { linkId: '1', text: 'Bạn có hút thuốc không?', answer: [{ valueBoolean: true }] },
          { linkId: '1.1', text: 'Mỗi ngày bao nhiêu điếu?', answer: [{ valueInteger: 5 }] },
          { linkId: '2', text: 'Vận động', answer: [{ valueCoding: { code: '1', display: '1 - 2 ngày' } }] },
          {
            linkId: '6',
            text: 'Gia đình',
            item: [{ linkId: '6.1', text: 'Có ai bị đột quỵ không?', answer: [{ valueBoolean: false }] }],
          },
        ],
      }) as object,
    }),
  ]);
  expect(host.seen.notices).toEqual([{ type: 'success', title: 'Đã gửi câu trả lời' }]);
});

test('[ROUTE-68][CALL-74] earlier answers to a form, also those that name it by its address', async () => {
  const host = await open('/questionnaire-responses/heart', [SAVED]);
  const row = within(await screen.findByRole('list', { name: 'Các lần trả lời' })).getByRole('listitem');
  expect(screen.getByRole('heading', { level: 2, name: 'Thói quen sống và tim mạch' })).toBeInTheDocument();
  await proves('QST-03', () => expect(row).toHaveTextContent(/20\/11\/2026.*3 câu đã trả lời.*Đã trả lời/s));
  expect(within(row).getByRole('link')).toHaveAttribute('href', '/questionnaire-response-details?id=q1');
  expect(host.seen.requests.at(-1)?.query).toMatchObject({
    questionnaire: 'Questionnaire/heart,https://phr.example/fhir/Questionnaire/heart',
    _sort: '-date',
  });
});

test("[ROUTE-70, QST-04] a response shows every question with its answer, in the form's words if needed", async () => {
  await open('/questionnaire-response-details/q1', [SAVED]);
  expect(await screen.findByText('Bạn có hút thuốc không?')).toBeInTheDocument();
  expect(document.body).toHaveTextContent(
    /20\/11\/2026.*Bạn có hút thuốc không\?.*Có.*Có ai bị đột quỵ không\?.*Không.*Vận động.*1 - 2 ngày/s,
  );
});

describe('answers', () => {
  const form = (item: readonly object[]): Questionnaire => {
    const read = readQuestionnaire({ id: 'q', item });
    if (read === undefined) throw new Error('no form');
    return read;
  };
  const one = (type: string, typed: readonly string[], more: object = {}) => {
    const [question] = flat(form([{ linkId: 'a', text: 'A', type, ...more }]).questions);
    if (question === undefined) throw new Error('no question');
    return readAnswers(question, typed, ZONE);
  };

  test.each([
    ['boolean', ['false'], { valueBoolean: false }],
    ['integer', ['12'], { valueInteger: 12 }],
    ['decimal', ['82,5'], { valueDecimal: 82.5 }],
    ['quantity', ['3'], { valueQuantity: { value: 3 } }],
    ['date', ['20/11/2026'], { valueDate: '2026-11-20' }],
    ['time', ['8h15'], { valueTime: '08:15:00' }],
    ['dateTime', ['20/11/2026', '8:15'], { valueDateTime: '2026-11-20T08:15:00+07:00' }],
    ['string', [' x '], { valueString: 'x' }],
    ['url', ['https://a.example'], { valueUri: 'https://a.example' }],
    ['open-choice', ['tự viết'], { valueString: 'tự viết' }],
  ])('%s is written as its own type', (type, typed, answer) => expect(one(type, typed)).toEqual({ answers: [answer] }));

  test.each([
    ['integer', ['1,5']],
    ['decimal', ['nhiều']],
    ['date', ['31/02/2026']],
    ['dateTime', ['20/11/2026', '']],
    ['choice', ['9']],
    ['string', ['dài']],
  ])('%s that cannot be read is a fault', (type, typed) => {
    expect(one(type, typed, { maxLength: 2 })).toMatchObject({ answers: [], fault: expect.any(String) as string });
  });

  test('several choices are several answers', () => {
    expect(
      one('choice', ['0', '1'], { repeats: true, answerOption: [{ valueCoding: { code: 'a' } }, { valueString: 'B' }] })
        .answers,
    ).toEqual([{ valueCoding: { code: 'a' } }, { valueCoding: { display: 'B' } }]);
  });

  test('conditions: any or all of them, of kinds, and never by an answer that is itself not asked', () => {
    const questionnaire = form([
      { linkId: 'age', type: 'integer' },
      { linkId: 'smoker', type: 'boolean' },
      {
        linkId: 'all',
        type: 'string',
        enableWhen: [
          { question: 'age', operator: '>=', answerInteger: 18 },
          { question: 'smoker', operator: '=', answerBoolean: true },
        ],
      },
      {
        linkId: 'any',
        type: 'string',
        enableBehavior: 'any',
        enableWhen: [
          { question: 'age', operator: '<', answerInteger: 18 },
          { question: 'smoker', operator: 'exists', answerBoolean: true },
        ],
      },
      { linkId: 'not', type: 'string', enableWhen: [{ question: 'age', operator: '!=', answerInteger: 20 }] },
      { linkId: 'chain', type: 'string', enableWhen: [{ question: 'all', operator: 'exists', answerBoolean: true }] },
    ]);
    const asked = (values: AnswerForm) =>
      [...askedOf(questionnaire, values, ZONE)].filter((linkId) => linkId !== 'age' && linkId !== 'smoker');
    expect(asked({})).toEqual(['not']);
    expect(asked({ age: ['20'], smoker: ['true'], all: ['x'] })).toEqual(['all', 'any', 'chain']);
    expect(asked({ age: ['9'], all: ['x'] })).toEqual(['any', 'not']);
  });

  test('a required question of an unsupported kind blocks sending; an empty form is no response', () => {
    expect(
      checkAnswers(form([{ linkId: 'f', text: 'Tệp', type: 'attachment', required: true }]), {}, ZONE),
    ).toMatchObject({ ok: false, faults: [{ field: 'f', message: 'qst.err.notSupported' }] });
    expect(checkAnswers(form([{ linkId: 'a', type: 'string' }]), {}, ZONE)).toEqual({
      ok: false,
      faults: [{ field: '', message: 'qst.err.empty' }],
    });
  });
});
