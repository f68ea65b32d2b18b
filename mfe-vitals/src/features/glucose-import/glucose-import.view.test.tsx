import { screen, waitFor, within } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { AppError } from '@phr/contract/app-error';
import { mountView } from '@phr/module-kit/mount';
import { searchset } from '@phr/testing/dev-page';
import { createFakeHost, FAKE_MOTHER, type Responder } from '@phr/testing/fake-host';
import { openPart } from '@phr/testing/open-part';
import module from '../../module.ts';

const empty: Responder = ({ method, path }) =>
  method === 'GET' ? searchset([]) : path === '/api/phr/import' ? { data: { id: 'import-1' } } : {};
const open = async (respond: Responder = empty) => {
  const host = createFakeHost({ path: '/glucose-create?from=file', respond });
  await openPart(mountView, module, host);
  await screen.findByRole('heading', { level: 1, name: 'Nhập từ tệp của máy đo' });
  return host;
};
// The test document has files without `arrayBuffer()`.
const choose = (text: string) =>
  userEvent.upload(
    screen.getByLabelText('Tệp của máy đo đường huyết'),
    Object.assign(new File([text], 'meter.csv', { type: 'text/csv' }), {
      arrayBuffer: async () => new TextEncoder().encode(text).buffer,
    }),
  );
const saveButton = (n: number) => `Lưu ${n} lần đo vào hồ sơ của TRẦN MINH CHÂU`;
const posts = (host: Awaited<ReturnType<typeof open>>) =>
  host.seen.requests.filter(({ method, service }) => method === 'POST' && service === 'fhir');
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
  expect(contents.getByText('Dòng 3: giá trị không phải là số')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: saveButton(1) })).toBeInTheDocument();
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
  await screen.findByRole('button', { name: saveButton(1) });
  const away = Object.assign(new File(['x'], 'away.csv', { type: 'text/csv' }), {
    arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')),
  });
  await userEvent.upload(screen.getByLabelText('Tệp của máy đo đường huyết'), away);
  expect(await screen.findByText('Không đọc được tệp này, hãy chọn lại')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Lưu/ })).toBeNull();
});

test('a file that was chosen for one person is gone when another is on screen', async () => {
  const host = await open();
  await choose('Time,Glucose mmol/L\n20/11/2026 08:00,6.1\n');
  expect(await screen.findByRole('button', { name: saveButton(1) })).toBeInTheDocument();
  host.view(FAKE_MOTHER);
  expect(await screen.findByText('Cho: NGUYỄN THỊ ÁNH (Mẹ)')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Lưu/ })).toBeNull();
});

test('[CALL-93] stores readings in transactions; importing the same file again sends the same ids', async () => {
  const text = `Time,Glucose mmol/L\n${Array.from({ length: 250 }, (_, index) => `20/11/2026 ${String(Math.floor(index / 12)).padStart(2, '0')}:${String((index % 12) * 5).padStart(2, '0')},${index === 0 ? '>27.8' : '6.1'}`).join('\n')}`;
  const ids = async () => {
    const host = await open();
    await choose(text);
    await userEvent.click(await screen.findByRole('button', { name: saveButton(250) }));
    await userEvent.click(await screen.findByRole('button', { name: 'Xem đường huyết' }));
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
  await open((request) => {
    if (request.method === 'GET' || request.service === 'phr') return empty(request);
    throw new AppError({ code: 'TIMEOUT', httpStatus: 0 });
  });
  await choose('Time,Glucose mmol/L\n20/11/2026 08:00,6.1');
  await userEvent.click(await screen.findByRole('button', { name: saveButton(1) }));
  expect(await screen.findByText('Chưa lưu được hết. Lưu lại sẽ tiếp tục, không lưu trùng.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: saveButton(1) })).toBeInTheDocument();
});

test('where day and month cannot be told apart the person chooses', async () => {
  await open();
  await choose('Time,Glucose mmol/L\n01/02/2026 08:00,6.1\n02/02/2026 08:00,6.1');
  expect(await screen.findByRole('radio', { name: 'Ngày trước tháng' })).toBeChecked();
  await userEvent.click(screen.getByRole('radio', { name: 'Tháng trước ngày' }));
  expect(await screen.findByText(/02\/01\/2026/)).toBeInTheDocument();
});

const reading = (at: string, value: number, unit = 'mmol/L') => ({
  resourceType: 'Observation',
  id: `o-${at}`,
  status: 'final',
  code: { coding: [{ system: 'http://loinc.org', code: unit === 'mmol/L' ? '15074-8' : '2339-0' }] },
  effectiveDateTime: at,
  valueQuantity: { value, unit, code: unit },
});

test('a file without a unit is asked about, seeing three values; nothing can be saved before', async () => {
  await open();
  await choose('Time,Glucose\n2026-11-20 08:00,110\n2026-11-20 09:00,98\n2026-11-20 10:00,99\n');
  expect(await screen.findByText('Tệp không ghi đơn vị. Ba giá trị đầu: 110 · 98 · 99')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Lưu/ })).toBeNull();
  await userEvent.click(screen.getByRole('radio', { name: 'mg/dL' }));
  expect(await screen.findByRole('button', { name: saveButton(3) })).toBeInTheDocument();
});

test('values of the other unit are named with the reason and stored only in the unit that the person says', async () => {
  const host = await open();
  await choose('Time,Glucose (mmol/L)\n2026-11-20 08:00,110\n2026-11-20 12:00,180\n');
  expect(await screen.findByText(/2 giá trị không hợp lý với mmol\/L nhưng hợp lý với mg\/dL/)).toBeInTheDocument();
  expect(screen.getByText(/Dòng 3: 180.mmol\/L không thể là đường huyết/)).toBeInTheDocument();
  expect(screen.getByRole('checkbox', { name: /Dòng 2: 110.mmol\/L/ })).not.toBeChecked();
  expect(screen.queryByRole('button', { name: /^Lưu/ })).toBeNull();
  await userEvent.click(screen.getByRole('radio', { name: 'mg/dL' }));
  await userEvent.click(await screen.findByRole('button', { name: saveButton(2) }));
  await screen.findByRole('button', { name: 'Hoàn tác lần nhập này' });
  expect(posts(host)[0]?.body).toMatchObject({
    entry: [
      { resource: { valueQuantity: { value: 110, code: 'mg/dL' } } },
      { resource: { valueQuantity: { value: 180, code: 'mg/dL' } } },
    ],
  });
});

test('a reading that is asked about is stored when it is ticked', async () => {
  const host = await open();
  await choose('Time,Glucose (mg/dL)\n2026-11-20 08:00,612\n2026-11-20 09:00,99\n');
  expect(await screen.findByRole('button', { name: saveButton(1) })).toBeInTheDocument();
  await userEvent.click(screen.getByRole('checkbox', { name: /612/ }));
  await userEvent.click(await screen.findByRole('button', { name: saveButton(2) }));
  await screen.findByRole('button', { name: 'Hoàn tác lần nhập này' });
  expect((posts(host)[0]?.body as Sent).entry).toHaveLength(2);
});

test('lowest and highest stand with unit and level; what the record has already is not stored again', async () => {
  await open(({ method, path }) =>
    method === 'GET' && path.endsWith('/Observation')
      ? searchset([reading('2026-11-20T08:00:00+07:00', 5.5)])
      : empty({ method, path } as never),
  );
  await choose(
    'Time,Glucose (mmol/L)\n2026-11-20T08:00:00+07:00,5.5\n2026-11-20T09:00:00+07:00,2.9\n2026-11-20T10:00:00+07:00,14.2\n',
  );
  expect(await screen.findByRole('button', { name: saveButton(2) })).toBeInTheDocument();
  const contents = within(screen.getByRole('status', { name: 'Nội dung tệp' }));
  expect(contents.getByText('1 lần đo, không lưu lại')).toBeInTheDocument();
  expect(contents.getByText(/2,9.mmol\/L/)).toHaveTextContent(/Rất nguy hiểm/);
  expect(contents.getByText(/14,2.mmol\/L/)).toHaveTextContent(/Nguy hiểm/);
});

test('a file about somebody else shows both and waits for the tick; another person is refused', async () => {
  await open();
  const table = 'Timestamp,Glucose (mmol/L)\n2026-11-20 08:00,5.5\n';
  await choose(`Name:Somebody Else\n${table}`);
  expect(await screen.findByText('Somebody Else')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Lưu/ })).toBeNull();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Đúng là của TRẦN MINH CHÂU' }));
  expect(await screen.findByRole('button', { name: 'Lưu 1 lần đo' })).toBeInTheDocument();
  await choose(`Last Name,First Name\nElse,Somebody\nPatient DOB,1950-01-01\n${table}`);
  expect(await screen.findByText(/tên và ngày sinh đều khác/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Lưu/ })).toBeNull();
});

test('an import names its original, tags what it stores, and is undone from where it ends', async () => {
  const host = await open((request) =>
    request.path.endsWith('/undo')
      ? { data: { deleted: 1, kept: [{ type: 'Observation', id: 'x' }] } }
      : empty(request),
  );
  await choose('Time,Glucose (mmol/L)\n2026-11-20 08:00,5.5\n');
  await userEvent.click(await screen.findByRole('button', { name: saveButton(1) }));
  await userEvent.click(await screen.findByRole('button', { name: 'Hoàn tác lần nhập này' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Xóa lần nhập' }));
  expect(await screen.findByText(/Giữ lại 1 mục/)).toBeInTheDocument();
  const sent = host.seen.requests.filter(({ method }) => method === 'POST');
  expect(sent.map(({ path }) => path)).toEqual(['/api/phr/import', '/Observation', '/api/phr/import/import-1/undo']);
  expect(sent[0]?.body).toEqual({
    patientId: 'patient-main',
    fileName: 'meter.csv',
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(sent[1]?.body).toMatchObject({ meta: { tag: [{ system: 'https://phr.example/import', code: 'import-1' }] } });
});

test('earlier imports are listed, each with its way back', async () => {
  await open((request) =>
    request.path.endsWith('/Provenance')
      ? searchset([
          {
            resourceType: 'Provenance',
            id: 'import-0',
            recorded: '2026-11-20T01:00:00Z',
            agent: [{ who: { display: 'TRẦN MINH CHÂU' } }],
            entity: [{ what: { display: 'libre.csv' } }],
          },
        ])
      : empty(request),
  );
  const earlier = within(await screen.findByRole('region', { name: 'Các lần nhập trước' }));
  expect(earlier.getByText(/^libre\.csv · .* · TRẦN MINH CHÂU$/)).toBeInTheDocument();
  expect(earlier.getByRole('button', { name: 'Hoàn tác lần nhập này' })).toBeInTheDocument();
});

test('a value beyond a meter of an unknown maker is stored in words, without a number', async () => {
  const host = await open();
  await choose('Time,Glucose (mg/dL)\n2026-11-20 08:00,HI\n');
  await userEvent.click(await screen.findByRole('button', { name: saveButton(1) }));
  await screen.findByRole('button', { name: 'Hoàn tác lần nhập này' });
  expect(posts(host)[0]?.body).toMatchObject({ valueString: 'Trên giới hạn máy' });
  expect(posts(host)[0]?.body).not.toHaveProperty('valueQuantity');
});
