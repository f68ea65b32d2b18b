import { statusExtensions } from '@phr/fhir/device-status';
import { screen, waitFor, within } from '@testing-library/dom';
import { act } from 'react';
import userEvent from '@testing-library/user-event';
import { AppError } from '@phr/contract/app-error';
import type { ServiceRequest } from '@phr/contract/host-api';
import { mountView } from '@phr/module-kit/mount';
import { searchset } from '@phr/testing/dev-page';
import { createFakeHost, type FakeHost, type Responder } from '@phr/testing/fake-host';
import { openPart } from '@phr/testing/open-part';
import module from '../../module.ts';
import { UNDO_MS } from '../record/use-deletion.ts';
import { rawBloodPressure, rawEcg, rawValue } from '../readings/samples.test-support.ts';

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000 - 60_000).toISOString();
const CLINIC = { performer: [{ reference: 'Organization/clinic', display: 'Bệnh viện Hoa Sen' }] };
const open = async (
  respond: Responder,
  path = '/health-details/bloodPressures?view=table',
  part = 'app',
): Promise<FakeHost> => {
  const host = createFakeHost({ path, respond });
  await openPart(mountView, module, host, part);
  return host;
};
const region = async (name: string) => within(await screen.findByRole('region', { name }));
const readingList = async () => (await region('Các lần đo')).getAllByRole('listitem');
const deletions = (host: FakeHost): readonly ServiceRequest[] =>
  host.seen.requests.filter(({ method }) => method === 'DELETE');

test('[VIT-50][VIT-29] the latest reading stands with its level, target, change and source', async () => {
  await open(() => searchset([rawBloodPressure(162, 98, daysAgo(0)), rawBloodPressure(128, 80, daysAgo(2))]));
  const latest = await region('Lần đo mới nhất');
  expect(latest.getByText(/162 trên 98 milimét thủy ngân/)).toBeInTheDocument();
  expect(latest.getByText('Rất nguy hiểm · Cao')).toBeInTheDocument();
  expect(latest.getByText('Mục tiêu: dưới 120/80 (người lớn từ 18 tuổi)')).toBeInTheDocument();
  expect(latest.getByText('Số trên cao hơn lần trước 34 mmHg')).toBeInTheDocument();
  expect(latest.getByText('Tự nhập (BỆNH NHÂN)')).toBeInTheDocument();
});

test('a very dangerous latest reading opens instructions with the emergency number until dismissed', async () => {
  await open(() => searchset([rawBloodPressure(185, 115, daysAgo(0))]));
  const urgent = await region('Chỉ số rất nguy hiểm. Cần làm gì bây giờ?');
  expect(urgent.getByRole('link', { name: 'Gọi 115' })).toHaveAttribute('href', 'tel:115');
  await userEvent.click(urgent.getByRole('button', { name: 'Đã hiểu' }));
  expect(screen.queryByRole('region', { name: /Cần làm gì/ })).toBeNull();
});

describe('what a very dangerous reading asks first', () => {
  const asks = async (reading: object, respond: Responder = () => undefined) => {
    const host = await open((request) => respond(request) ?? searchset([reading]), path(reading));
    return { host, urgent: await region('Chỉ số rất nguy hiểm. Cần làm gì bây giờ?') };
  };
  const path = (reading: object) =>
    `/health-details/${'component' in reading ? 'bloodPressures' : 'glucoses'}?view=table`;
  const crisis = () => rawBloodPressure(185, 115, daysAgo(0));

  test('a sign leads to the emergency number alone', async () => {
    const { urgent } = await asks(crisis());
    const question = within(await urgent.findByRole('group', { name: 'Có dấu hiệu nào sau đây?' }));
    expect(question.getAllByRole('listitem').map((sign) => sign.textContent)).toContain('yếu nửa người');
    await userEvent.click(question.getByRole('button', { name: 'Có' }));
    expect(urgent.getByText('Gọi 115 ngay. Ngồi yên, đừng ở một mình.')).toHaveFocus();
    expect(urgent.queryByText(/Ngồi nghỉ/)).toBeNull();
    expect(urgent.queryByRole('button', { name: /Nhắc đo lại/ })).toBeNull();
  });

  test('no sign leads to the steps and a reminder to measure again, which tells its end', async () => {
    const { urgent } = await asks(crisis());
    await userEvent.click(await urgent.findByRole('button', { name: 'Không có' }));
    expect(urgent.getByText(/Ngồi nghỉ 5 phút/)).toHaveFocus();
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
    import.meta.jest.useFakeTimers({
      doNotFake: ['nextTick', 'performance', 'queueMicrotask', 'requestAnimationFrame', 'setImmediate', 'setTimeout'],
    });
    act(() => urgent.getByRole('button', { name: 'Nhắc đo lại sau 5 phút' }).click());
    expect(urgent.getByRole('timer')).toHaveTextContent('Đo lại sau 5:00');
    act(() => void import.meta.jest.advanceTimersByTime(53_000));
    expect(urgent.getByRole('timer')).toHaveTextContent('Đo lại sau 4:07');
    expect(urgent.getByRole('status')).toBeEmptyDOMElement();
    act(() => void import.meta.jest.advanceTimersByTime(247_000));
    expect(urgent.getByRole('status')).toHaveTextContent('Đã đến lúc đo lại.');
    import.meta.jest.useRealTimers();
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  });

  test('sugar waits for no question', async () => {
    const { urgent } = await asks(rawValue('glucoses', 2.5, daysAgo(0)));
    expect(await urgent.findByText(/Uống ngay 15 g đường/)).toBeInTheDocument();
    expect(urgent.queryByRole('group')).toBeNull();
    expect(urgent.getByRole('button', { name: 'Nhắc đo lại sau 15 phút' })).toBeInTheDocument();
  });

  test("the server's words go before those of the release, which stand where it has none", async () => {
    const words = { 'vi-VN': 'Lời của máy chủ', 'en-US': 'Words of the server' };
    const served = {
      version: 9,
      status: 'draft',
      reviewer: null,
      rules: [{ id: 'glu.veryLow', when: 'x', source: 'x', words }],
    };
    const respond: Responder = ({ path: asked }) => (asked === '/api/phr/advice' ? served : undefined);
    const { urgent, host } = await asks(rawValue('glucoses', 2.5, daysAgo(0)), respond);
    expect(await urgent.findByText('Lời của máy chủ')).toBeInTheDocument();
    expect(host.seen.requests.filter(({ path: asked }) => asked === '/api/phr/advice')).toHaveLength(1);
    const other = await asks(crisis(), respond);
    expect(await other.urgent.findByText('Có dấu hiệu nào sau đây?')).toBeInTheDocument();
  });
});

test.each([
  ['all', /Ngồi nghỉ 5 phút/, true],
  ['signed', /Nếu thấy không khỏe, gọi 115/, false],
  ['off', /Nếu thấy không khỏe, gọi 115/, false],
] as const)(
  'with clinical texts "%s" unsigned advice is marked or hidden, and the emergency call stays',
  async (clinicalTexts, words, isMarked) => {
    const host = await open(() => searchset([rawBloodPressure(185, 115, daysAgo(0))]));
    host.settings.set({ ...host.settings.get(), clinicalTexts });
    const urgent = await region('Chỉ số rất nguy hiểm. Cần làm gì bây giờ?');
    // a question about signs comes before words that may be shown
    if (isMarked) await userEvent.click(await urgent.findByRole('button', { name: 'Không có' }));
    expect(await urgent.findByText(words)).toBeInTheDocument();
    expect(urgent.queryByText('Nội dung hướng dẫn chưa được bác sĩ duyệt.') !== null).toBe(isMarked);
    expect(urgent.getByRole('link', { name: 'Gọi 115' })).toBeInTheDocument();
  },
);

test('a low sugar is told to take sugar, not to sit; what was understood stays away on this device', async () => {
  const reading = rawValue('glucoses', 2.4, daysAgo(0));
  const host = await open(() => searchset([reading]), '/health-details/glucoses?view=table');
  const urgent = await region('Chỉ số rất nguy hiểm. Cần làm gì bây giờ?');
  expect(await urgent.findByText(/Uống ngay 15 g đường/)).toBeInTheDocument();
  expect(urgent.queryByText(/Ngồi nghỉ/)).toBeNull();
  await userEvent.click(urgent.getByRole('button', { name: 'Đã hiểu' }));
  expect(screen.queryByRole('region', { name: /Cần làm gì/ })).toBeNull();
  expect([...host.keptDrafts.values()].map(({ value }) => value)).toContainEqual({ ids: [reading.id] });
});

test('what has to be done today, though it is not very dangerous, is told as that', async () => {
  await open(() => searchset([rawValue('glucoses', 3.5, daysAgo(0))]), '/health-details/glucoses?view=table');
  const today = await region('Cần làm gì hôm nay?');
  expect(await today.findByText(/Uống ngay 15 g đường/)).toBeInTheDocument();
});

test("beside a reading stands the doctor's goal that judged it", async () => {
  const goal = {
    resourceType: 'Goal',
    id: 'g1',
    lifecycleStatus: 'active',
    startDate: daysAgo(30).slice(0, 10),
    expressedBy: { reference: 'Practitioner/1', display: 'BS. Lê Thu Hà' },
    target: [
      {
        measure: { coding: [{ system: 'http://loinc.org', code: '8480-6' }] },
        detailQuantity: { value: 130, comparator: '<', unit: 'mmHg', code: 'mm[Hg]' },
      },
    ],
  };
  await open(({ path }) => searchset(path.endsWith('/Goal') ? [goal] : [rawBloodPressure(125, 78, daysAgo(0))]));
  expect(
    await (await region('Lần đo mới nhất')).findByText(/Mục tiêu do BS\. Lê Thu Hà đặt.*dưới 130/),
  ).toBeInTheDocument();
  expect((await readingList())[0]).toHaveTextContent('Trong mục tiêu');
});

test('what was very dangerous days ago, and a body mass index, open no instruction for now', async () => {
  await open(() => searchset([rawBloodPressure(185, 115, daysAgo(2))]));
  expect((await region('Lần đo mới nhất')).getByText('Rất nguy hiểm · Cao')).toBeInTheDocument();
  expect(screen.queryByRole('region', { name: /Cần làm gì/ })).toBeNull();
  await open(() => searchset([rawValue('bmis', 31, daysAgo(0))]), '/health-details/bmis?view=table');
  expect((await region('Lần đo mới nhất')).getByText('Rất nguy hiểm · Cao')).toBeInTheDocument();
  expect(screen.queryByRole('region', { name: /Cần làm gì/ })).toBeNull();
});

test('[VIT-54][VIT-56] beside a value that is flagged inside its target stands what makes it low or high', async () => {
  await open(() => searchset([rawBloodPressure(85, 55, daysAgo(0))]));
  expect((await region('Lần đo mới nhất')).getByText('Dưới 90/60 được coi là thấp')).toBeInTheDocument();
  await open(() => searchset([rawValue('temperatures', 37.7, daysAgo(0))]), '/health-details/temperatures?view=table');
  expect((await region('Lần đo mới nhất')).getByText('Trên 37,5 được coi là cao')).toBeInTheDocument();
  await open(() => searchset([rawBloodPressure(118, 76, daysAgo(0))]));
  expect((await region('Lần đo mới nhất')).queryByText(/được coi là/)).toBeNull();
});

test('[GLU-08] a converted value stands with the one that was measured, and its relation to meals', async () => {
  const meal = [{ code: { coding: [{ code: '8417864' }] }, valueCodeableConcept: { coding: [{ code: '8417872' }] } }];
  await open(
    () =>
      searchset([
        rawValue('glucoses', 1, daysAgo(0), {
          component: meal,
          valueQuantity: { value: 181, unit: 'mg/dL', code: 'mg/dL' },
        }),
      ]),
    '/health-details/glucoses?view=table',
  );
  const latest = await region('Lần đo mới nhất');
  expect(latest.getByText(/10,0 milimol trên lít/)).toBeInTheDocument();
  expect(latest.getByText('Ghi gốc: 181 mg/dL')).toBeInTheDocument();
  expect(latest.getByText(/\(BỆNH NHÂN\) · Sau ăn/)).toBeInTheDocument();
});

test('readings that no chart can place are told, never passed over', async () => {
  const low = rawValue('glucoses', 1, daysAgo(0), {
    valueQuantity: { value: 1.1, comparator: '<', unit: 'mmol/L', code: 'mmol/L' },
  });
  await open(() => searchset([low]), '/health-details/glucoses');
  const panel = await region('Diễn biến');
  expect(await panel.findByText(/^1 lần đo không có con số rõ/)).toBeInTheDocument();
  expect(panel.queryByText(/Không có lần đo nào/)).toBeNull();
});

test('a reading that is not very dangerous gives no instruction', async () => {
  await open(() => searchset([rawBloodPressure(150, 92, daysAgo(0))]));
  await region('Lần đo mới nhất');
  expect(screen.queryByRole('region', { name: /Cần làm gì/ })).toBeNull();
});

test('[VIT-46] the range buttons ask for their period and stand in the address', async () => {
  const host = await open(() => searchset([rawBloodPressure(128, 82, daysAgo(0))]));
  const panel = await region('Diễn biến');
  expect(panel.getAllByRole('button', { pressed: false }).map(({ textContent }) => textContent)).toEqual([
    '7 ngày',
    '14 ngày',
    'Tuần',
    'Tháng',
    'Năm',
  ]);
  await userEvent.click(panel.getByRole('button', { name: 'Năm' }));
  await waitFor(() =>
    expect(host.seen.requests.at(-1)?.query?.['date']).toEqual([
      expect.stringMatching(/^ge\d{4}-01-01T00:00:00/),
      expect.stringMatching(/^le\d{4}-12-31T23:59:59/),
    ]),
  );
  expect(host.navigation.location.get().search).toBe('?view=table&range=year');
  await userEvent.selectOptions(panel.getByRole('combobox', { name: 'Ngày hoặc tuần' }), 'Hôm qua');
  expect(host.navigation.location.get().search).toMatch(/range=day/);
  expect(panel.queryByRole('button', { pressed: true })).toBeNull();
});

test('the table tells the same readings as the sentence, newest first', async () => {
  await open(() => searchset([rawBloodPressure(162, 98, daysAgo(0)), rawBloodPressure(118, 76, daysAgo(2))]));
  const panel = await region('Diễn biến');
  expect(
    await panel.findByText('2 lần đo, số trên 118–162, số dưới 76–98 mmHg; 1 lần ngoài mục tiêu.'),
  ).toBeInTheDocument();
  const rows = panel
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent);
  expect(rows).toEqual([expect.stringContaining('162/98'), expect.stringContaining('118/76')]);
  expect(rows[0]).toContain('Rất nguy hiểm\u00a0·\u00a0Cao');
});

test('a period without readings says so and leads to the latest one', async () => {
  const host = await open(({ query }) =>
    searchset(query?.['date'] === undefined ? [rawBloodPressure(128, 82, daysAgo(200))] : []),
  );
  const panel = await region('Diễn biến');
  expect(await panel.findByText(/Không có lần đo nào từ/)).toBeInTheDocument();
  await userEvent.click(panel.getByRole('button', { name: 'Đến lần đo mới nhất' }));
  expect(host.navigation.location.get().search).toMatch(/at=\d{4}-\d{2}-\d{2}/);
});

test('without readings the screen says what is missing; an unknown index is not supported', async () => {
  await open(() => searchset([]));
  expect(await screen.findByText('Chưa có lần đo nào')).toBeInTheDocument();
  await open(() => searchset([]), '/health-details/constructor');
  expect(await screen.findByText('Chưa được hỗ trợ')).toBeInTheDocument();
});

test('a failed chart does not take the list away', async () => {
  await open(({ query }) =>
    query?.['date'] === undefined ? searchset([rawBloodPressure(128, 82, daysAgo(0))]) : undefined,
  );
  expect(await (await region('Diễn biến')).findByText('Không tải được biểu đồ')).toBeInTheDocument();
  expect(await readingList()).toHaveLength(1);
});

test('a failed list says what failed, never that there is nothing', async () => {
  await open(() => undefined);
  expect(await screen.findByText('Không tải được Huyết áp')).toBeInTheDocument();
  expect(screen.queryByText('Chưa có lần đo nào')).toBeNull();
});

test('the list shows twenty, says how many there are, and fetches the next page when needed', async () => {
  const page = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) =>
      rawBloodPressure(110 + ((from + index) % 9), 70, daysAgo(from + index)),
    );
  const host = await open(({ path, query }) =>
    query?.['date'] !== undefined
      ? searchset([])
      : path.includes('page=2')
        ? searchset(page(30, 5), 35)
        : searchset(page(0, 30), 35, '/Patient/patient-main/Observation?page=2'),
  );
  expect(await readingList()).toHaveLength(20);
  const list = await region('Các lần đo');
  expect(list.getByText('Hiển thị 1–20 trong 35')).toBeInTheDocument();
  await userEvent.click(list.getByRole('button', { name: 'Xem thêm' }));
  await waitFor(async () => expect(await readingList()).toHaveLength(35));
  expect(list.getByText('Đã hết danh sách')).toBeInTheDocument();
  expect(host.seen.requests.some(({ path }) => path.includes('page=2'))).toBe(true);
});

test("[VIT-25] only the person's own readings can be deleted; what a facility wrote names it", async () => {
  await open(() => searchset([rawBloodPressure(128, 82, daysAgo(0)), rawBloodPressure(130, 84, daysAgo(1), CLINIC)]));
  const [own, clinic] = await readingList();
  expect(within(own ?? fail()).getByRole('button', { name: /^Xóa lần đo 128\/82/ })).toBeInTheDocument();
  // the person's own note may stand beside theirs
  expect(
    within(clinic ?? fail())
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label')),
  ).toEqual([expect.stringMatching(/^Ghi chú cho lần đo 130\/84/)]);
  expect(clinic).toHaveTextContent('Bệnh viện Hoa Sen');
});

test("[VIT-53] notes name author and time; the dialog of a facility's result holds the person's own only", async () => {
  const note = [
    { text: 'Lấy máu lúc đói', authorString: 'BS. Phạm Văn Tùng', time: '2026-01-05T08:00:00+07:00' },
    {
      text: 'Hôm đó tôi sốt',
      authorReference: { reference: 'Patient/patient-main' },
      time: '2026-01-06T07:05:00+07:00',
    },
  ];
  await open(() => searchset([rawBloodPressure(130, 84, daysAgo(1), { ...CLINIC, note })]));
  const [clinic] = await readingList();
  expect(clinic).toHaveTextContent(/Lấy máu lúc đói.*BS\. Phạm Văn Tùng ghi, \d\d:00 \d\d\/01\/2026/);
  expect(clinic).toHaveTextContent(/Hôm đó tôi sốt.*Bạn ghi, \d\d:05 \d\d\/01\/2026/);
  await userEvent.click(within(clinic ?? fail()).getByRole('button', { name: /^Ghi chú cho lần đo/ }));
  expect(await screen.findByLabelText('Ghi chú')).toHaveValue('Hôm đó tôi sốt');
});
function fail(): never {
  throw new Error('No row');
}

describe('deletion', () => {
  const KEPT_REAL = [
    'Date',
    'hrtime',
    'nextTick',
    'performance',
    'queueMicrotask',
    'requestAnimationFrame',
    'cancelAnimationFrame',
    'setImmediate',
    'clearImmediate',
    'setInterval',
    'clearInterval',
  ] as const;
  // Only from here on: loading needs the timers of the browser.
  const press = (name: RegExp) => {
    import.meta.jest.useFakeTimers({ doNotFake: [...KEPT_REAL] });
    return userEvent.setup({ delay: null }).click(screen.getByRole('button', { name }));
  };
  // `waitFor` uses the fake timers, so poll explicitly
  const eventually = async (check: () => void) => {
    for (let tries = 1; ; tries += 1) {
      import.meta.jest.advanceTimersByTime(1);
      try {
        return check();
      } catch (error) {
        if (tries === 100) throw error;
      }
      await new Promise<void>((resolve) => {
        const once = setInterval(() => {
          clearInterval(once);
          resolve();
        }, 5);
      });
    }
  };
  afterEach(() => void import.meta.jest.useRealTimers());

  test('[CALL-17] it is sent when the time to undo is over, and the change is told to other modules', async () => {
    const host = await open(({ method }) =>
      method === 'DELETE'
        ? { id: 'x' }
        : searchset([rawBloodPressure(128, 82, daysAgo(0), { id: 'bp-x' }), rawBloodPressure(118, 76, daysAgo(3))]),
    );
    const told: unknown[] = [];
    host.topics.subscribe('observation.changed', (event) => told.push(event));
    await readingList();
    await press(/^Xóa lần đo 128/);
    await eventually(() => expect(screen.getByRole('button', { name: 'Hoàn tác' })).toHaveFocus());
    import.meta.jest.advanceTimersByTime(UNDO_MS - 1_000);
    expect(deletions(host)).toEqual([]);
    import.meta.jest.advanceTimersByTime(1_000);
    await eventually(() =>
      expect(deletions(host)).toEqual([{ service: 'phr', method: 'DELETE', path: '/api/phr/observation/bp-x' }]),
    );
    await eventually(() => expect(told).toEqual([expect.objectContaining({ patientId: 'patient-main' })]));
  });

  test('undo brings the reading back and nothing was sent', async () => {
    const host = await open(() => searchset([rawBloodPressure(128, 82, daysAgo(0))]));
    await readingList();
    await press(/^Xóa lần đo 128/);
    await eventually(() => expect(screen.getByRole('button', { name: 'Hoàn tác' })).toBeInTheDocument());
    await press(/^Hoàn tác$/);
    await eventually(() => expect(screen.getByRole('button', { name: /^Xóa lần đo 128/ })).toHaveFocus());
    import.meta.jest.advanceTimersByTime(UNDO_MS * 2);
    expect(deletions(host)).toEqual([]);
  });

  test('a refused deletion brings the reading back with the reason', async () => {
    const host = await open(({ method }) => {
      if (method === 'DELETE') throw new AppError({ code: 'NOT_DELETABLE', httpStatus: 403 });
      return searchset([rawBloodPressure(128, 82, daysAgo(0))]);
    });
    await readingList();
    await press(/^Xóa lần đo 128/);
    await eventually(() => expect(screen.getByRole('button', { name: 'Hoàn tác' })).toBeInTheDocument());
    import.meta.jest.advanceTimersByTime(UNDO_MS);
    await eventually(() => expect(screen.getByText('Chỉ xóa được dữ liệu do bạn tự nhập')).toBeInTheDocument());
    expect(screen.getByRole('button', { name: /^Xóa lần đo 128/ })).toBeInTheDocument();
    expect(host.seen.notices).toEqual([expect.objectContaining({ type: 'error' })]);
  });
});

test('[VIT-53] the note of a reading can be changed', async () => {
  const host = await open(({ method }) =>
    method === 'PUT' ? {} : searchset([rawBloodPressure(128, 82, daysAgo(0), { id: 'bp-n', note: [{ text: 'Cũ' }] })]),
  );
  await readingList();
  await userEvent.click(screen.getByRole('button', { name: /^Ghi chú cho lần đo 128/ }));
  const dialog = within(screen.getByRole('dialog'));
  const field = dialog.getByRole('textbox', { name: 'Ghi chú' });
  expect(field).toHaveValue('Cũ');
  await userEvent.clear(field);
  await userEvent.type(field, 'Sau khi đi bộ');
  await userEvent.click(dialog.getByRole('button', { name: 'Lưu' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(host.seen.requests).toContainEqual({
    service: 'phr',
    method: 'PUT',
    path: '/api/phr/observation/note/bp-n',
    body: { note: 'Sau khi đi bộ' },
  });
});

test('[ROUTE-38][VIT-50] the same screen serves other indexes, with their own unit and target', async () => {
  await open(
    () => searchset([rawValue('temperatures', 36.9, daysAgo(0)), rawValue('temperatures', 36.6, daysAgo(1))]),
    '/health-details/temperatures?view=table',
  );
  const latest = await region('Lần đo mới nhất');
  expect(latest.getByText('Mục tiêu: 36,8–37,5 (từ 11 đến 65 tuổi)')).toBeInTheDocument();
  expect(latest.getByText('Cao hơn lần trước 0,3 °C (0,8 %)')).toBeInTheDocument();
});

test('[GLU-02] glucose is told in the unit of the settings', async () => {
  const host = await open(
    () => searchset([rawValue('glucoses', 10, daysAgo(0))]),
    '/health-details/glucoses?view=table',
  );
  const latest = await region('Lần đo mới nhất');
  expect(latest.getByText(/10,0 milimol trên lít/)).toBeInTheDocument();
  host.settings.set({ ...host.settings.get(), glucoseUnit: 'mg/dL' });
  expect(await latest.findByText(/180 miligam trên đêxilít/)).toBeInTheDocument();
});

test.each([
  ['ecgs', '/ekg-board'],
  ['glucoses', '/bg-board'],
  ['weights', '/health-boards?name=weights'],
] as const)('the details of %s and their board are tabs of each other', async (name, href) => {
  await open(
    () => searchset([name === 'ecgs' ? rawEcg('e1', 71, daysAgo(0)) : rawValue(name, 6, daysAgo(0))]),
    `/health-details/${name}?view=table`,
  );
  const tabs = within(await screen.findByRole('navigation', { name: 'Hai cách xem chỉ số này' }));
  expect(tabs.getByRole('link', { name: 'Theo thời gian' })).toHaveAttribute('href', href);
  expect(tabs.getByRole('link', { name: 'Mới nhất' })).toHaveAttribute('aria-current', 'page');
});

test('the view for partners has no way into the rest of the product', async () => {
  await open(() => searchset([rawBloodPressure(128, 82, daysAgo(0))]), '/', 'blood-pressure');
  expect(await screen.findByRole('heading', { level: 1, name: 'Huyết áp' })).toBeInTheDocument();
  await region('Lần đo mới nhất');
  expect(screen.queryByRole('link', { name: 'Quay lại' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Thêm lần đo' })).toBeNull();
});

test('a reading that waits on the device stands in list and chart at once, marked as not sent', async () => {
  const host = await open(() => searchset([rawBloodPressure(128, 82, daysAgo(3))]));
  expect(await readingList()).toHaveLength(1);
  host.waiting.set([
    {
      id: 'w',
      module: 'mfe-vitals',
      patientId: 'patient-main',
      title: 'Huyết áp 131/84 mmHg',
      at: daysAgo(0),
      state: 'waiting',
      body: { ...rawBloodPressure(131, 84, daysAgo(0)), id: undefined },
    },
  ]);
  await waitFor(async () => expect(await readingList()).toHaveLength(2));
  const [waiting] = await readingList();
  expect(waiting).toHaveTextContent('131/84');
  expect(waiting).toHaveTextContent('Chưa gửi');
  expect(within(waiting ?? fail()).queryByRole('button')).toBeNull();
});

test('[VIT-46] the chart is walked by the arrow keys, each reading told with value, time and level', async () => {
  await open(
    () => searchset([rawBloodPressure(162, 98, daysAgo(0)), rawBloodPressure(118, 76, daysAgo(2))]),
    '/health-details/bloodPressures',
  );
  const panel = await region('Diễn biến');
  const chart = await panel.findByRole('application', { name: /2 lần đo, số trên 118–162.*phím mũi tên/ });
  chart.focus();
  await userEvent.keyboard('{ArrowRight}');
  const told = () =>
    panel
      .getAllByRole('status')
      .map(({ textContent }) => textContent)
      .join(' ');
  expect(told()).toMatch(/118\/76\u00a0mmHg, .*Trong mục tiêu/);
  await userEvent.keyboard('{End}');
  expect(told()).toMatch(/162\/98\u00a0mmHg, .*Rất nguy hiểm · Cao/);
  await userEvent.keyboard('{Escape}');
  expect(told()).not.toMatch(/162/);
});

test('[VIT-47] a preset chooses its days and stands in the address', async () => {
  const host = await open(() => searchset([rawBloodPressure(128, 82, daysAgo(0))]));
  const panel = await region('Diễn biến');
  await userEvent.selectOptions(panel.getByRole('combobox', { name: 'Ngày hoặc tuần' }), 'Tuần trước');
  expect(host.navigation.location.get().search).toMatch(/range=week&at=\d{4}-\d{2}-\d{2}/);
  expect(panel.getByRole('button', { name: 'Tuần' })).toHaveAttribute('aria-pressed', 'true');
});

test('on paper stand the name, the birth date, and every reading of the period, also those not on screen', async () => {
  await open(
    () =>
      searchset(
        Array.from({ length: 40 }, (_, index) =>
          rawBloodPressure(110 + index, 70, daysAgo(index / 50), { note: [{ text: `Ghi chú ${index}` }] }),
        ),
      ),
    '/health-details/bloodPressures',
  );
  const panel = await region('Diễn biến');
  await panel.findByRole('application');
  window.dispatchEvent(new Event('beforeprint'));
  const head = panel.getByRole('cell', { name: /^TRẦN MINH CHÂU · Sinh ngày 14\/03\/1985 · In lúc / });
  // a head of a table is printed on each page
  expect(head.closest('thead')).not.toBeNull();
  expect(panel.getAllByRole('row')).toHaveLength(42);
  expect(screen.getAllByText(/^TRẦN MINH CHÂU · Sinh ngày 14\/03\/1985 · In lúc /)).toHaveLength(2);
  expect(screen.getByRole('region', { name: 'Các lần đo' }).closest('[data-print="hide"]')).not.toBeNull();
  expect(panel.getByText('Ghi chú 39')).toBeInTheDocument();
  window.dispatchEvent(new Event('afterprint'));
  await waitFor(() => expect(panel.queryByRole('row')).toBeNull());
});

test('where and how it was measured stands in the list, at the latest reading and on paper', async () => {
  await open(
    () =>
      searchset([
        rawValue('temperatures', 37.2, daysAgo(0.1), {
          code: { coding: [{ system: 'http://loinc.org', code: '8328-7' }] },
          performer: [],
        }),
        rawValue('temperatures', 36.9, daysAgo(0.2), { bodySite: { text: 'Tai phải' } }),
      ]),
    '/health-details/temperatures',
  );
  const latest = await region('Lần đo mới nhất');
  expect(await latest.findByText('Không rõ ai đo · Nhiệt độ đo ở nách')).toBeInTheDocument();
  const list = within(await (await region('Các lần đo')).findByRole('list'));
  expect(list.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
    expect.stringContaining('Không rõ ai đo · Nhiệt độ đo ở nách'),
    expect.stringMatching(/BỆNH NHÂN.* · Tai phải/),
  ]);
  const panel = await region('Diễn biến');
  await panel.findByRole('application');
  window.dispatchEvent(new Event('beforeprint'));
  expect(panel.getAllByRole('row').map((row) => row.textContent)).toEqual(
    expect.arrayContaining([expect.stringContaining('Nhiệt độ đo ở nách'), expect.stringContaining('Tai phải')]),
  );
  window.dispatchEvent(new Event('afterprint'));
});

test('readings taken right after each other are told by their mean, the first left out', async () => {
  const minutes = (count: number) => daysAgo(count / 1440);
  await open(() =>
    searchset([
      rawBloodPressure(128, 81, minutes(0)),
      rawBloodPressure(131, 84, minutes(2)),
      rawBloodPressure(150, 95, minutes(4)),
      rawBloodPressure(120, 80, minutes(600)),
    ]),
  );
  expect(
    (await region('Lần đo mới nhất')).getByText(
      'Trung bình 2 lần đo sau trong 3 lần liên tiếp (bỏ lần đầu): 130/83 mmHg',
    ),
  ).toBeInTheDocument();
  await open(() => searchset([rawBloodPressure(128, 81, minutes(0)), rawBloodPressure(120, 80, minutes(600))]));
  expect((await region('Lần đo mới nhất')).queryByText(/liên tiếp/)).toBeNull();
});

test("[CALL-32] a vital without bands shows the deployment's range, or the built-in view if unavailable", async () => {
  const config = [
    {
      storeKey: 'ketones',
      title: 'Ketone',
      icon: 'x',
      codes: [],
      charts: [
        {
          type: 'line',
          designation: 'Ketone',
          unit: 'mmol/L',
          referenceRanges: [{ high: 0.6, text: '', color: 'green' }],
        },
      ],
    },
  ];
  const answers =
    (withConfig: boolean): Responder =>
    ({ path }) =>
      path.includes('ViewConfig')
        ? withConfig
          ? config
          : undefined
        : searchset([rawValue('ketones', 0.3, daysAgo(0))]);
  const host = await open(answers(true), '/health-details/ketones?view=table');
  expect(await (await region('Lần đo mới nhất')).findByText('khoảng tham chiếu đến 0,6')).toBeInTheDocument();
  expect(host.seen.requests).toContainEqual(
    expect.objectContaining({
      service: 'phr',
      method: 'GET',
      path: '/api/phr/observationComponentViewConfig',
      query: { type: 'vital-signs' },
    }),
  );
  await open(answers(false), '/health-details/ketones?view=table');
  const latest = await region('Lần đo mới nhất');
  expect(latest.getByText(/0,3 milimol trên lít/)).toBeInTheDocument();
  expect(latest.queryByText(/khoảng tham chiếu/i)).toBeNull();
});

test('[VIT-49] a period with very many readings says how far back they were read, and reads on when asked', async () => {
  let page = 0;
  const host = await open(({ query, path }) => {
    if (query?.['date'] === undefined && !path.includes('older='))
      return searchset([rawBloodPressure(128, 82, daysAgo(0))]);
    page += 1;
    return searchset(
      [rawBloodPressure(120 + page, 80, daysAgo(page))],
      12,
      page < 12 ? `/Patient/patient-main/Observation?older=${page}` : undefined,
    );
  });
  const course = await region('Diễn biến');
  expect(await course.findByText(/đã đọc 10 lần mới nhất, về đến/)).toBeInTheDocument();
  expect(host.seen.requests.filter(({ path }) => path.includes('older='))).toHaveLength(9);
  await userEvent.click(course.getByRole('button', { name: 'Đọc tiếp các lần đo cũ hơn' }));
  await waitFor(() => expect(course.queryByRole('button', { name: 'Đọc tiếp các lần đo cũ hơn' })).toBeNull());
  expect(course.getByText(/^12 lần đo/)).toBeInTheDocument();
});

test('what the meter said about its measurement stands under the value, above and in the list', async () => {
  const extension = statusExtensions(['cuffTooLoose', 'fromStorage']);
  await open(() => searchset([rawBloodPressure(185, 115, daysAgo(0), { extension })]));
  expect((await region('Lần đo mới nhất')).getByText('Máy đo báo: quấn băng lỏng')).toBeInTheDocument();
  expect(screen.getAllByText('Máy đo báo: quấn băng lỏng')).toHaveLength(2);
  expect(screen.queryByRole('region', { name: /Cần làm gì/ })).toBeNull();
});

test("the person's own goal is told as theirs, also on the chart; a doctor's as the doctor's", async () => {
  const goal = (who: string) => ({
    resourceType: 'Goal',
    id: 'g',
    lifecycleStatus: 'active',
    startDate: '2020-01-01',
    expressedBy: { reference: who },
    target: [
      {
        measure: { coding: [{ code: '15074-8' }] },
        detailQuantity: { value: 7, comparator: '<', code: 'mmol/L' },
        dueDate: '2100-01-01',
      },
    ],
  });
  const openWith = async (who: string) => {
    await open(
      ({ path }) =>
        searchset(
          path.endsWith('/Goal')
            ? [goal(who)]
            : [rawValue('glucoses', 8, daysAgo(0)), rawValue('glucoses', 6, daysAgo(1))],
        ),
      '/health-details/glucoses',
    );
    return region('Lần đo mới nhất');
  };
  const own = await openWith('Patient/patient-main');
  expect(await own.findByText('Mục tiêu của bạn: dưới 7')).toBeInTheDocument();
  expect(own.getByText('Trong mục tiêu')).toBeInTheDocument();
  expect(await screen.findByText('mục tiêu của bạn')).toBeInTheDocument();
  const set = await openWith('Practitioner/1');
  expect(await set.findByText('bác sĩ đặt: dưới 7')).toBeInTheDocument();
  expect(set.queryByText(/Mục tiêu của bạn/)).toBeNull();
});
