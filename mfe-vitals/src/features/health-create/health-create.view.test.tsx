import { screen, waitFor } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { mountView } from '@phr/module-kit/mount';
import { searchset } from '@phr/testing/dev-page';
import { createFakeHost, type FakeHost } from '@phr/testing/fake-host';
import { openPart } from '@phr/testing/open-part';
import module from '../../module.ts';
import { rawValue } from '../readings/samples.test-support.ts';

const open = async (path = '/health-create', stored: readonly object[] = []): Promise<FakeHost> => {
  const host = createFakeHost({
    path: '/health-indexes',
    respond: ({ method }) => (method === 'GET' ? searchset(stored) : { resourceType: 'Bundle' }),
  });
  host.navigation.push(path);
  await openPart(mountView, module, host);
  await screen.findByRole('heading', { level: 1, name: 'Thêm chỉ số' });
  return host;
};
const field = (name: RegExp) => screen.getByRole('textbox', { name });
const saveButton = () => screen.getByRole('button', { name: /^Lưu/ });
const posts = (host: FakeHost) => host.seen.requests.filter(({ method }) => method === 'POST');

test('[CALL-93, VIT-13, VIT-14] weight and height go with their BMI in one transaction', async () => {
  const host = await open();
  await proves('ROUTE-39', () =>
    expect(screen.getByRole('heading', { level: 1, name: 'Thêm chỉ số' })).toBeInTheDocument(),
  );
  await userEvent.type(field(/^Cân nặng/), '54,3');
  await userEvent.type(field(/^Chiều cao/), '165');
  await userEvent.click(saveButton());
  await waitFor(() => expect(posts(host)).toHaveLength(1));
  expect(posts(host)[0]).toMatchObject({
    path: '/',
    body: {
      type: 'transaction',
      entry: [
        {
          resource: {
            code: { coding: [{ code: '29463-7' }, { code: '27113001' }] },
            valueQuantity: { value: 54.3, code: 'kg' },
          },
        },
        {
          resource: {
            code: { coding: [{ code: '8302-2' }, { code: '50373000' }] },
            valueQuantity: { value: 165, code: 'cm' },
          },
        },
        {
          resource: {
            code: { coding: [{ code: '39156-5' }, { code: '60621009' }] },
            valueQuantity: { value: 19.94, code: 'kg/m2' },
          },
        },
      ],
    },
  });
});

test('[DASH-05] the forms of readings are tabs with one history entry: the way back leads past them', async () => {
  const host = await open();
  await userEvent.click(screen.getByRole('link', { name: 'Đường huyết' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Thêm đường huyết' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Đường huyết' })).toHaveAttribute('aria-current', 'page');
  host.navigation.back('/dashboard');
  expect(host.navigation.location.get().pathname).toBe('/health-indexes');
});

test('every vital is written in its own unit', async () => {
  const host = await open();
  for (const [name, text] of [
    [/^Nhịp tim/, '72'],
    [/^SpO2/, '97'],
    [/^Nhịp thở/, '16'],
    [/^Nhiệt độ/, '36.6'],
    [/^Ketone/, '0,4'],
    [/^Cholesterol/, '5,1'],
    [/^Axit uric/, '360'],
  ] as const)
    await userEvent.type(field(name), text);
  await userEvent.click(saveButton());
  await waitFor(() => expect(posts(host)).toHaveLength(1));
  const { entry } = posts(host)[0]?.body as {
    entry: { resource: { valueQuantity: { value: number; code: string } } }[];
  };
  const written = entry.map(({ resource: { valueQuantity } }) => `${valueQuantity.value} ${valueQuantity.code}`);
  await proves('VIT-06', () => expect(written).toContain('97 %'));
  await proves('VIT-07', () => expect(written).toEqual(expect.arrayContaining(['72 /min', '16 /min'])));
  await proves('VIT-10', () => expect(written).toContain('0.4 mmol/L'));
  await proves('VIT-11', () => expect(written).toContain('360 umol/L'));
  await proves('VIT-12', () => expect(written).toContain('5.1 mmol/L'));
  expect(written).toContain('36.6 Cel');
  expect(written).toHaveLength(7);
});

test('[VIT-02] readings of a visit refer to it; what is no id refers to nothing', async () => {
  const host = await open('/health-create?encounterId=enc-1');
  await userEvent.type(field(/^Nhịp tim/), '72');
  await userEvent.click(saveButton());
  await waitFor(() => expect(posts(host)).toHaveLength(1));
  expect(posts(host)[0]?.body).toMatchObject({ encounter: { reference: 'Encounter/enc-1' } });
  const other = await open('/health-create?encounterId=../Patient/7');
  await userEvent.type(field(/^Nhịp tim/), '72');
  await userEvent.click(saveButton());
  await waitFor(() => expect(posts(other)).toHaveLength(1));
  expect(posts(other)[0]?.body).not.toHaveProperty('encounter');
});

test('[VIT-23] [UX-34] a zero is not entered: with nothing above it the save says so and sends nothing', async () => {
  const host = await open();
  expect(saveButton()).toBeEnabled();
  await userEvent.click(saveButton());
  expect(screen.getAllByText('Nhập ít nhất một chỉ số').length).toBeGreaterThan(0);
  await userEvent.type(field(/^SpO2/), '0');
  await userEvent.click(saveButton());
  expect(screen.getAllByText('Nhập ít nhất một chỉ số').length).toBeGreaterThan(0);
  expect(posts(host)).toHaveLength(0);
  await userEvent.type(field(/^Nhịp tim/), '72');
  await userEvent.click(saveButton());
  await waitFor(() => expect(posts(host)).toHaveLength(1));
  expect(posts(host)[0]).toMatchObject({ path: '/Observation', body: { valueQuantity: { value: 72 } } });
});

test('[VIT-19][VIT-21] values outside the limits are refused at their fields, and nothing is sent', async () => {
  const host = await open();
  await userEvent.type(field(/^SpO2/), '101');
  await userEvent.type(field(/^Cân nặng/), '360');
  await userEvent.click(saveButton());
  expect(screen.getAllByText('SpO2 phải từ 0 đến 100').length).toBeGreaterThan(0);
  expect(screen.getAllByText('Cân nặng phải nhỏ hơn 300, ví dụ 54 hoặc 54,3').length).toBeGreaterThan(0);
  expect(posts(host)).toHaveLength(0);
});

test('366 degrees are refused with what was likely meant, and 0.91 % of oxygen is asked about', async () => {
  const host = await open();
  await userEvent.type(field(/^Nhiệt độ/), '366');
  await userEvent.type(field(/^SpO2/), '0,91');
  await userEvent.click(saveButton());
  expect(screen.getAllByText(/366 °C không thể có\. Có phải là 36,6\s°C\?/).length).toBeGreaterThan(0);
  await userEvent.clear(field(/^Nhiệt độ/));
  await userEvent.type(field(/^Nhiệt độ/), '36,6');
  await userEvent.click(saveButton());
  expect(
    await screen.findByRole('alertdialog', { name: /SpO2 0,91 %, rất hiếm gặp. Có phải là 91\s%/ }),
  ).toBeInTheDocument();
  expect(posts(host)).toHaveLength(0);
});

test('36 kg after 63 kg is asked about', async () => {
  await open('/health-create', [rawValue('weights', 63, new Date(Date.now() - 86_400_000).toISOString())]);
  await userEvent.type(field(/^Cân nặng/), '36');
  await userEvent.click(saveButton());
  expect(
    await screen.findByRole('alertdialog', {
      name: 'Bạn nhập cân nặng 36 kg, khác nhiều so với lần trước (63 kg). Có đúng không?',
    }),
  ).toBeInTheDocument();
});

test('[VIT-22] opened for the height it asks for it first and needs it', async () => {
  const host = await open('/health-create?name=heights');
  expect(screen.getAllByRole('textbox')[0]).toBe(field(/^Chiều cao/));
  await userEvent.type(field(/^Cân nặng/), '54');
  await userEvent.click(saveButton());
  expect(screen.getAllByText('Vui lòng nhập chiều cao lớn hơn 0').length).toBeGreaterThan(0);
  expect(posts(host)).toHaveLength(0);
});
