import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { mountView } from '@phr/module-kit/mount';
import { searchset } from '@phr/testing/dev-page';
import { createFakeHost, type FakeHost, type Responder } from '@phr/testing/fake-host';
import { openPart } from '@phr/testing/open-part';
import module from '../../module.ts';

/** A storage whose transfers end under the test's control. */
class FakeTransfer {
  static all: FakeTransfer[] = [];
  readonly upload: { onprogress?: (event: object) => void } = {};
  onload: () => void = () => undefined;
  onabort: () => void = () => undefined;
  status = 0;
  url = '';
  wasStopped = false;
  open(_method: string, url: string) {
    this.url = url;
  }
  setRequestHeader() {
    /* not looked at */
  }
  send() {
    FakeTransfer.all.push(this);
  }
  abort() {
    this.wasStopped = true;
    this.onabort();
  }
  progress(loaded: number, total: number) {
    this.upload.onprogress?.({ lengthComputable: true, loaded, total });
  }
  end(status = 200) {
    this.status = status;
    this.onload();
  }
}
const original = globalThis.XMLHttpRequest;
beforeEach(() => {
  FakeTransfer.all = [];
  Object.assign(globalThis, { XMLHttpRequest: FakeTransfer });
});
afterAll(() => {
  Object.assign(globalThis, { XMLHttpRequest: original });
});

const HOSPITAL = { resourceType: 'Organization', id: 'o1', name: 'Bệnh viện Sao Mai', address: [{ text: 'Hà Nội' }] };
const DISEASE = {
  resourceType: 'Concept',
  id: 'condition-J18',
  code: 'J18',
  system: 'http://hl7.org/fhir/sid/icd-10',
  display: 'Viêm phổi',
  valueset: ['condition'],
};
const answers: Responder = ({ method, path, query }) => {
  if (path === '/Organization') return searchset([HOSPITAL]);
  if (path === '/Concept') return searchset([DISEASE]);
  if (path.endsWith('get-presigned-url-for-upload')) return `https://files.invalid/${String(query?.['key'])}`;
  return method === 'GET' ? searchset([]) : { resourceType: 'Encounter', id: 'e' };
};
const open = async (): Promise<FakeHost> => {
  const host = createFakeHost({ path: '/encounters?filter=done', respond: answers });
  host.navigation.push('/encounter-create');
  await openPart(mountView, module, host);
  await screen.findByRole('combobox', { name: /^Bệnh viện/ });
  return host;
};
const box = (name: RegExp) => screen.findByRole('combobox', { name });
const field = (name: RegExp) => screen.findByRole('textbox', { name });
const save = () => userEvent.click(screen.getByRole('button', { name: /^Lưu/ }));
const writes = (host: FakeHost) =>
  host.seen.requests.filter(({ method, path }) => method === 'POST' && path.includes('encounter'));
const choose = (files: readonly File[]) =>
  fireEvent.change(screen.getByLabelText(/^Tệp đính kèm/, { selector: 'input' }), { target: { files } });
const paper = new File(['%PDF-1.7'], 'Giấy ra viện.pdf', { type: 'application/pdf' });
const fill = async () => {
  await userEvent.type(await box(/^Bệnh viện/), 'Phòng khám An Bình');
  await userEvent.type(await box(/^Chẩn đoán/), 'Đau đầu');
  await userEvent.type(await field(/^Ngày khám/), '2/11/2026');
};

test('[ROUTE-28][NAV-13][CALL-37] saves a treatment with its paper once, and goes back with a toast', async () => {
  const host = await open();
  const told: unknown[] = [];
  host.topics.subscribe('encounter.changed', (event) => told.push(event));
  await userEvent.click(screen.getByRole('radio', { name: 'Nội trú' }));
  await userEvent.click(await box(/^Bệnh viện/));
  await userEvent.click(await screen.findByRole('option', { name: /Bệnh viện Sao Mai/ }));
  await userEvent.click(await box(/^Chẩn đoán/));
  await userEvent.click(await screen.findByRole('option', { name: /Viêm phổi/ }));
  await userEvent.type(await field(/^Từ ngày/), '2/11/2026');
  await userEvent.type(await field(/^Đến ngày/), '9/11/2026');
  choose([paper]);
  await waitFor(() => expect(FakeTransfer.all).toHaveLength(1));
  FakeTransfer.all[0]?.end();
  await screen.findByRole('button', { name: 'Bỏ tệp Giấy ra viện.pdf' });
  await save();
  await waitFor(() =>
    expect(host.navigation.location.get()).toMatchObject({ pathname: '/encounters', search: '?filter=done' }),
  );
  expect(writes(host)).toEqual([
    expect.objectContaining({
      service: 'admin',
      path: '/patient-app/encounter/create',
      idempotencyKey: expect.stringMatching(/^[0-9a-f-]{36}$/),
      body: {
        patientId: 'patient-main',
        classCode: 'IMP',
        hospital: { id: 'o1', name: 'Bệnh viện Sao Mai' },
        diagnosis: { code: 'J18', display: 'Viêm phổi' },
        from: '2026-11-02',
        to: '2026-11-09',
        attachments: [
          {
            path: expect.stringMatching(/^patient-main\/encounters\/[0-9a-f-]{36}\.pdf$/),
            extension: 'pdf',
            size: 8,
            uid: expect.any(String),
            name: 'Giấy ra viện.pdf',
          },
        ],
      },
    }),
  ]);
  expect(host.seen.notices).toEqual([{ type: 'success', title: 'Đã lưu lịch sử điều trị' }]);
  expect(told).toEqual([{ patientId: 'patient-main' }]);
});

test('[ENC-30] saving waits for the files, shows their progress, and goes on when they have arrived', async () => {
  const host = await open();
  await fill();
  choose([paper]);
  await waitFor(() => expect(FakeTransfer.all).toHaveLength(1));
  FakeTransfer.all[0]?.progress(2, 8);
  await waitFor(() =>
    expect(screen.getByRole('progressbar', { name: 'Đang tải lên Giấy ra viện.pdf' })).toHaveValue(0.25),
  );
  await save();
  expect(
    within(screen.getByRole('alert')).getByRole('link', { name: 'Vui lòng chờ các tệp đính kèm tải lên xong' }),
  ).toBeInTheDocument();
  expect(writes(host)).toHaveLength(0);
  FakeTransfer.all[0]?.end();
  await screen.findByRole('button', { name: 'Bỏ tệp Giấy ra viện.pdf' });
  await save();
  await waitFor(() => expect(writes(host)).toHaveLength(1));
  expect(writes(host)[0]?.body).toMatchObject({
    classCode: 'SS',
    from: '2026-11-02',
    to: '2026-11-02',
    hospital: { name: 'Phòng khám An Bình' },
    diagnosis: { display: 'Đau đầu' },
    attachments: [{ name: 'Giấy ra viện.pdf' }],
  });
});

test('an upload can be stopped; a file too large says what to do, and can be retried or left out', async () => {
  const host = await open();
  await fill();
  choose([paper, new File(['x'], 'ảnh.png', { type: 'image/png' })]);
  await waitFor(() => expect(FakeTransfer.all).toHaveLength(2));
  await userEvent.click(screen.getByRole('button', { name: 'Dừng tải lên Giấy ra viện.pdf' }));
  expect(FakeTransfer.all[0]?.wasStopped).toBe(true);
  FakeTransfer.all[1]?.end(413);
  expect(await screen.findByText(/Vượt quá giới hạn tải lên\. Vui lòng nén/)).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Thử lại: ảnh.png' }));
  await waitFor(() => expect(FakeTransfer.all).toHaveLength(3));
  FakeTransfer.all[2]?.end(500);
  await userEvent.click(await screen.findByRole('button', { name: 'Bỏ tệp ảnh.png' }));
  await save();
  await waitFor(() => expect(writes(host)[0]?.body).toMatchObject({ attachments: [] }));
});

test('a file that cannot be read any more says so and is not waited for: it can be left out', async () => {
  const host = await open();
  await fill();
  const film = Object.assign(new File(['x'], 'phim.dcm'), {
    slice: () => ({ arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')) }),
  });
  choose([film]);
  await waitFor(() => expect(FakeTransfer.all).toHaveLength(1));
  FakeTransfer.all[0]?.end();
  await waitFor(() => expect(host.seen.notices).toHaveLength(1));
  await userEvent.click(await screen.findByRole('button', { name: 'Bỏ tệp phim.dcm' }));
  await save();
  await waitFor(() => expect(writes(host)[0]?.body).toMatchObject({ attachments: [] }));
});

const slices = (count: number) =>
  Array.from({ length: count }, (_none, place) => new File(['x'], `lát ${place}.png`, { type: 'image/png' }));
const keysOf = (host: FakeHost) =>
  host.seen.requests
    .filter(({ path }) => path.endsWith('get-presigned-url-for-upload'))
    .map(({ query }) => query?.['key']);

test('uploads four of many files at once; waiting ones can be left out, and leaving stops the rest', async () => {
  const host = await open();
  choose(slices(7));
  await waitFor(() => expect(FakeTransfer.all).toHaveLength(4));
  expect([keysOf(host).length, screen.getAllByRole('progressbar').length]).toEqual([4, 7]);
  await userEvent.click(screen.getByRole('button', { name: 'Dừng tải lên lát 4.png' }));
  FakeTransfer.all[0]?.end();
  await waitFor(() => expect(FakeTransfer.all).toHaveLength(5));
  // each has its own key; a removed one has none
  expect([new Set(keysOf(host)).size, screen.queryByText(/lát 4\.png/)]).toEqual([5, null]);
  await open();
  expect(FakeTransfer.all.map(({ wasStopped }) => wasStopped)).toEqual([false, true, true, true, true]);
  expect(FakeTransfer.all).toHaveLength(5);
});

test('when the hourly quota is used up waiting files stop, are told of once, and retry with the same key', async () => {
  const host = await open();
  choose(slices(6));
  await waitFor(() => expect(FakeTransfer.all).toHaveLength(4));
  FakeTransfer.all[0]?.end(429);
  await waitFor(() => expect(screen.getAllByRole('button', { name: /^Thử lại: lát [045]\.png$/ })).toHaveLength(3));
  for (const running of FakeTransfer.all.slice(1)) running.end();
  await screen.findByRole('button', { name: 'Bỏ tệp lát 3.png' });
  expect([FakeTransfer.all.length, keysOf(host).length, host.seen.notices.length]).toEqual([4, 4, 1]);
  await userEvent.click(screen.getByRole('button', { name: 'Thử lại: lát 0.png' }));
  await waitFor(() => expect(FakeTransfer.all).toHaveLength(5));
  expect(keysOf(host)[4]).toBe(keysOf(host)[0]);
});

test('files that have arrived are part of the draft', async () => {
  const host = await open();
  choose([paper]);
  await waitFor(() => expect(FakeTransfer.all).toHaveLength(1));
  FakeTransfer.all[0]?.end();
  await waitFor(() =>
    expect(host.keptDrafts.get('encounter-create patient-main')?.value).toMatchObject({
      attachments: [{ name: 'Giấy ra viện.pdf', url: '' }],
    }),
  );
});

test('without a network a treatment without pending files waits on the device, listed as not sent', async () => {
  const host = await open();
  await fill();
  host.setOffline(true);
  await save();
  await waitFor(() => expect(host.waiting.get()).toHaveLength(1));
  expect(host.seen.notices).toEqual([{ type: 'info', title: 'Đã giữ trên máy. Sẽ gửi khi có mạng.' }]);
  expect(
    within(await screen.findByRole('list', { name: 'Chưa gửi' })).getByText(
      'Lịch sử điều trị: Đau đầu, Phòng khám An Bình',
    ),
  ).toBeInTheDocument();
});
