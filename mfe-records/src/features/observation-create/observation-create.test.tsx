import { screen, waitFor } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { mountView } from '@phr/module-kit/mount';
import { createFakeHost, type FakeHost } from '@phr/testing/fake-host';
import { openPart } from '@phr/testing/open-part';
import module from '../../module.ts';
import { readDynamicForms } from './dynamic-form.entity.ts';
import { checkObservation, codingsOf, observationOf } from './observation-create.model.ts';

const typed = (code: string, category: string, title: string) => ({
  code,
  category,
  title,
  fields: [
    { key: 'effectiveDateTime', label: 'Thời gian xét nghiệm', type: 'date', required: true },
    { key: 'valueString', label: 'Kết quả', type: 'string', required: true },
    { key: 'performer', label: 'Nơi thực hiện', type: 'string' },
  ],
});
const CONFIG = [
  typed('blood-formula', 'laboratory', 'Công thức máu'),
  typed('chest-xray', 'imaging', 'X-quang ngực'),
  typed('basic-ecg', 'procedure', 'Điện tim thường quy'),
  {
    code: 'walk',
    category: 'survey',
    title: 'Đi bộ',
    fields: [
      { key: 'steps', label: 'Số bước', type: 'number', unit: 'bước', required: true },
      { key: 'mood', label: 'Tâm trạng', type: 'choice', options: [{ code: 'good', display: 'Tốt' }] },
      { key: 'since', label: 'Từ ngày', type: 'date' },
    ],
  },
];

async function open(path: string): Promise<FakeHost> {
  const host = createFakeHost({
    path: '/observations-list',
    respond: ({ method }) => (method === 'POST' ? { resourceType: 'Bundle', type: 'transaction-response' } : CONFIG),
  });
  host.navigation.push(path);
  await openPart(mountView, module, host);
  return host;
}
const posts = (host: FakeHost) => host.seen.requests.filter(({ method }) => method === 'POST');
const save = () => userEvent.click(screen.getByRole('button', { name: 'Lưu' }));

test('[OBS-01] the generic results are blood formula, chest X-ray and basic ECG', () => {
  expect(CONFIG.slice(0, 3).map((form) => codingsOf(form).map(({ code }) => code))).toEqual([
    ['58410-2', 'blood-formula'],
    ['chest-xray'],
    ['basic-ecg'],
  ]);
  expect(codingsOf({ code: '94500-6', title: 'PCR' })).toEqual([
    { system: 'http://loinc.org', code: '94500-6', display: 'PCR' },
  ]);
});

test('[CALL-31, CALL-96] a result is saved once in a transaction, and the list follows', async () => {
  const host = await open('/observations-create?encounterId=e1');
  await proves('ROUTE-58', async () =>
    expect(await screen.findByRole('heading', { level: 1, name: 'Thêm kết quả khác' })).toBeInTheDocument(),
  );
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Loại kết quả' }), 'chest-xray');
  await userEvent.type(screen.getByRole('textbox', { name: /^Kết quả/ }), '  Bóng tim không to. ');
  await userEvent.type(screen.getByRole('textbox', { name: /^Nơi thực hiện/ }), 'Phòng khám An Bình');
  await save();
  await waitFor(() => expect(host.navigation.location.get().pathname).toBe('/observations-list'));
  expect(posts(host)).toEqual([
    expect.objectContaining({
      service: 'fhir',
      path: '/',
      idempotencyKey: expect.any(String) as string,
      body: {
        resourceType: 'Bundle',
        type: 'transaction',
        entry: [
          {
            fullUrl: expect.stringMatching(/^urn:uuid:/) as string,
            request: expect.objectContaining({ method: 'POST', url: 'Observation' }) as object,
            resource: expect.objectContaining({
              category: [{ coding: [expect.objectContaining({ code: 'imaging' })] }],
              code: { coding: [expect.objectContaining({ code: 'chest-xray' })], text: 'X-quang ngực' },
              encounter: { reference: 'Encounter/e1' },
              effectiveDateTime: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string,
            }) as object,
          },
        ],
      },
    }),
  ]);
  await proves('OBS-02', () =>
    expect(posts(host)[0]?.body).toMatchObject({
      entry: [{ resource: { valueString: 'Bóng tim không to.', performer: [{ display: 'Phòng khám An Bình' }] } }],
    }),
  );
  expect(host.seen.requests[0]).toMatchObject({
    service: 'phr',
    method: 'GET',
    path: '/api/phr/phrObservationDynamicForm/listConfig',
  });
  expect(host.seen.notices).toEqual([{ type: 'success', title: 'Đã lưu kết quả' }]);
});

test('without a network a result waits in the list of results, not among those of laboratories', async () => {
  const host = await open('/observations-create?code=chest-xray');
  await userEvent.type(await screen.findByRole('textbox', { name: /^Kết quả/ }), 'Bóng tim không to');
  host.setOffline(true);
  await save();
  expect(await screen.findByRole('list', { name: 'Chưa gửi' })).toHaveTextContent('X-quang ngực');
  host.navigation.push('/lab-observations');
  await screen.findByRole('heading', { name: 'Kết quả xét nghiệm' });
  expect(screen.queryByRole('list', { name: 'Chưa gửi' })).toBeNull();
});

test("[OBS-07] the form follows the service's description: fields, units, options, required", async () => {
  const host = await open('/observations-create?code=walk');
  expect(await screen.findByRole('textbox', { name: /^Số bước/ })).toHaveAccessibleDescription(/bước/);
  expect(screen.queryByRole('textbox', { name: /^Kết quả/ })).toBeNull();
  await save();
  expect(screen.getAllByText('Hãy nhập thông tin này').length).toBeGreaterThan(0);
  await userEvent.type(screen.getByRole('textbox', { name: /^Số bước/ }), '4200');
  await userEvent.click(screen.getByRole('radio', { name: 'Tốt' }));
  await userEvent.type(screen.getByRole('textbox', { name: /^Từ ngày/ }), '02/11/2026');
  await save();
  await waitFor(() => expect(posts(host)).toHaveLength(1));
  expect(posts(host)[0]?.body).toMatchObject({
    entry: [
      {
        resource: {
          code: { text: 'Đi bộ' },
          performer: [{ reference: 'Patient/patient-main' }],
          component: [
            { code: { text: 'Số bước' }, valueQuantity: { value: 4200, unit: 'bước' } },
            { code: { text: 'Tâm trạng' }, valueCodeableConcept: { text: 'Tốt' } },
            { code: { text: 'Từ ngày' }, valueDateTime: '2026-11-02' },
          ],
        },
      },
    ],
  });
});

test('a form that this version cannot fill in is not offered', () => {
  const [first] = CONFIG;
  expect(
    readDynamicForms([
      first,
      { ...first, code: 'odd', fields: [{ key: 'x', label: 'X', type: 'picture', required: true }] },
      { code: 'bare' },
      7,
    ]).map(({ code }) => code),
  ).toEqual(['blood-formula']);
  expect(readDynamicForms({ error: 'no list' })).toEqual([]);
});

test('a day in the future, a number that is none and an unknown form are refused', () => {
  const forms = readDynamicForms(CONFIG);
  expect(checkObservation({ code: 'none', values: {} }, forms, '2026-11-28')).toMatchObject({
    faults: [{ field: 'code' }],
  });
  expect(checkObservation({ code: 'walk', values: { steps: 'viele' } }, forms, '2026-11-28')).toEqual({
    ok: false,
    faults: [{ field: 'steps', message: 'field.numberInvalid' }],
  });
  expect(
    checkObservation(
      { code: 'basic-ecg', values: { effectiveDateTime: '29/11/2026', valueString: 'x' } },
      forms,
      '2026-11-28',
    ),
  ).toEqual({ ok: false, faults: [{ field: 'effectiveDateTime', message: 'form.err.future' }] });
  const checked = checkObservation(
    { code: 'basic-ecg', values: { effectiveDateTime: '27/11/2026', valueString: 'Nhịp xoang' } },
    forms,
    '2026-11-28',
  );
  expect(
    checked.ok &&
      observationOf(checked.entry, {
        patientId: 'p',
        encounterId: undefined,
        today: '2026-11-28',
        issued: 'now',
        formId: 'f',
      }),
  ).toMatchObject({ effectiveDateTime: '2026-11-27', category: [{ coding: [{ code: 'procedure' }] }] });
});
