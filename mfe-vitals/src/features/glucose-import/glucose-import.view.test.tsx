import { screen, waitFor, within } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { AppError } from '@phr/contract/app-error';
import { mountView } from '@phr/module-kit/mount';
import { searchset } from '@phr/testing/dev-page';
import { createFakeHost, FAKE_MOTHER, type Responder } from '@phr/testing/fake-host';
import { openPart } from '@phr/testing/open-part';
import module from '../../module.ts';

const open = async (respond: Responder = ({ method }) => (method === 'GET' ? searchset([]) : {})) => {
  const host = createFakeHost({ path: '/glucose-create?from=file', respond });
  await openPart(mountView, module, host);
  await screen.findByRole('heading', { level: 1, name: 'Nhập từ tệp của máy đo' });
  return host;
};
// The test document has files without `text()`.
const choose = (text: string) =>
  userEvent.upload(
    screen.getByLabelText('Tệp của máy đo đường huyết'),
    Object.assign(new File([text], 'meter.csv', { type: 'text/csv' }), { text: async () => text }),
  );
const posts = (host: Awaited<ReturnType<typeof open>>) => host.seen.requests.filter(({ method }) => method === 'POST');
interface Sent {
  readonly entry: readonly {
    readonly resource: { readonly identifier: readonly { readonly value: string }[]; readonly valueQuantity: object };
  }[];
}

test('a file is shown before anything is stored: its kind, its readings, and each line that is none', async () => {
  const host = await open();
  await choose('Time,Glucose mmol/L\n20/11/2026 08:00,6.1\n20/11/2026 09:00,x\n31/02/2026 09:00,6\n');
  const contents = within(await screen.findByRole('status', { name: 'Nội dung tệp' }));
  expect(contents.getByText('Dòng 3: giá trị không phải là số')).toBeInTheDocument();
  expect(contents.getByText('Dòng 4: ngày giờ không tồn tại')).toBeInTheDocument();
  expect(contents.getByText(/Tệp không ghi múi giờ/)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Lưu 1 lần đo' })).toBeInTheDocument();
  expect(posts(host)).toHaveLength(0);
});

test('a file that is none is refused with the reason', async () => {
  await open();
  await choose('hello');
  expect(
    await screen.findByText('Không nhận ra loại tệp này: cần một cột thời gian và một cột đường huyết'),
  ).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Lưu/ })).toBeNull();
});

test('a file that cannot be read is refused in words, and nothing of the one before stays', async () => {
  await open();
  await choose('Time,Glucose mmol/L\n20/11/2026 08:00,6.1\n');
  await screen.findByRole('button', { name: 'Lưu 1 lần đo' });
  const away = Object.assign(new File(['x'], 'away.csv', { type: 'text/csv' }), {
    text: () => Promise.reject(new DOMException('', 'NotReadableError')),
  });
  await userEvent.upload(screen.getByLabelText('Tệp của máy đo đường huyết'), away);
  expect(await screen.findByText('Không đọc được tệp này, hãy chọn lại')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Lưu/ })).toBeNull();
});

test('a file that was chosen for one person is gone when another is on screen', async () => {
  const host = await open();
  await choose('Time,Glucose mmol/L\n20/11/2026 08:00,6.1\n');
  expect(await screen.findByRole('button', { name: 'Lưu 1 lần đo' })).toBeInTheDocument();
  host.view(FAKE_MOTHER);
  expect(await screen.findByText('Cho: NGUYỄN THỊ ÁNH (Mẹ ruột)')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Lưu/ })).toBeNull();
});

test('[CALL-93] stores readings in transactions; importing the same file again sends the same ids', async () => {
  const text = `Time,Glucose mmol/L\n${Array.from({ length: 250 }, (_, index) => `20/11/2026 ${String(Math.floor(index / 12)).padStart(2, '0')}:${String((index % 12) * 5).padStart(2, '0')},${index === 0 ? 'HI' : '6.1'}`).join('\n')}`;
  const ids = async () => {
    const host = await open();
    await choose(text);
    await userEvent.click(await screen.findByRole('button', { name: 'Lưu 250 lần đo' }));
    await waitFor(() => expect(host.navigation.location.get().pathname).toBe('/bg-board'));
    const bodies = posts(host).map(({ body }) => body as Sent);
    expect(bodies.map(({ entry }) => entry.length)).toEqual([200, 50]);
    expect(bodies[0]?.entry[0]?.resource).toMatchObject({
      performer: [{ reference: 'Patient/patient-main' }],
      valueQuantity: { value: 27.8, comparator: '>' },
    });
    return bodies.flatMap(({ entry }) => entry.map(({ resource }) => resource.identifier[0]?.value));
  };
  const first = await ids();
  expect(new Set(first).size).toBe(250);
  expect(await ids()).toEqual(first);
});

test('a refusal in the middle says so and keeps the file', async () => {
  await open(({ method }) => {
    if (method === 'GET') return searchset([]);
    throw new AppError({ code: 'TIMEOUT', httpStatus: 0 });
  });
  await choose('Time,Glucose mmol/L\n20/11/2026 08:00,6.1');
  await userEvent.click(await screen.findByRole('button', { name: 'Lưu 1 lần đo' }));
  expect(await screen.findByText('Chưa lưu được hết. Lưu lại sẽ tiếp tục, không lưu trùng.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Lưu 1 lần đo' })).toBeInTheDocument();
});

test('where day and month cannot be told apart the person chooses', async () => {
  await open();
  await choose('Time,Glucose mmol/L\n01/02/2026 08:00,6.1\n02/02/2026 08:00,6.1');
  expect(await screen.findByRole('radio', { name: 'Ngày trước tháng' })).toBeChecked();
  await userEvent.click(screen.getByRole('radio', { name: 'Tháng trước ngày' }));
  expect(await screen.findByText(/02\/01\/2026/)).toBeInTheDocument();
});
