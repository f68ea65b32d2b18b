import manifest from '../../../module.json' with { type: 'json' };
import { screen, waitFor, within } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import type { ServiceRequest, Settings } from '@phr/contract/host-api';
import { mountView } from '@phr/module-kit/mount';
import { hrefsOf, searchset } from '@phr/testing/dev-page';
import { createFakeHost, type FakeHost } from '@phr/testing/fake-host';
import { openPart } from '@phr/testing/open-part';
import module from '../../module.ts';
import { observationOf } from './results.test-support.ts';

const reportOf = (id: string, at: string, ids: readonly string[]) => ({
  resourceType: 'DiagnosticReport',
  id,
  status: 'final',
  code: { coding: [{ system: 'http://loinc.org', code: '58410-2' }], text: 'Công thức máu' },
  effectiveDateTime: at,
  result: ids.map((one) => ({ reference: `Observation/${one}` })),
});
const REPORT = reportOf('r1', '2026-11-21T08:40:00+07:00', ['hgb', 'wbc', 'plt']);
const EARLIER = reportOf('r0', '2026-04-02T08:00:00+07:00', ['hgb0', 'wbc0']);
const white = { code: '6690-2', name: 'Số lượng bạch cầu (WBC)', unit: '10*9/L', low: 4, high: 10 };
const OBSERVATIONS: readonly (object & { readonly id?: string })[] = [
  observationOf({ id: 'hgb', value: 112, low: 120, high: 160 }),
  observationOf({ ...white, id: 'wbc', value: 6.1 }),
  observationOf({ code: '777-3', name: 'Tiểu cầu', id: 'plt', value: 210, unit: '10*9/L', low: 150, high: 400 }),
];
const BEFORE = [
  observationOf({ id: 'hgb0', value: 13, unit: 'g/dL', at: '2026-04-02T08:00:00+07:00' }),
  observationOf({ ...white, id: 'wbc0', value: 7, at: '2026-04-02T08:00:00+07:00' }),
];
const QUESTION = {
  resourceType: 'QuestionnaireResponse',
  id: 'q1',
  status: 'completed',
  questionnaire: 'https://phr.example/fhir/Questionnaire/visit-questions',
  authored: '2026-11-30T00:00:00Z',
  item: [{ linkId: 'question', answer: [{ valueString: 'Câu hỏi cũ?' }] }],
};

async function open(settings: Partial<Settings> = {}, path = '/report-details/r1') {
  let questions: readonly object[] = [QUESTION];
  const respond = ({ method, path: asked, query }: ServiceRequest): unknown => {
    if (method === 'POST') {
      questions = [{ ...QUESTION, id: 'q2' }, ...questions];
      return { ...QUESTION, id: 'q2' };
    }
    if (method === 'DELETE') {
      questions = questions.filter((one) => !asked.endsWith(String(Reflect.get(one, 'id'))));
      return {};
    }
    if (asked.endsWith('/QuestionnaireResponse')) return searchset(questions);
    if (asked.endsWith('/DiagnosticReport')) return searchset(query?.['_id'] === 'r1' ? [REPORT] : [REPORT, EARLIER]);
    const ids = String(query?.['_id'] ?? '').split(',');
    return searchset(
      query?.['_id'] === undefined
        ? BEFORE
        : [...OBSERVATIONS, ...BEFORE].filter((one) => ids.includes(String(Reflect.get(one, 'id')))),
    );
  };
  const host: FakeHost = createFakeHost({ path, respond, hrefOf: hrefsOf(manifest.routes), settings });
  await openPart(mountView, module, host);
  return host;
}
const haemoglobin = async () =>
  within(await screen.findByRole('list', { name: 'Ngoài khoảng' })).findByText(/^Huyết sắc tố$/);

test('two sentences say how the report came out', async () => {
  await open();
  const summary = await screen.findByRole('region', { name: 'Chi tiết kết quả' });
  await waitFor(() => expect(summary).toHaveTextContent('1 ngoài khoảng, 2 trong khoảng'));
  await waitFor(() => expect(summary).toHaveTextContent('Huyết sắc tố hơi thấp. Bạch cầu và tiểu cầu bình thường.'));
});

test('a row has its everyday name, the range drawn with a twin in words, and the value before in its unit', async () => {
  const host = await open();
  await haemoglobin();
  const row = screen.getByRole('list', { name: 'Ngoài khoảng' });
  expect(row).toHaveTextContent(/Huyết sắc tố \(HGB\).*112 g\/L.*Thấp.*Khoảng của Phòng xét nghiệm X: 120 – 160 g\/L/s);
  expect(within(row).getByRole('img')).toHaveAccessibleName('Giá trị 112 g/L, khoảng 120 – 160 g/L');
  await waitFor(() => expect(row).toHaveTextContent('Lần trước: ≈ 130 (04/26) → 112'));
  expect(within(row).getByRole('link', { name: 'Theo thời gian: Huyết sắc tố' })).toHaveAttribute(
    'href',
    '/results?code=718-7',
  );
  expect(host.seen.requests).toContainEqual(
    expect.objectContaining({
      query: expect.objectContaining({ code: '6690-2,718-7,777-3', date: 'lt2026-11-21T08:40:00+07:00' }),
    }),
  );
});

test.each([
  ['all', /chở oxy.*Một mình kết quả này không nói lên bệnh.*chưa được bác sĩ duyệt/s],
  ['signed', undefined],
  ['off', undefined],
] as const)('with texts "%s" the meaning is shown by the rule of sign-off', async (clinicalTexts, meaning) => {
  await open({ clinicalTexts });
  await haemoglobin();
  const press = screen.queryByLabelText('Nghĩa là gì: Huyết sắc tố');
  expect(press === null).toBe(meaning === undefined);
  if (meaning === undefined) expect(document.body).not.toHaveTextContent(/oxy|chưa được bác sĩ duyệt/);
  else expect(press?.closest('details')).toHaveTextContent(meaning);
});

test('a question for the doctor is kept about this result, told, and taken back', async () => {
  const host = await open();
  await haemoglobin();
  await userEvent.click(screen.getByLabelText('Nghĩa là gì: Huyết sắc tố'));
  await userEvent.click(await screen.findByRole('button', { name: 'Hỏi bác sĩ điều này: Huyết sắc tố' }));
  expect(await screen.findByText(/Đã ghi vào câu hỏi cho lần khám tới: “Kết quả Huyết sắc tố 112 g\/L/)).toBeVisible();
  const sent = host.seen.requests.find(({ method }) => method === 'POST');
  expect(sent).toMatchObject({
    path: '/QuestionnaireResponse',
    queue: { patientId: 'patient-main' },
    body: {
      questionnaire: QUESTION.questionnaire,
      subject: { reference: 'Patient/patient-main' },
      item: [
        { linkId: 'question', answer: [{ valueString: expect.stringContaining('Huyết sắc tố 112 g/L (21/11/2026)') }] },
        { linkId: 'about', answer: [{ valueReference: { reference: 'Observation/hgb' } }] },
      ],
    },
  });
  expect(await screen.findByText('(2)')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Hoàn tác' }));
  expect(await screen.findByRole('button', { name: 'Hỏi bác sĩ điều này: Huyết sắc tố' })).toBeInTheDocument();
  expect(host.seen.requests).toContainEqual(
    expect.objectContaining({ method: 'DELETE', path: '/QuestionnaireResponse/q2' }),
  );
  expect(await screen.findByText('(1)')).toBeInTheDocument();
});

test('without a network the question waits, and is said to wait', async () => {
  const host = await open();
  await haemoglobin();
  host.setOffline(true);
  await userEvent.click(await screen.findByRole('button', { name: 'Hỏi bác sĩ điều này: Huyết sắc tố' }));
  expect(await screen.findByText(/Câu hỏi sẽ được ghi khi có mạng/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Hoàn tác' })).toBeNull();
});

test('two reports stand beside each other by what both have; which one is part of the address', async () => {
  await open({}, '/report-details/r1?with=r0');
  const table = await screen.findByRole('table', { name: 'So sánh hai phiếu' });
  const rows = within(table)
    .getAllByRole('row')
    .map((row) => row.textContent);
  expect(rows).toHaveLength(3);
  expect(rows[1]).toMatch(/Huyết sắc tố.*13 g\/dL.*112 g\/L.*Thấp/s);
  expect(rows[2]).toMatch(/bạch cầu.*7.*6,1/s);
});

test('this report and all of its kind are two tabs', async () => {
  await open();
  const tabs = await screen.findByRole('navigation', { name: 'Phiếu này hay theo thời gian' });
  expect(within(tabs).getByRole('link', { name: 'Phiếu này' })).toHaveAttribute('aria-current', 'page');
  expect(within(tabs).getByRole('link', { name: 'Theo thời gian' })).toHaveAttribute('href', '/report-boards/58410-2');
});
