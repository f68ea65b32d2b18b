import { screen, waitFor } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import type { Settings } from '@phr/contract/host-api';
import { mountView } from '@phr/module-kit/mount';
import { searchset } from '@phr/testing/dev-page';
import { createFakeHost, type FakeHost } from '@phr/testing/fake-host';
import { openPart } from '@phr/testing/open-part';
import module from '../../module.ts';
import { rawValue } from '../readings/samples.test-support.ts';

const open = async (settings: Partial<Settings> = {}, stored: readonly object[] = []): Promise<FakeHost> => {
  const host = createFakeHost({
    path: '/health-indexes',
    settings,
    respond: ({ method }) => (method === 'GET' ? searchset(stored) : { resourceType: 'Observation', id: 'new' }),
  });
  host.navigation.push('/glucose-create');
  await openPart(mountView, module, host);
  await screen.findByRole('heading', { level: 1, name: 'Thêm đường huyết' });
  return host;
};
const value = () => screen.getByRole('textbox', { name: /^Đường huyết/ });
const save = () => userEvent.click(screen.getByRole('button', { name: /^Lưu/ }));
const written = async (host: FakeHost) => {
  await waitFor(() => expect(host.seen.requests.filter(({ method }) => method === 'POST')).toHaveLength(1));
  return host.seen.requests.find(({ method }) => method === 'POST');
};

test('[ROUTE-41][GLU-01][CODE-03] a value is written in the unit of the meter with its relation to meals', async () => {
  const host = await open();
  await userEvent.type(value(), '7,2');
  await userEvent.click(screen.getByRole('radio', { name: 'Sau ăn' }));
  await save();
  expect(await written(host)).toMatchObject({
    service: 'fhir',
    path: '/Observation',
    body: {
      code: { coding: [{ system: 'http://loinc.org', code: '15074-8' }] },
      valueQuantity: { value: 7.2, unit: 'mmol/L', code: 'mmol/L' },
      referenceRange: [
        { low: { value: 3.1 }, high: { value: 6.2 }, type: { coding: [{ code: 'normal' }] } },
        { low: { value: 3.9 }, high: { value: 10 }, type: { coding: [{ code: 'recommended' }] } },
      ],
      interpretation: [{ coding: [{ code: 'H' }] }, { coding: [{ code: 'target' }] }],
      component: [{ code: { coding: [{ code: '8417864' }] }, valueCodeableConcept: { coding: [{ code: '8417872' }] } }],
    },
  });
  expect(host.navigation.location.get().pathname).toBe('/health-indexes');
});

test('[GLU-02] defaults to mmol/L or the unit of the settings, and writes a chosen unit unconverted', async () => {
  const host = await open();
  expect(screen.getByRole('radio', { name: 'mmol/L' })).toBeChecked();
  await userEvent.click(screen.getByRole('radio', { name: 'mg/dL' }));
  await userEvent.type(value(), '145');
  await save();
  expect((await written(host))?.body).toMatchObject({
    valueQuantity: { value: 145, code: 'mg/dL' },
    code: { coding: [{ code: '15074-8' }, { code: '2339-0' }] },
  });
  await open({ glucoseUnit: 'mg/dL' });
  expect(screen.getByRole('radio', { name: 'mg/dL' })).toBeChecked();
});

test('a value typed in the other unit is asked about', async () => {
  await open();
  await userEvent.type(value(), '120');
  await save();
  expect(
    await screen.findByRole('alertdialog', {
      name: /^Bạn nhập đường huyết 120 mmol\/L, rất hiếm gặp\. Có phải là 120\s?mg\/dL \(6,7\s?mmol\/L\)\?/,
    }),
  ).toBeInTheDocument();
});

test('glucose rises and falls by much more than 30 % in a day: a step is no question', async () => {
  const host = await open({}, [
    rawValue('glucoses', 1, new Date(Date.now() - 3_600_000).toISOString(), {
      valueQuantity: { value: 100, unit: 'mg/dL', code: 'mg/dL' },
    }),
  ]);
  await userEvent.type(value(), '9');
  await save();
  await written(host);
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('2.5 mmol/L is saved and opens the instruction', async () => {
  const host = await open();
  await userEvent.type(value(), '2.5');
  await save();
  await written(host);
  expect(await screen.findByRole('heading', { name: 'Chỉ số rất nguy hiểm. Cần làm gì bây giờ?' })).toBeInTheDocument();
  expect(screen.getByText(/Đã lưu: Đường huyết 2,5/)).toBeInTheDocument();
});

test('without a value nothing is sent and the field says what is missing', async () => {
  const host = await open();
  await save();
  expect(screen.getAllByText('Nhập giá trị đường huyết').length).toBeGreaterThan(0);
  expect(host.seen.requests.some(({ method }) => method === 'POST')).toBe(false);
});
