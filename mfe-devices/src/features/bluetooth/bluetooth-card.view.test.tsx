import { screen, waitFor, within } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { mealComponent } from '@phr/clinical/meal';
import { mountView } from '@phr/module-kit/mount';
import { hrefsOf, searchset } from '@phr/testing/dev-page';
import { createFakeHost, type FakeHost } from '@phr/testing/fake-host';
import { openPart } from '@phr/testing/open-part';
import manifest from '../../../module.json' with { type: 'json' };
import module from '../../module.ts';
import { air, asked, FakeMeter } from './fake-meter.test-support.ts';

const cuff = (): FakeMeter => new FakeMeter([0x1810], [0x2a35]);
const glucoseMeter = (): FakeMeter => new FakeMeter([0x1808], [0x2a18, 0x2a52]);

afterEach(() => air(undefined));

const device = (type: string, more: object = {}) => ({
  resourceType: 'Device',
  id: 'm',
  status: 'active',
  deviceName: [{ name: 'Máy đo', type: 'user-friendly-name' }],
  type: { coding: [{ code: type }] },
  identifier: [{ system: 'https://phr.example/sid/mac', value: '5C:31:3E:00:00:09' }],
  ...more,
});
async function open(type: string, more: object = {}): Promise<FakeHost> {
  const host = createFakeHost({
    path: '/device-details/m',
    hrefOf: hrefsOf(manifest.routes),
    respond: ({ method, path }) =>
      method === 'POST'
        ? { resourceType: 'Bundle', type: 'transaction-response', entry: [] }
        : path === '/Device'
          ? searchset([device(type, more)])
          : searchset([]),
  });
  await openPart(mountView, module, host);
  return host;
}
const card = () => screen.findByRole('region', { name: 'Nhận kết quả qua Bluetooth' });
const connect = async () => userEvent.click(await screen.findByRole('button', { name: 'Kết nối máy đo' }));
const rows = async () =>
  within(await screen.findByRole('list', { name: 'Kết quả từ máy đo' })).getAllByRole('listitem');
const boxes = () => screen.queryAllByRole<HTMLInputElement>('checkbox').map(({ checked }) => checked);
interface Sent {
  readonly entry: readonly {
    readonly request: { readonly ifNoneExist?: string };
    readonly resource: Record<string, unknown>;
  }[];
}
const sent = (host: FakeHost) =>
  host.seen.requests
    .filter(({ method }) => method === 'POST')
    .map(({ path, body }) => ({ path, entry: (body as Sent).entry }));

/** 128/84 mmHg, pulse 72 of user 1; 131/86 of user 2; a failed measurement; one whose clock is not set; half a packet. */
const [OF_ONE, OF_TWO, FAILED, NO_CLOCK, HALF] = [
  '1e800054006300e9070b1b0803004800010000',
  '1e830056006500e9070b1b0905004a00020000',
  '16ff07ff07ff07e80706170e230aff070000',
  '0276004c005a0000000000071e00',
  '0276004c005a00e9070b',
];

test('without Web Bluetooth the card offers alternatives; meters of a hub or own protocol have no card', async () => {
  await open('BEURER_BPM');
  expect(await card()).toHaveTextContent(/Trình duyệt này không dùng được Bluetooth.*Chrome hoặc Edge.*bộ ONE-HUB/s);
  expect(screen.queryByRole('button', { name: 'Kết nối máy đo' })).toBeNull();
  for (const [type, more] of [
    ['BEURER_BPM', { parent: { reference: 'Device/hub' } }],
    ['LEPU_PC300', {}],
    ['ONE_HUB', {}],
    ['AUTH', {}],
  ] as const) {
    await open(type, more);
    await screen.findByRole('region', { name: 'Máy đo' });
    expect(screen.queryByRole('region', { name: 'Nhận kết quả qua Bluetooth' })).toBeNull();
  }
});

test.each([
  ['Bluetooth đang tắt hoặc không có', { available: false, choose: async () => cuff() }],
  [
    'Bluetooth đang tắt hoặc không có',
    {
      choose: async () => {
        throw new DOMException('Bluetooth adapter not available.', 'NotFoundError');
      },
    },
  ],
  [
    'Chưa chọn máy đo',
    {
      choose: async () => {
        throw new DOMException('User cancelled the requestDevice() chooser.', 'NotFoundError');
      },
    },
  ],
  [
    'Trang này chưa được phép dùng Bluetooth',
    {
      choose: async () => {
        throw new DOMException('no', 'SecurityError');
      },
    },
  ],
  [
    'Không kết nối được với máy đo',
    {
      choose: async () =>
        Object.assign(cuff(), { refusal: new DOMException('Connection attempt failed.', 'NetworkError') }),
    },
  ],
  ['Thiết bị đã chọn không gửi kết quả', { choose: async () => new FakeMeter([0x1234], []) }],
])('"%s" is said with what to do, and the next try is open', async (words, bluetooth) => {
  air(bluetooth);
  await open('BEURER_BPM');
  await connect();
  await waitFor(async () => expect(await card()).toHaveTextContent(words));
  expect(await card()).toHaveTextContent(/Hãy|hãy/);
  const meter = cuff();
  air({ choose: async () => meter });
  await connect();
  expect(await screen.findByText(/^Đã kết nối\. Hãy đo/)).toHaveAttribute('role', 'status');
  expect(await card()).not.toHaveTextContent(words);
  expect(asked).toEqual([{ filters: [{ services: [0x1810] }] }]);
});

test('a connection lost before any reading says so; readings sent again are listed once', async () => {
  const meter = cuff();
  air({ choose: async () => meter });
  await open('BEURER_BPM');
  await connect();
  await waitFor(() => expect(meter.at(0x2a35).isListening).toBe(true));
  meter.leave();
  await waitFor(async () => expect(await card()).toHaveTextContent('Mất kết nối với máy đo'));
  for (let time = 1; time <= 2; time += 1) {
    await connect();
    await screen.findByText(/^Đã kết nối\. Hãy đo/);
    // the first connection's listener is still attached and gets the same packet
    meter.at(0x2a35).send(OF_ONE ?? '');
    meter.leave();
    expect(await screen.findByText('Máy đo đã ngắt kết nối. Số kết quả đã nhận: 1.')).toBeInTheDocument();
  }
  expect(await rows()).toHaveLength(1);
});

test('shows a blood pressure with unit, time and pulse, and saves it once under stable ids', async () => {
  const meter = cuff();
  air({ choose: async () => meter });
  const host = await open('BEURER_BPM');
  const told: object[] = [];
  host.topics.subscribe('observation.changed', (event) => told.push(event));
  const save = async () => {
    await connect();
    await screen.findByText(/^Đã kết nối\. Hãy đo/);
    meter.at(0x2a35).send(OF_ONE ?? '', FAILED ?? '', NO_CLOCK ?? '', HALF ?? '');
    await userEvent.click(await screen.findByRole('button', { name: 'Lưu kết quả đã chọn: 1' }));
  };
  await save();
  await waitFor(() =>
    expect(host.seen.notices).toEqual([
      expect.objectContaining({ type: 'success', title: 'Đã lưu 1 kết quả từ máy đo' }),
    ]),
  );
  await waitFor(async () => {
    expect((await rows())[0]).toHaveTextContent(
      /Huyết áp: .*128\/84\s?mmHg\s?08:03 27\/11\/2025 · Nhịp tim: 72 lần\/phút · Người dùng 1 trên máy đo.*mục tiêu.*Đã lưu$/,
    );
  });
  const [, failed, unclear] = await rows();
  expect(failed).toHaveTextContent(/^14:35 23\/06\/2024 ?Lần đo không thành công\. Không lưu\.$/);
  expect(unclear).toHaveTextContent(/Huyết áp: .*Không rõ.*118\/76.*Ngày giờ của máy đo chưa đúng/);
  expect(await card()).toHaveTextContent('Có dữ liệu từ máy đo không đọc được');
  const [first] = sent(host);
  expect(first?.path).toBe('/');
  expect(first?.entry.map(({ resource }) => resource)).toEqual([
    expect.objectContaining({
      resourceType: 'Observation',
      subject: { reference: 'Patient/patient-main' },
      effectiveDateTime: expect.stringContaining('2025-11-27T08:03:00'),
      device: { identifier: { value: '5C:31:3E:00:00:09' } },
      component: [
        expect.objectContaining({ valueQuantity: expect.objectContaining({ value: 128, code: 'mm[Hg]' }) }),
        expect.objectContaining({ valueQuantity: expect.objectContaining({ value: 84 }) }),
      ],
    }),
    expect.objectContaining({ valueQuantity: expect.objectContaining({ value: 72, code: '/min' }) }),
  ]);

  expect(told).toEqual([{ patientId: 'patient-main', codes: expect.arrayContaining(['85354-9', '8867-4']) }]);

  const again = await open('BEURER_BPM');
  await save();
  await waitFor(() => expect(sent(again)).toHaveLength(1));
  const ids = (from: FakeHost) => sent(from)[0]?.entry.map(({ request }) => request.ifNoneExist);
  expect(ids(again)).toEqual(ids(host));
  expect(ids(host)?.every((id) => id?.startsWith('identifier=') === true)).toBe(true);
});

test("of several people on one meter nobody's reading is taken without being chosen", async () => {
  const meter = cuff();
  air({ choose: async () => meter });
  const host = await open('BEURER_BPM');
  await connect();
  await screen.findByText(/^Đã kết nối\. Hãy đo/);
  meter.at(0x2a35).send(OF_ONE ?? '', OF_TWO ?? '');
  expect(
    await screen.findByText('Máy đo giữ kết quả của nhiều người. Chỉ chọn những lần đo của TRẦN MINH CHÂU.'),
  ).toBeInTheDocument();
  expect(boxes()).toEqual([false, false]);
  await userEvent.click(screen.getByRole('button', { name: 'Lưu kết quả đã chọn: 0' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Vui lòng chọn ít nhất một kết quả');
  await userEvent.click(screen.getByRole('checkbox', { name: /Người dùng 2/ }));
  host.setOffline(true);
  await userEvent.click(screen.getByRole('button', { name: 'Lưu kết quả đã chọn: 1' }));
  // offline, the choice is stored on the device, and the card says so
  await waitFor(() => expect(boxes()).toEqual([false]));
  expect((await rows()).map((row) => row.textContent).find((text) => text.includes('131/86'))).toMatch(/Chưa gửi$/);
  expect(host.seen.notices.at(-1)).toEqual({ type: 'info', title: 'Đã giữ trên máy. Sẽ gửi khi có mạng.' });
  expect(host.waiting.get()).toEqual([
    expect.objectContaining({ patientId: 'patient-main', title: expect.stringMatching(/^1 lần đo từ /) }),
  ]);
  expect(JSON.stringify(host.waiting.get()[0]?.body)).toMatch(/131.*86/);
});

test("a glucose meter: HI is not saved, control solution is nobody's, mmol/L stays, empty is no error", async () => {
  const meter = glucoseMeter();
  air({ choose: async () => meter });
  const host = await open('ACCU_CHEK');
  await connect();
  await waitFor(() => expect(meter.at(0x2a52).written).toEqual([[1, 1]]));
  meter
    .at(0x2a18)
    .send('060200e9070b1b08030036c011', '0a0600e9070b1b080300fe07112000', '0a0700e9070b1b08030065b04a0101');
  meter.at(0x2a52).send('06000101');
  expect(await screen.findByText('Máy đo đã ngắt kết nối. Số kết quả đã nhận: 2.')).toBeInTheDocument();
  const texts = (await rows()).map((row) => row.textContent).join('|');
  expect(texts).toMatch(/Đường huyết: .*5,4.*mmol\/L/);
  expect(texts).toContain('HI: cao hơn giới hạn của máy đo. Không lưu.');
  await userEvent.click(screen.getByRole('button', { name: 'Lưu kết quả đã chọn: 1' }));
  await waitFor(() =>
    expect(sent(host)[0]?.entry.map(({ resource }) => resource['valueQuantity'])).toEqual([
      { value: 5.4, unit: 'mmol/L', system: 'http://unitsofmeasure.org', code: 'mmol/L' },
    ]),
  );
  const empty = glucoseMeter();
  air({ choose: async () => empty });
  await open('ACCU_CHEK');
  await connect();
  await waitFor(() => expect(empty.at(0x2a52).written).toHaveLength(1));
  empty.at(0x2a52).send('06000106');
  expect(await screen.findByText('Máy đo đã ngắt kết nối. Số kết quả đã nhận: 0.')).toBeInTheDocument();
});

test('the meal that a glucose meter tells stands beside its reading and is saved with it', async () => {
  const meter = new FakeMeter([0x1808], [0x2a18, 0x2a34, 0x2a52]);
  air({ choose: async () => meter });
  const host = await open('ACCU_CHEK');
  await connect();
  await waitFor(() => expect(meter.at(0x2a52).written).toHaveLength(1));
  meter.at(0x2a18).send('160600e9070b1b07030036c011', '160700e9070b1b08010040c011');
  meter.at(0x2a34).send('02060002', '02070009');
  meter.at(0x2a52).send('06000101');
  const texts = (await rows()).map((row) => row.textContent);
  expect(texts.filter((text) => /Trước|Sau ăn|Lúc đói|Bất kỳ/.test(text))).toEqual([expect.stringContaining('Sau ăn')]);
  await userEvent.click(screen.getByRole('button', { name: 'Lưu kết quả đã chọn: 2' }));
  await waitFor(() => expect(sent(host)).toHaveLength(1));
  const meals = sent(host)[0]?.entry.map(({ resource }) => resource['component']);
  expect(meals).toContainEqual([mealComponent('postMeal')]);
  expect(meals).toContainEqual(undefined);
});

test("a meter's own doubts stand under the value and go with it; a time that it does not know is asked", async () => {
  const host = await open('BEURER_BPM');
  const meter = cuff();
  air({ choose: async () => meter });
  await connect();
  await waitFor(() => expect(meter.at(0x2a35).isListening).toBe(true));
  meter.at(0x2a35).send('148d005d006d0048002300', NO_CLOCK);
  const [doubted] = await rows();
  expect(doubted).toHaveTextContent(/141\/93.*cử động khi đo.*quấn băng lỏng.*sai tư thế đo/);
  expect(boxes()).toEqual([true]);
  await userEvent.type(await screen.findByRole('textbox', { name: /^Ngày đo/ }), '27/11/2025');
  await userEvent.type(screen.getByRole('textbox', { name: /^Giờ đo/ }), '07:05');
  await waitFor(() => expect(boxes()).toEqual([true, true]));
  await userEvent.click(screen.getByRole('button', { name: 'Lưu kết quả đã chọn: 2' }));
  await waitFor(() => expect(sent(host)).toHaveLength(1));
  const resources = sent(host)[0]?.entry.map(({ resource }) => resource) ?? [];
  const codes = (resource: Record<string, unknown>) =>
    (resource['extension'] as readonly { readonly valueCode: string }[] | undefined)?.map(({ valueCode }) => valueCode);
  expect(resources.map(codes)).toContainEqual(['bodyMovement', 'cuffTooLoose', 'improperPosition']);
  expect(resources.map((resource) => resource['effectiveDateTime'])).toContainEqual(
    expect.stringContaining('2025-11-27T07:05:00'),
  );
});
