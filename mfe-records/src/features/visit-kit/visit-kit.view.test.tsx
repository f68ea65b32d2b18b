import { mountView } from '@phr/module-kit/mount';
import { searchset } from '@phr/testing/dev-page';
import { createFakeHost, FAKE_MAIN, FAKE_MOTHER, type FakeHost } from '@phr/testing/fake-host';
import { openPart } from '@phr/testing/open-part';
import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import module from '../../module.ts';
import { VISIT_QUESTIONS } from '../visit-questions/visit-question.entity.ts';

const { jest } = import.meta;
type Rows = readonly Readonly<Record<string, unknown>>[];

const visit = (more: object = {}) => ({
  resourceType: 'Appointment',
  id: 'v1',
  status: 'booked',
  start: '2026-12-11T08:00:00+07:00',
  end: '2026-12-11T08:30:00+07:00',
  identifier: [{ value: '27' }],
  participant: [
    { actor: { reference: 'HealthcareService/h', display: 'Khám tim mạch' } },
    { actor: { reference: 'Location/l', display: 'Bệnh viện Sao Mai' } },
  ],
  ...more,
});
const question = {
  resourceType: 'QuestionnaireResponse',
  id: 'q1',
  status: 'completed',
  questionnaire: VISIT_QUESTIONS,
  item: [{ linkId: 'question', answer: [{ valueString: 'Có cần đổi thuốc không?' }] }],
};

/** An appointment's kit at a time, over a record with these rows. */
async function open(
  now: string,
  rows: Rows,
  options: { readonly locale?: 'vi-VN' | 'en-US'; readonly may?: 'read' } = {},
): Promise<FakeHost> {
  jest.spyOn(Date, 'now').mockReturnValue(Date.parse(now));
  const host = createFakeHost({
    path: '/visit-kit/v1',
    settings: { locale: options.locale ?? 'vi-VN' },
    respond: ({ path, method, query }) => {
      if (method !== 'GET') return { ...question, id: 'new' };
      const type = path.split('/').at(-1);
      const found = rows.filter((row) => row['resourceType'] === type);
      const id = query?.['_id'];
      return searchset(id === undefined ? found : found.filter((row) => row['id'] === id));
    },
  });
  if (options.may !== undefined) {
    const viewed = { ...FAKE_MOTHER, may: [options.may] };
    host.patient.set({ ...host.patient.get(), viewed, family: [FAKE_MAIN, viewed] });
  }
  await openPart(mountView, module, host);
  await screen.findByRole('heading', {
    level: 1,
    name: options.locale === 'en-US' ? 'Prepare for the visit' : 'Chuẩn bị khám',
  });
  return host;
}

afterEach(() => jest.restoreAllMocks());

test('before: when, where, how long until then, what to bring, questions and what the doctor asks for', async () => {
  await open('2026-12-08T09:00:00+07:00', [visit(), question]);
  expect(await screen.findByText('Còn 3 ngày')).toBeInTheDocument();
  expect(screen.getByText(/^08:00 .* 11\/12\/2026$/)).toBeInTheDocument();
  expect(screen.getByText(/NGUYỄN|TRẦN/)).toHaveTextContent('Cho:');
  expect(screen.getByRole('link', { name: 'Xem trên bản đồ' }).getAttribute('href')).toContain(
    encodeURIComponent('Bệnh viện Sao Mai'),
  );
  expect(screen.getByRole('link', { name: 'Đưa mã QR' })).toHaveAttribute('href', '/patient-qrs?large=1');
  expect(screen.getByRole('link', { name: 'Đổi hoặc hủy lịch' })).toHaveAttribute('href', '/appointment-details?id=v1');
  expect(screen.getByRole('link', { name: 'Chỉ số 30 ngày và tóm tắt' })).toHaveAttribute('href', '/summary');
  expect(await screen.findByText('Có cần đổi thuốc không?')).toBeInTheDocument();
  expect(screen.queryByText('Lần khám tới')).toBeNull();
});

test('what is packed is ticked off', async () => {
  await open('2026-12-08T09:00:00+07:00', [visit()]);
  const card = await screen.findByRole('checkbox', { name: 'Thẻ bảo hiểm y tế (BHYT)' });
  await userEvent.click(card);
  await waitFor(() => expect(card).toBeChecked());
  expect(screen.getByRole('checkbox', { name: /CCCD/ })).not.toBeChecked();
});

test('two things ticked off in one go are both packed, each at once', async () => {
  await open('2026-12-08T09:00:00+07:00', [visit()]);
  const [card, paper] = [
    await screen.findByRole('checkbox', { name: /BHYT/ }),
    screen.getByRole('checkbox', { name: /CCCD/ }),
  ];
  fireEvent.click(card);
  expect(card).toBeChecked();
  fireEvent.click(paper);
  expect([card, paper].map((box) => (box as HTMLInputElement).checked)).toEqual([true, true]);
});

test('a question in own words is kept for the visit; an empty one is not sent', async () => {
  const host = await open('2026-12-08T09:00:00+07:00', [visit()]);
  const writes = () => host.seen.requests.filter(({ method }) => method === 'POST');
  await userEvent.click(await screen.findByRole('button', { name: 'Thêm câu hỏi' }));
  expect(await screen.findByText('Hãy viết câu hỏi')).toBeInTheDocument();
  expect(writes()).toEqual([]);
  await userEvent.type(screen.getByRole('textbox', { name: 'Bạn muốn hỏi gì?' }), ' Uống đến khi nào? ');
  await userEvent.click(screen.getByRole('button', { name: 'Thêm câu hỏi' }));
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Bạn muốn hỏi gì?' })).toHaveValue(''));
  expect(writes()).toMatchObject([
    {
      path: '/QuestionnaireResponse',
      queue: { patientId: FAKE_MAIN.id },
      body: { questionnaire: VISIT_QUESTIONS, item: [{ answer: [{ valueString: 'Uống đến khi nào?' }] }] },
    },
  ]);
});

test('who may only look asks nothing', async () => {
  await open('2026-12-08T09:00:00+07:00', [visit()], { may: 'read' });
  expect(await screen.findByText('Còn 3 ngày')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Thêm câu hỏi' })).toBeNull();
});

test('on the day: the number, the hours left, and the code as the main way', async () => {
  await open('2026-12-11T05:30:00+07:00', [visit()], { locale: 'en-US' });
  expect(await screen.findByText('In 2 hours')).toBeInTheDocument();
  expect(screen.getByText('27')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Show my QR code' }).className).toMatch(/primary/);
});

test('afterwards: diagnosis, new medicines with the way into the plan, stopped ones, and the next visit', async () => {
  const encounter = { reference: 'Encounter/e1' };
  const coming = visit({ id: 'v2', start: '2027-01-11T08:00:00+07:00', end: undefined });
  await open('2026-12-12T09:00:00+07:00', [
    visit({ status: 'fulfilled' }),
    coming,
    { resourceType: 'Encounter', id: 'e1', status: 'finished', period: { start: '2026-12-11T08:05:00+07:00' } },
    { resourceType: 'Condition', id: 'c1', encounter, code: { text: 'Tăng huyết áp' } },
    {
      resourceType: 'MedicationRequest',
      id: 'r1',
      status: 'active',
      intent: 'order',
      encounter,
      medicationCodeableConcept: { text: 'Losartan 50 mg' },
    },
    {
      resourceType: 'MedicationStatement',
      id: 's1',
      meta: { versionId: '1' },
      status: 'stopped',
      medicationCodeableConcept: { text: 'Amlodipin 5 mg' },
      effectivePeriod: { start: '2026-01-01', end: '2026-12-11' },
    },
  ]);
  expect(await screen.findByText('Tăng huyết áp')).toBeInTheDocument();
  expect(await screen.findByRole('link', { name: 'Đưa vào lịch: Losartan 50 mg' })).toHaveAttribute(
    'href',
    '/medicine-create?order=r1',
  );
  expect(
    within(await screen.findByRole('list', { name: 'Thuốc đã ngừng từ lần khám' })).getByText('Amlodipin 5 mg'),
  ).toBeInTheDocument();
  expect(await screen.findByRole('link', { name: /08:00 11\/01\/2027/ })).toHaveAttribute(
    'href',
    '/visit-kit?appointmentId=v2',
  );
  expect(screen.queryByRole('button', { name: 'Thêm câu hỏi' })).toBeNull();
});

test('nothing of the day in the record is said, and nothing is guessed', async () => {
  await open('2026-12-12T09:00:00+07:00', [visit({ status: 'fulfilled' })]);
  expect(await screen.findByText('Chưa có hồ sơ của lần khám này')).toBeInTheDocument();
  expect(await screen.findByText('Chưa hẹn lần khám tới')).toBeInTheDocument();
});

test('an appointment that was cancelled says so and asks for no preparation', async () => {
  await open('2026-12-08T09:00:00+07:00', [visit({ status: 'cancelled' })]);
  expect(await screen.findByText('Lịch hẹn này đã hủy hoặc không diễn ra.')).toBeInTheDocument();
  expect(screen.queryByRole('checkbox')).toBeNull();
});
