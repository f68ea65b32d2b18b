import { AppError } from '@phr/contract/app-error';
import { screen, waitFor, within } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { mountView } from '@phr/module-kit/mount';
import { searchset } from '@phr/testing/dev-page';
import { createFakeHost, type FakeHost } from '@phr/testing/fake-host';
import { openPart } from '@phr/testing/open-part';
import module from '../../module.ts';
import { f0hObservations } from './f0h-report.model.ts';
import { postCovidObservation } from './post-covid-report.model.ts';

const ENCOUNTER = {
  resourceType: 'Encounter',
  id: 'e1',
  status: 'arrived',
  class: { code: 'F0H' },
  period: { start: '2026-11-20' },
  serviceProvider: { display: 'Bệnh viện Sao Mai' },
};

async function open(path: string, { fails = false, level = 'target' } = {}): Promise<FakeHost> {
  const host = createFakeHost({
    path: '/encounters',
    respond: ({ method, path: asked }) => {
      if (method === 'GET') return searchset([ENCOUNTER]);
      if (asked === '/') return { resourceType: 'Bundle', type: 'transaction-response' };
      if (fails) throw new AppError({ code: '500', httpStatus: 500, source: 'MEDRECORD_ADMIN' });
      return {
        resourceType: 'RiskAssessment',
        id: 'r1',
        prediction: [{ qualitativeRisk: { coding: [{ code: level }] } }],
      };
    },
  });
  host.navigation.push(path);
  await openPart(mountView, module, host);
  return host;
}
const posts = (host: FakeHost) => host.seen.requests.filter(({ method }) => method === 'POST');
const send = () => userEvent.click(screen.getByRole('button', { name: 'Gửi khai báo' }));
const isBack = (host: FakeHost) => waitFor(() => expect(host.navigation.location.get().pathname).toBe('/encounters'));

test('[RISK-04, CALL-45, CALL-94] a saved report is assessed, and its encounter read again', async () => {
  const host = await open('/f0h-health-report?encounterId=e1');
  await proves('ROUTE-53', async () =>
    expect(await screen.findByRole('heading', { level: 1, name: 'Khai báo sức khỏe F0 tại nhà' })).toBeInTheDocument(),
  );
  const changed: string[] = [];
  host.topics.subscribe('encounter.changed', ({ patientId }) => changed.push(patientId));
  await userEvent.type(await screen.findByRole('textbox', { name: /^SpO2/ }), '95');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Mệt mỏi' }));
  await proves('NAV-21', async () => {
    await send();
    await isBack(host);
  });
  await waitFor(() => expect(posts(host)).toHaveLength(2));
  const [report, assessment] = posts(host);
  const entries = (report?.body as { readonly entry: readonly { readonly resource: unknown }[] }).entry;
  expect(report).toMatchObject({ service: 'fhir', path: '/', body: { type: 'transaction' } });
  expect(assessment).toMatchObject({
    service: 'admin',
    path: '/patient-app/riskassessment/covid19-assessment',
    body: {
      encounterId: 'e1',
      patientId: 'patient-main',
      patient: { birthDate: '1985-03-14' },
      observations: entries.map(({ resource }) => resource),
    },
  });
  expect(entries).toHaveLength(2);
  await waitFor(() =>
    expect(host.seen.notices.map(({ title }) => title)).toEqual([
      'Đã lưu kết quả',
      'Đang đánh giá nguy cơ',
      expect.stringMatching(/^Trong mục tiêu – khai báo COVID-19 lúc \d\d:\d\d \d\d\/\d\d\/\d{4} của TRẦN MINH CHÂU$/),
    ]),
  );
  expect(changed).toEqual(['patient-main']);
});

test.each([
  ['veryDangerous', 'error', /^Rất nguy hiểm – /, 'Gọi 115 ngay hoặc đến cơ sở y tế gần nhất.'],
  ['dangerous', 'warning', /^Nguy hiểm – /, 'Báo ngay cho cơ sở y tế đang quản lý bạn. Nếu nặng lên, gọi 115.'],
  ['mild', 'info', /^Nguy cơ nhẹ – /, 'Báo cho cơ sở y tế đang quản lý bạn trong ngày. Nếu nặng lên, gọi 115.'],
  ['veryMild', 'success', /^Nguy cơ rất nhẹ – /, 'Nghỉ ngơi, uống đủ nước và tiếp tục tự theo dõi hai lần mỗi ngày.'],
  ['target', 'success', /^Trong mục tiêu – /, 'Tiếp tục tự theo dõi hai lần mỗi ngày.'],
  [
    'another',
    'info',
    /^Đã có đánh giá nguy cơ /,
    'Mở đánh giá để xem mức nguy cơ và lời khuyên. Nếu thấy nặng lên, gọi 115.',
  ],
])(
  '[RISK-01] an assessment that says %s is told with what to do, also when it comes late',
  async (level, type, title, description) => {
    const host = await open('/f0h-health-report?encounterId=e1', { level });
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Mệt mỏi' }));
    await send();
    const notice = {
      type,
      title: expect.stringMatching(title) as string,
      description,
      place: { screen: 'encounter-risk-assessment', params: { encounterId: 'e1' }, patientId: 'patient-main' },
    };
    await waitFor(() => expect(host.seen.notices.at(-1)).toEqual(notice));
    const queue = posts(host).at(-1)?.queue;
    expect(queue?.toldBy?.path).toBe('prediction.0.qualitativeRisk.coding.0.code');
    expect(queue?.toldBy?.notices[level] ?? queue?.told).toEqual(notice);
  },
);

test.each([
  ['SpO2', /^SpO2/, '93'],
  ['breaths', /^Nhịp thở/, '31'],
])('a severe %s is told with whom to call, also when nothing can be assessed', async (_name, field, value) => {
  const host = await open('/f0h-health-report?encounterId=e1');
  await userEvent.type(await screen.findByRole('textbox', { name: field }), value);
  host.setOffline(true);
  await send();
  await waitFor(() =>
    expect(host.seen.notices.at(-1)).toEqual({
      type: 'error',
      title: 'Có dấu hiệu nặng. Gọi 115 hoặc đến cơ sở y tế gần nhất ngay.',
      description: 'Chưa đánh giá được nguy cơ lúc này',
    }),
  );
});

test('a failed assessment leaves the report saved; without an encounter nothing is assessed', async () => {
  const failing = await open('/f0h-health-report?encounterId=e1', { fails: true });
  const fill = async () => userEvent.type(await screen.findByRole('textbox', { name: /^Nhiệt độ/ }), '37,8');
  await fill();
  await send();
  await waitFor(() => expect(failing.seen.notices.map(({ type }) => type)).toEqual(['success', 'success', 'warning']));

  const alone = await open('/f0h-health-report');
  await fill();
  await send();
  await isBack(alone);
  expect(posts(alone)).toHaveLength(1);
});

test('[RISK-04] without a network report and assessment wait in turn, and say whom to call', async () => {
  const offline = await open('/f0h-health-report?encounterId=e1');
  await userEvent.type(await screen.findByRole('textbox', { name: /^Nhiệt độ/ }), '37,8');
  offline.setOffline(true);
  await send();
  await isBack(offline);
  await waitFor(() => expect(posts(offline)).toHaveLength(2));
  const [report, assessment] = posts(offline);
  expect(assessment).toMatchObject({
    path: '/patient-app/riskassessment/covid19-assessment',
    body: { encounterId: 'e1', patientId: 'patient-main' },
    queue: {
      after: report?.idempotencyKey,
      patientId: 'patient-main',
      title: 'Đánh giá nguy cơ của khai báo F0',
      publish: { topic: 'encounter.changed', event: { patientId: 'patient-main' } },
      told: {
        type: 'info',
        title: expect.stringMatching(
          /^Đã có đánh giá nguy cơ cho khai báo COVID-19 lúc .* của TRẦN MINH CHÂU$/,
        ) as string,
      },
    },
  });
  await waitFor(() =>
    expect(offline.seen.notices).toEqual([
      { type: 'info', title: 'Đã giữ trên máy. Sẽ gửi khi có mạng.' },
      {
        type: 'info',
        title: 'Chưa đánh giá được nguy cơ lúc này',
        description: expect.stringMatching(/hãy gọi 115 ngay, đừng chờ đánh giá/) as string,
      },
    ]),
  );
  offline.navigation.push('/encounter-risk-assessment/e1');
  await openPart(mountView, module, offline);
  expect(await screen.findByRole('list', { name: 'Chưa gửi' })).toHaveTextContent('Đánh giá nguy cơ của khai báo F0');
});

test('a critical symptom shows the emergency call at once', async () => {
  await open('/f0h-health-report');
  expect(screen.queryByRole('link', { name: 'Gọi 115' })).toBeNull();
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Khó thở' }));
  expect(screen.getByRole('link', { name: 'Gọi 115' })).toHaveAttribute('href', 'tel:115');
  expect(screen.getByRole('alert')).toHaveTextContent('Có dấu hiệu nặng. Gọi 115 hoặc đến cơ sở y tế gần nhất ngay.');
});

test('[ROUTE-54][CALL-97] a report after COVID-19 asks how often, edits entries, and saves in one go', async () => {
  const host = await open('/post-covid-19-health-report');
  await userEvent.type(await screen.findByRole('textbox', { name: /^Ngày bắt đầu/ }), '01/11/2025');
  expect(screen.queryByRole('combobox', { name: 'Tần suất: Ho' })).toBeNull();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Ho' }), 'mild');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Tần suất: Ho' }), 'often');
  await userEvent.click(screen.getByRole('button', { name: 'Thêm lần dương tính' }));
  await userEvent.click(screen.getByRole('button', { name: 'Thêm mũi tiêm' }));
  await send();
  expect(screen.getAllByText('Vui lòng chọn loại xét nghiệm').length).toBeGreaterThan(1);
  expect(posts(host)).toHaveLength(0);
  await userEvent.click(screen.getByRole('button', { name: 'Gỡ bỏ: Mũi tiêm 1' }));
  const test_ = within(screen.getByRole('group', { name: 'Lần dương tính 1' }));
  await userEvent.selectOptions(test_.getByRole('combobox', { name: 'Loại xét nghiệm' }), 'antigen');
  await userEvent.type(test_.getByRole('textbox', { name: /^Ngày xét nghiệm dương tính/ }), '15/10/2025');
  await proves('NAV-24', async () => {
    await send();
    await isBack(host);
  });
  expect(posts(host)).toEqual([
    expect.objectContaining({
      path: '/',
      body: expect.objectContaining({
        entry: [
          expect.objectContaining({
            resource: expect.objectContaining({
              effectivePeriod: expect.objectContaining({ start: '2025-11-01' }) as object,
            }) as object,
          }),
        ],
      }) as object,
    }),
  ]);
  expect(host.seen.notices).toEqual([{ type: 'success', title: 'Đã lưu kết quả' }]);
});

const sent = (resource: object) => ({
  ...resource,
  id: 's1',
  meta: { versionId: '3', source: 'https://phr.example/source/person' },
});
async function openSent(path: string, stored: object): Promise<FakeHost> {
  const host = createFakeHost({
    path: '/observations-list',
    respond: ({ method, path: asked }) =>
      method === 'GET' ? searchset(asked.endsWith('/Observation') ? [stored] : []) : {},
  });
  host.navigation.push(path);
  await openPart(mountView, module, host);
  return host;
}
const saved = async (host: FakeHost) => {
  await userEvent.click(screen.getByRole('button', { name: 'Lưu' }));
  await waitFor(() => expect(host.seen.requests.filter(({ method }) => method === 'PUT')).toHaveLength(1));
  return host.seen.requests.find(({ method }) => method === 'PUT');
};

test('symptoms that were sent are corrected in their form: a mistaken one goes, note and moment stay', async () => {
  const { resource } = f0hObservations(
    { at: 0, readings: {}, symptoms: ['cough', 'fever-of-nobody', 'chills'], note: 'ho khan' },
    {
      patientId: 'patient-main',
      effective: '2026-11-25T07:00:41+07:00',
      issued: '2026-11-25T07:01:00+07:00',
      idOf: () => '0c1f5e1a-0000-4000-8000-000000000001',
      birthDate: undefined,
      goals: undefined,
    },
    'Triệu chứng COVID-19',
  )[0] ?? { resource: {} };
  const host = await openSent('/f0h-health-report?id=s1', sent(resource));
  expect(await screen.findByRole('heading', { level: 1, name: 'Sửa khai báo triệu chứng' })).toBeInTheDocument();
  expect(
    (await screen.findAllByRole('checkbox', { checked: true })).map((one) => one.closest('label')?.textContent),
  ).toEqual(['Ho', 'Ớn lạnh']);
  expect(screen.getByRole('textbox', { name: /^Ghi chú/ })).toHaveValue('ho khan');
  expect(screen.queryByRole('textbox', { name: /^SpO2/ })).toBeNull();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Ớn lạnh' }));
  const write = await saved(host);
  expect(write).toMatchObject({
    path: '/Observation/s1',
    ifMatch: 'W/"3"',
    body: { status: 'corrected', effectiveDateTime: '2026-11-25T07:00:41+07:00', note: [{ text: 'ho khan' }] },
  });
  const { component } = write?.body as {
    readonly component: readonly {
      code: { coding: { code: string }[] };
      interpretation: { coding: { code: string }[] }[];
    }[];
  };
  const positive = component.filter(({ interpretation }) => interpretation[0]?.coding[0]?.code === 'POS');
  expect(positive.map(({ code }) => code.coding[0]?.code)).toEqual(['cough']);
  // an assessment belongs to the report that was sent
  expect(posts(host)).toEqual([]);
});

test('a report of complaints after COVID-19 opens with all that was sent, and keeps it', async () => {
  const { resource } = postCovidObservation(
    {
      start: '2026-09-01',
      at: Date.parse('2026-11-25T07:00:00+07:00'),
      note: 'hay mệt',
      symptoms: { tired: { severity: 'mild', frequency: 'often' } },
      tests: [{ what: 'antigen', date: '2026-08-20' }],
      vaccines: [{ what: 'Vắc xin A', date: '2026-01-05' }],
    },
    {
      patientId: 'patient-main',
      encounterId: undefined,
      zone: 'Asia/Ho_Chi_Minh',
      issued: '2026-11-25T07:01:00+07:00',
      formId: '0c1f5e1a-0000-4000-8000-000000000002',
      title: 'Khai báo',
      // as it was called when it was sent
      testName: () => 'Test nhanh (que thử)',
    },
  );
  const host = await openSent('/post-covid-19-health-report?id=s1', sent(resource));
  expect(await screen.findByDisplayValue('01/09/2026')).toBeInTheDocument();
  for (const value of ['20/08/2026', '05/01/2026', 'Vắc xin A', 'hay mệt'])
    expect(screen.getByDisplayValue(value)).toBeInTheDocument();
  const note = screen.getByRole('textbox', { name: /^Ghi chú/ });
  await userEvent.clear(note);
  await userEvent.type(note, 'đỡ mệt');
  const write = await saved(host);
  const { component, effectivePeriod } = resource as Record<string, unknown>;
  expect(write?.body).toMatchObject({ component, effectivePeriod, note: [{ text: 'đỡ mệt' }], status: 'corrected' });
});
