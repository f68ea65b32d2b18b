import { screen, waitFor, within } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { AppError } from '@phr/contract/app-error';
import type { PatientSummary, ServiceRequest } from '@phr/contract/host-api';
import { mountView } from '@phr/module-kit/mount';
import { searchset } from '@phr/testing/dev-page';
import { createFakeHost, FAKE_MOTHER, type FakeHost, type Responder } from '@phr/testing/fake-host';
import { openPart } from '@phr/testing/open-part';
import module from '../../module.ts';
import { rawBloodPressure } from '../readings/samples.test-support.ts';

const noReadings: Responder = ({ method }) =>
  method === 'GET' ? searchset([]) : { resourceType: 'Observation', id: 'new' };
const open = async (respond: Responder = noReadings): Promise<FakeHost> => {
  const host = createFakeHost({ path: '/health-indexes', respond });
  host.navigation.push('/blood-pressure-create');
  await openPart(mountView, module, host);
  await screen.findByRole('heading', { level: 1, name: 'Thêm huyết áp' });
  return host;
};
const field = (name: RegExp) => screen.getByRole('textbox', { name });
const type = async (systolic: string, diastolic: string) => {
  await userEvent.type(field(/^Số trên/), systolic);
  await userEvent.type(field(/^Số dưới/), diastolic);
};
const save = () => userEvent.click(screen.getByRole('button', { name: /^Lưu/ }));
const writes = (host: FakeHost): readonly ServiceRequest[] =>
  host.seen.requests.filter(({ method }) => method === 'POST');

test('the forms of readings are tabs of each other, and a change of tab is no step of the way back', async () => {
  const host = await open();
  const tabs = within(screen.getByRole('navigation', { name: 'Loại chỉ số' }));
  expect(tabs.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Huyết áp',
    'Đường huyết',
    'Chỉ số khác',
  ]);
  expect(tabs.getByRole('link', { name: 'Huyết áp' })).toHaveAttribute('aria-current', 'page');
  await userEvent.click(tabs.getByRole('link', { name: 'Chỉ số khác' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Thêm chỉ số' })).toBeInTheDocument();
  host.navigation.back('/dashboard');
  expect(host.navigation.location.get().pathname).toBe('/health-indexes');
});

test('[ROUTE-40, CALL-92, VIT-52] saves a reading once with its own id, then shows a toast and goes back', async () => {
  const host = await open();
  const told: unknown[] = [];
  host.topics.subscribe('observation.changed', (event) => told.push(event));
  await type('128', '82');
  await proves('NAV-20', async () => {
    await save();
    await waitFor(() => expect(host.navigation.location.get().pathname).toBe('/health-indexes'));
  });
  const [request] = writes(host);
  expect(writes(host)).toHaveLength(1);
  expect(request).toMatchObject({
    service: 'fhir',
    path: '/Observation',
    body: {
      resourceType: 'Observation',
      subject: { reference: 'Patient/patient-main' },
      component: [{ valueQuantity: { value: 128 } }, { valueQuantity: { value: 82 } }],
    },
  });
  expect(request?.idempotencyKey).toMatch(/^[0-9a-f-]{36}$/);
  expect(request?.body).toMatchObject({
    identifier: [{ system: 'urn:ietf:rfc:3986', value: `urn:uuid:${request?.idempotencyKey}` }],
  });
  await proves('NOTI-11', () =>
    expect(host.seen.notices).toEqual([{ type: 'success', title: 'Đã lưu chỉ số sức khỏe' }]),
  );
  expect(told).toEqual([
    expect.objectContaining({ patientId: 'patient-main', codes: expect.arrayContaining(['85354-9']) }),
  ]);
});

test('[CALL-93] with the pulse both readings go in one transaction, each created once', async () => {
  const host = await open();
  await type('128', '82');
  await userEvent.type(field(/^Nhịp tim/), '72');
  await save();
  await waitFor(() => expect(writes(host)).toHaveLength(1));
  expect(writes(host)[0]).toMatchObject({
    service: 'fhir',
    path: '/',
    body: {
      resourceType: 'Bundle',
      type: 'transaction',
      entry: [
        {
          resource: { code: { coding: [{ code: '85354-9' }, {}] } },
          request: {
            method: 'POST',
            url: 'Observation',
            ifNoneExist: expect.stringMatching(/^identifier=.*urn%3Auuid%3A/),
          },
        },
        {
          resource: { valueQuantity: { value: 72, code: '/min' } },
          request: { method: 'POST', url: 'Observation', ifNoneExist: expect.stringMatching(/^identifier=/) },
        },
      ],
    },
  });
});

test('a pasted "120/80" fills both fields', async () => {
  await open();
  await userEvent.click(field(/^Số trên/));
  await userEvent.paste('120/80');
  expect(field(/^Số trên/)).toHaveValue('120');
  expect(field(/^Số dưới/)).toHaveValue('80');
});

test('a typed "120/80" fills both fields when the field is left', async () => {
  await open();
  await userEvent.type(field(/^Số trên/), '120/80');
  await userEvent.tab();
  expect(field(/^Số trên/)).toHaveValue('120');
  expect(field(/^Số dưới/)).toHaveValue('80');
});

test('Enter goes to the next field and saves from the last one', async () => {
  const host = await open();
  await userEvent.type(field(/^Số trên/), '128{Enter}82{Enter}');
  expect(field(/^Số dưới/)).toHaveValue('82');
  expect(field(/^Nhịp tim/)).toHaveFocus();
  expect(writes(host)).toHaveLength(0);
  await userEvent.type(field(/^Giờ đo/), '{Enter}');
  await waitFor(() => expect(writes(host)).toHaveLength(1));
});

test('faults are listed on top with links, in the title and at each field; what was typed stays', async () => {
  const host = await open();
  await userEvent.type(field(/^Số dưới/), '8a');
  await save();
  const summary = within(screen.getByRole('alert'));
  expect(summary.getByText('Có lỗi cần sửa')).toBeInTheDocument();
  expect(host.seen.titles.at(-1)).toBe('Lỗi: Thêm huyết áp');
  expect(field(/^Số trên/)).toHaveAttribute('aria-invalid', 'true');
  expect(field(/^Số dưới/)).toHaveValue('8a');
  await userEvent.click(summary.getByRole('link', { name: 'Nhập số trên (tâm thu)' }));
  expect(field(/^Số trên/)).toHaveFocus();
  expect(writes(host)).toHaveLength(0);
});

test('an unlikely value is asked about once: change keeps the form, confirm saves', async () => {
  const host = await open();
  await type('300', '82');
  await save();
  const question = within(
    await screen.findByRole('alertdialog', {
      name: 'Bạn nhập số trên (tâm thu) 300 mmHg: hiếm khi cao như vậy. Có đúng không?',
    }),
  );
  await userEvent.click(question.getByRole('button', { name: 'Sửa' }));
  expect(writes(host)).toHaveLength(0);
  expect(field(/^Số trên/)).toHaveValue('300');
  await save();
  await userEvent.click(await screen.findByRole('button', { name: 'Đúng, tiếp tục' }));
  await waitFor(() => expect(writes(host)).toHaveLength(1));
});

test('a step of more than 60 mmHg from the last reading is asked about, with the last value', async () => {
  await open(({ method }) =>
    method === 'GET' ? searchset([rawBloodPressure(120, 80, new Date(Date.now() - 86_400_000).toISOString())]) : {},
  );
  await type('185', '85');
  await save();
  expect(
    await screen.findByRole('alertdialog', {
      name: 'Bạn nhập số trên (tâm thu) 185 mmHg, khác nhiều so với lần trước (120 mmHg). Có đúng không?',
    }),
  ).toBeInTheDocument();
});

test('185/115 is saved like any other and then opens the instruction, which takes the focus', async () => {
  const host = await open();
  await type('185', '115');
  await save();
  const heading = await screen.findByRole('heading', { name: 'Chỉ số rất nguy hiểm. Cần làm gì bây giờ?' });
  await waitFor(() => expect(heading).toHaveFocus());
  expect(writes(host)).toHaveLength(1);
  expect(screen.getByRole('link', { name: 'Gọi 115' })).toHaveAttribute('href', 'tel:115');
  expect(host.navigation.location.get().pathname).toBe('/blood-pressure-create');
  await userEvent.click(screen.getByRole('button', { name: 'Đã hiểu' }));
  expect(host.navigation.location.get().pathname).toBe('/health-indexes');
});

test('two presses send one request; success is told only after the answer', async () => {
  let answer: (value: unknown) => void = () => undefined;
  const host = await open(({ method }) =>
    method === 'GET'
      ? searchset([])
      : new Promise((resolve) => {
          answer = resolve;
        }),
  );
  await type('128', '82');
  await save();
  await save();
  expect(writes(host)).toHaveLength(1);
  expect(host.seen.notices).toEqual([]);
  answer({ id: 'new' });
  await waitFor(() => expect(host.seen.notices).toHaveLength(1));
});

test('a refused save keeps the form and says why; the next try carries the same id, a changed one another', async () => {
  let refuses = true;
  const host = await open(({ method }) => {
    if (method === 'GET') return searchset([]);
    if (refuses) throw new AppError({ code: 'TIMEOUT', httpStatus: 0 });
    return { id: 'new' };
  });
  await type('128', '82');
  await save();
  expect(await screen.findByText('Chưa lưu được. Những gì bạn nhập vẫn còn.')).toBeInTheDocument();
  expect(screen.getByText('Yêu cầu mất quá nhiều thời gian. Vui lòng thử lại.')).toBeInTheDocument();
  await save();
  await waitFor(() => expect(writes(host)).toHaveLength(2));
  expect(host.seen.notices.every(({ type: kind }) => kind === 'error')).toBe(true);
  await userEvent.type(field(/^Số dưới/), '{Backspace}5');
  refuses = false;
  await save();
  await waitFor(() => expect(writes(host)).toHaveLength(3));
  const keys = writes(host).map(({ idempotencyKey }) => idempotencyKey);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

test('leaving is guarded only while something was entered and not saved', async () => {
  const host = createFakeHost({ path: '/blood-pressure-create', respond: noReadings });
  let isDirty: () => boolean = () => false;
  host.navigation.guard = (check) => {
    isDirty = check;
    return () => undefined;
  };
  await openPart(mountView, module, host);
  await screen.findByRole('heading', { level: 1 });
  expect(isDirty()).toBe(false);
  await type('128', '82');
  expect(isDirty()).toBe(true);
  await save();
  await waitFor(() => expect(host.seen.notices).toHaveLength(1));
  expect(isDirty()).toBe(false);
});

test('the form names the person for whom the reading is', async () => {
  const host = createFakeHost({ path: '/blood-pressure-create', respond: noReadings });
  host.view(FAKE_MOTHER);
  await openPart(mountView, module, host);
  expect(await screen.findByText('Cho: NGUYỄN THỊ ÁNH (Mẹ)')).toBeInTheDocument();
});

test.each<[host: string, may: Partial<PatientSummary>]>([
  ['now', { may: ['read'], mayWrite: false }],
  ['before 1.2', { mayWrite: false }],
  ['that knows more levels', { may: ['read', 'delete'] }],
])('a record that may only be looked at has no form, says a host of %s', async (_host, may) => {
  const host = await open();
  host.view({ ...FAKE_MOTHER, ...may });
  expect(await screen.findByText('Bạn chỉ được xem hồ sơ này, không sửa được.')).toBeInTheDocument();
  expect(screen.getByText('Cho: NGUYỄN THỊ ÁNH (Mẹ)')).toBeInTheDocument();
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.queryByRole('button', { name: /^Lưu/ })).toBeNull();
});
