import { screen, waitFor } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { mountView } from '@phr/module-kit/mount';
import { searchset } from '@phr/testing/dev-page';
import { createFakeHost, type FakeHost } from '@phr/testing/fake-host';
import { openPart } from '@phr/testing/open-part';
import module from '../../module.ts';
import { rawValue } from '../readings/samples.test-support.ts';

const AT = '2026-11-27T08:15:42+07:00';
const meta = { versionId: '2', source: 'https://phr.example/source/person' };
const typed = (raw: object, id: string, more: object = {}) => ({ ...raw, id, meta, effectiveDateTime: AT, ...more });
const PRESSURE = {
  resourceType: 'Observation',
  status: 'final',
  code: { coding: [{ system: 'http://loinc.org', code: '85354-9' }] },
  bodySite: { coding: [{ system: 'http://snomed.info/sct', code: '368208006' }] },
  component: [
    ['8480-6', 182],
    ['8462-4', 84],
  ].map(([code, value]) => ({
    code: { coding: [{ system: 'http://loinc.org', code }] },
    valueQuantity: { value, unit: 'mmHg', system: 'http://unitsofmeasure.org', code: 'mm[Hg]' },
  })),
};

async function open(path: string, rows: readonly { readonly id: string }[]): Promise<FakeHost> {
  const host = createFakeHost({
    path: '/health-indexes',
    hrefOf: (name, params = {}) => `/${name}?${new URLSearchParams(params).toString()}`,
    respond: ({ method, path: asked, query }) =>
      method !== 'GET'
        ? {}
        : searchset(
            asked.endsWith('/Observation')
              ? rows.filter(({ id }) => query?.['_id'] === undefined || query['_id'] === id)
              : [],
          ),
  });
  host.navigation.push(path);
  await openPart(mountView, module, host);
  return host;
}
const writes = (host: FakeHost) => host.seen.requests.filter(({ method }) => method === 'PUT');
const field = (name: RegExp) => screen.findByRole('textbox', { name });
async function retype(name: RegExp, text: string): Promise<void> {
  const input = await field(name);
  await userEvent.clear(input);
  await userEvent.type(input, text);
}
const save = () => userEvent.click(screen.getByRole('button', { name: /^Lưu/ }));

test('a blood pressure is corrected in its form: the same reading, its moment to the second, its new word', async () => {
  const host = await open('/blood-pressure-create?id=b1', [typed(PRESSURE, 'b1')]);
  const told: unknown[] = [];
  host.topics.subscribe('observation.changed', (event) => told.push(event));
  expect(await screen.findByRole('heading', { level: 1, name: 'Sửa lần đo' })).toBeInTheDocument();
  expect(await field(/^Số trên/)).toHaveValue('182');
  expect(screen.getByRole('radio', { name: 'Tay trái' })).toBeChecked();
  expect(screen.queryByRole('textbox', { name: /^Nhịp tim/ })).toBeNull();
  await retype(/^Số trên/, '128');
  await save();
  await waitFor(() => expect(writes(host)).toHaveLength(1));
  expect(writes(host)[0]).toMatchObject({
    service: 'fhir',
    path: '/Observation/b1',
    ifMatch: 'W/"2"',
    queue: {
      mend: { screen: 'blood-pressure-create', params: { id: 'b1' } },
      publish: { topic: 'observation.changed' },
    },
    body: {
      id: 'b1',
      status: 'corrected',
      effectiveDateTime: AT,
      component: [
        { valueQuantity: { value: 128 }, interpretation: [{ coding: [{ code: 'N' }] }, {}] },
        { valueQuantity: { value: 84 } },
      ],
    },
  });
  expect(host.seen.notices.at(-1)).toMatchObject({ type: 'success' });
});

test('what came with a number and the form does not ask for stands in it, and stays: site, method, oxygen', async () => {
  const OXYGEN = {
    code: { coding: [{ system: 'http://loinc.org', code: '3151-8' }] },
    valueQuantity: { value: 2, unit: 'L/min' },
  };
  const wrist = { text: 'Cổ tay trái' };
  const rows = [
    typed(rawValue('spo2s', 91, AT), 's1', { component: [OXYGEN], method: { text: 'Kẹp ngón tay' } }),
    typed(PRESSURE, 'b1', { bodySite: wrist }),
  ];
  const host = await open('/health-create?id=s1', rows);
  expect(await screen.findByText('Kẹp ngón tay · Lưu lượng oxy thở vào: 2 L/min')).toBeInTheDocument();
  await retype(/SpO2|oxy/i, '93');
  await save();
  await waitFor(() => expect(writes(host)).toHaveLength(1));
  expect(writes(host)[0]?.body).toMatchObject({ valueQuantity: { value: 93 }, component: [OXYGEN] });

  const other = await open('/blood-pressure-create?id=b1', rows);
  expect(await screen.findByText('Cổ tay trái')).toBeInTheDocument();
  await retype(/^Số trên/, '128');
  await save();
  await waitFor(() => expect(writes(other)).toHaveLength(1));
  // no arm was said, and none is made up
  expect(writes(other)[0]?.body).toMatchObject({ bodySite: wrist, component: [{}, {}] });
  expect((writes(other)[0]?.body as { component: readonly object[] }).component).toHaveLength(2);
});

test('glucose keeps the unit in which it was typed; the note of another stays beside the changed one', async () => {
  const glucose = typed(rawValue('glucoses', 5.5, AT), 'g1', {
    valueQuantity: { value: 155, unit: 'mg/dL', system: 'http://unitsofmeasure.org', code: 'mg/dL' },
    note: [{ text: 'Bác sĩ đã xem', authorString: 'BS. Hoa' }, { text: 'sau ăn' }],
  });
  const host = await open('/glucose-create?id=g1', [glucose]);
  expect(await field(/^Đường huyết/)).toHaveValue('155');
  expect(screen.getByRole('radio', { name: 'mg/dL' })).toBeChecked();
  expect(await field(/^Ghi chú/)).toHaveValue('sau ăn');
  await retype(/^Đường huyết/, '115');
  await retype(/^Ghi chú/, 'trước ăn');
  await save();
  await waitFor(() => expect(writes(host)).toHaveLength(1));
  expect(writes(host)[0]?.body).toMatchObject({
    valueQuantity: { value: 115, code: 'mg/dL' },
    note: [{ text: 'Bác sĩ đã xem', authorString: 'BS. Hoa' }, { text: 'trước ăn' }],
  });
});

test('with a corrected weight goes the body mass index that was written with it', async () => {
  const rows = [
    typed(rawValue('weights', 45, AT), 'w1'),
    typed(rawValue('heights', 165, AT), 'h1'),
    typed(rawValue('bmis', 16.53, AT), 'i1'),
    typed(rawValue('bmis', 20, AT), 'other', { effectiveDateTime: '2026-11-27T09:00:00+07:00' }),
  ];
  const host = await open('/health-create?id=w1', rows);
  expect(await field(/^Cân nặng/)).toHaveValue('45');
  expect(screen.queryByText('Chỉ số khác')).toBeNull();
  await retype(/^Cân nặng/, '54,5');
  await save();
  await waitFor(() => expect(writes(host)).toHaveLength(2));
  expect(writes(host).map(({ path, body }) => [path, (body as { valueQuantity: object }).valueQuantity])).toEqual([
    ['/Observation/w1', expect.objectContaining({ value: 54.5 })],
    ['/Observation/i1', expect.objectContaining({ value: 20.02 })],
  ]);
  expect(writes(host)[1]?.queue?.after).toBe(writes(host)[0]?.idempotencyKey);
});

test('what a meter, a hub, a file or a hospital wrote has no way to a correction, and its form says why', async () => {
  const rows = [
    typed(rawValue('heartRates', 71, AT), 'mine'),
    typed(rawValue('heartRates', 72, AT), 'ble', { device: { identifier: { value: 'AA:BB' } } }),
    typed(rawValue('heartRates', 73, AT), 'hub', { meta: { source: 'https://phr.example/source/device' } }),
    typed(rawValue('heartRates', 74, AT), 'csv', {
      meta: { ...meta, tag: [{ system: 'https://phr.example/import', code: 'i' }] },
    }),
    typed(rawValue('heartRates', 75, AT), 'bv', { performer: [{ reference: 'Organization/1' }], meta: {} }),
  ];
  await open('/health-details/heartRates', rows);
  const links = await screen.findAllByRole('link', { name: /^Chỉnh sửa / });
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/health-create?id=mine']);
  expect(links[0]).toHaveAccessibleName(/^Chỉnh sửa 71/);
  for (const id of ['ble', 'hub', 'csv', 'bv']) {
    await open(`/health-create?id=${id}`, rows);
    expect(await screen.findByText(/nên không sửa được giá trị/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Lưu/ })).toBeNull();
  }
});

test('a correction that waits stands in the place of the reading that it corrects', async () => {
  const rows = [typed(rawValue('heartRates', 71, AT), 'mine'), typed(rawValue('heartRates', 64, AT), 'other')];
  const host = await open('/health-create?id=mine', rows);
  await retype(/^Nhịp tim/, '77');
  host.setOffline(true);
  await save();
  await waitFor(() => expect(host.waiting.get()).toHaveLength(1));
  expect(host.waiting.get()[0]).toMatchObject({ title: 'Sửa: Nhịp tim 77\u00a0nhịp/phút' });
  host.setOffline(false);
  host.navigation.push('/health-details/heartRates');
  expect(await screen.findByText('77')).toBeInTheDocument();
  expect(screen.getAllByText('64').length).toBeGreaterThan(0);
  expect(screen.queryByText('71')).toBeNull();
});
