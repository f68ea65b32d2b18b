import { AppError } from '@phr/contract/app-error';
import { screen, waitFor, within } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { mountView } from '@phr/module-kit/mount';
import { searchset } from '@phr/testing/dev-page';
import { createFakeHost, FAKE_MOTHER, type FakeHost, type Responder } from '@phr/testing/fake-host';
import { openPart } from '@phr/testing/open-part';
import manifest from '../../../module.json' with { type: 'json' };
import module from '../../module.ts';
import { section } from '../encounter-details/section.test-support.ts';

const task = (id: string, status: string, more: object = {}) => ({
  resourceType: 'Task',
  id,
  status,
  groupIdentifier: { value: 'request_link_profile' },
  owner: { display: `Bệnh viện ${id}` },
  lastModified: '2026-11-20T09:00:00+07:00',
  ...more,
});

async function open(path: string, respond: Responder): Promise<FakeHost> {
  // the viewers are another module's
  const readsLinked = (name: string) =>
    /-viewer$/.test(name) ||
    manifest.routes.some((route) => route.screen === name && 'readsLinked' in route && route.readsLinked);
  const host = createFakeHost({ path, respond, readsLinked });
  await openPart(mountView, module, host);
  return host;
}
const posts = (host: FakeHost) => host.seen.requests.filter(({ method }) => method === 'POST');

test('[LINK-03][CALL-80] a request shows provider, numbers, code, update; only a waiting one takes a code', async () => {
  const host = await open('/link-profile', ({ path }) =>
    path === '/Task'
      ? searchset([
          task('A', 'on-hold', {
            medicalId: 'AD-1',
            examCode: 'EX-2',
            insuranceCardNumber: 'GD-3',
            requestCode: '00123456',
          }),
          task('B', 'cancelled'),
          task('C', 'failed'),
          task('D', 'rejected', { statusReason: { text: 'Giấy tờ đã hết hạn' } }),
        ])
      : { resourceType: 'Patient', id: 'patient-main' },
  );
  await proves('ROUTE-22', async () =>
    expect(await screen.findByRole('heading', { level: 1, name: 'Liên kết hồ sơ' })).toBeInTheDocument(),
  );
  const [waiting, cancelled, failed, denied] = within(
    await screen.findByRole('list', { name: 'Yêu cầu liên kết' }),
  ).getAllByRole('listitem');
  expect(host.seen.requests.find(({ path }) => path === '/Task')).toMatchObject({
    service: 'fhir',
    method: 'GET',
    query: { patient: 'patient-main', 'group-identifier': 'request_link_profile' },
  });
  expect(waiting).toHaveTextContent(
    /Bệnh viện A.*Mã y tế: AD-1.*Mã khám bệnh: EX-2.*Số thẻ bảo hiểm y tế: GD-3.*Mã yêu cầu: 00123456.*Cập nhật lần cuối: .*20\/11\/2026.*Đang chờ/s,
  );
  expect(
    within(waiting!)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Nhập mã truy cập', 'Hủy yêu cầu']);
  expect(cancelled).toHaveTextContent('Đã hủy');
  expect(within(cancelled!).queryByRole('button')).toBeNull();
  expect(failed).toHaveTextContent('Không thể xử lý');
  // a failed request says why, and what to do
  expect(failed).toHaveTextContent(/không tìm thấy hồ sơ khớp với các mã này.*gửi yêu cầu mới/);
  expect(denied).toHaveTextContent(/Giấy tờ đã hết hạn/);
  expect(
    within(failed!)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Hủy yêu cầu']);
});

test('[CALL-41] a wrong code can be corrected in the dialog; the right one reads requests and record again', async () => {
  let isLinked = false;
  const host = await open('/link-profile', ({ method, path, body }) => {
    if (method === 'POST') {
      if ((body as { readonly code: string }).code !== '123456')
        throw new AppError({ code: 'InvalidToken', httpStatus: 400, source: 'MEDRECORD_ADMIN' });
      isLinked = true;
      return task('A', 'completed');
    }
    if (path === '/Task') return searchset([task('A', isLinked ? 'completed' : 'on-hold')]);
    if (path === '/Patient/patient-main')
      return {
        resourceType: 'Patient',
        id: 'patient-main',
        ...(isLinked && { link: [{ type: 'seealso', other: { reference: 'Patient/hospital-1' } }] }),
      };
    if (path === '/Patient/hospital-1/DiagnosticReport')
      return searchset([
        {
          resourceType: 'DiagnosticReport',
          id: 'r',
          status: 'final',
          code: { text: 'Siêu âm bụng' },
          effectiveDateTime: '2026-09-01',
          conclusion: 'Bình thường',
        },
      ]);
    return searchset([]);
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Nhập mã truy cập: Bệnh viện A' }));
  const dialog = within(screen.getByRole('dialog'));
  await proves('LINK-12', () => expect(dialog.getByText('Không nhận được mã')).toBeInTheDocument());
  const field = dialog.getByRole('textbox', { name: /Mã truy cập/ });
  const confirm = () => userEvent.click(dialog.getByRole('button', { name: 'Xác nhận' }));
  await userEvent.type(field, '12345');
  await confirm();
  expect(dialog.getByText('Mã truy cập gồm đúng 6 chữ số')).toBeInTheDocument();
  expect(posts(host)).toHaveLength(0);
  await userEvent.type(field, '0');
  await confirm();
  expect(await dialog.findByText('Mã không đúng hoặc đã hết hạn')).toBeInTheDocument();
  await userEvent.clear(field);
  await userEvent.type(field, '123 456');
  await proves('LINK-07', async () => {
    const reads = () => host.seen.requests.filter(({ path }) => path === '/Patient/patient-main').length;
    const before = reads();
    await confirm();
    expect(await screen.findByText('Hoàn thành')).toBeInTheDocument();
    await waitFor(() => expect(reads()).toBeGreaterThan(before));
  });
  expect(await screen.findByText('Siêu âm bụng')).toBeInTheDocument();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(posts(host).at(-1)).toMatchObject({
    path: '/patient-app/link-profile/phone-verify',
    body: { taskId: 'A', code: '123456' },
  });
});

test('a request that is not linked yet is named a request when it is taken back', async () => {
  const host = await open('/link-profile', ({ method, path }) =>
    method === 'POST'
      ? task('A', 'cancelled')
      : path === '/Task'
        ? searchset([task('A', 'requested')])
        : { resourceType: 'Patient', id: 'patient-main' },
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Hủy yêu cầu: Bệnh viện A' }));
  await userEvent.click(
    within(screen.getByRole('alertdialog', { name: 'Hủy yêu cầu liên kết với Bệnh viện A?' })).getByRole('button', {
      name: 'Hủy yêu cầu',
    }),
  );
  await waitFor(() => expect(host.seen.notices).toEqual([{ type: 'success', title: 'Đã hủy yêu cầu liên kết' }]));
});

test('[CALL-42, LINK-08] removing asks first, then reads the requests and the patient again', async () => {
  let status = 'completed';
  const host = await open('/link-profile', ({ method, path }) => {
    if (method === 'POST') {
      status = 'cancelled';
      return task('A', status);
    }
    return path === '/Task' ? searchset([task('A', status)]) : { resourceType: 'Patient', id: 'patient-main' };
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Hủy liên kết: Bệnh viện A' }));
  const question = within(screen.getByRole('alertdialog', { name: 'Hủy liên kết với Bệnh viện A?' }));
  expect(posts(host)).toHaveLength(0);
  const reads = () => host.seen.requests.filter(({ path }) => path === '/Patient/patient-main').length;
  const before = reads();
  await userEvent.click(question.getByRole('button', { name: 'Hủy liên kết' }));
  expect(await screen.findByText('Đã hủy')).toBeInTheDocument();
  expect(posts(host)).toEqual([
    expect.objectContaining({ path: '/patient-app/link-profile/remove', body: { taskId: 'A' } }),
  ]);
  await waitFor(() => expect(reads()).toBe(before + 1));
});

test('[ORG-01] the providers to ask are those of care, in the order of the answer, newest first', async () => {
  const provider = (id: string, name: string) => ({ resourceType: 'Organization', id, name });
  const host = await open('/link-profile-create', () =>
    searchset([provider('o2', 'Phòng khám Y'), provider('o1', 'Bệnh viện X')]),
  );
  const field = within(await screen.findByRole('combobox', { name: /Cơ sở y tế/ }));
  expect(
    field
      .getAllByRole('option')
      .map(({ textContent }) => textContent)
      .slice(-2),
  ).toEqual(['Phòng khám Y', 'Bệnh viện X']);
  expect(host.seen.requests.find(({ path }) => path === '/Organization')?.query).toMatchObject({
    type: 'prov',
    _sort: '-_lastUpdated',
  });
});

test('[NAV-15][CALL-40][CALL-81] a request is sent as a Task of the link group, and the list follows', async () => {
  // Opened from another screen than the list.
  const host = await open('/questionnaires', ({ method }) =>
    method === 'POST'
      ? task('new', 'on-hold')
      : searchset([{ resourceType: 'Organization', id: 'o1', name: 'Trung tâm Y khoa Ánh Dương' }]),
  );
  host.navigation.push('/link-profile-create');
  await proves('ROUTE-23', async () =>
    expect(await screen.findByRole('heading', { level: 1, name: 'Tạo yêu cầu liên kết hồ sơ' })).toBeInTheDocument(),
  );
  const send = async () => userEvent.click(await screen.findByRole('button', { name: 'Gửi yêu cầu' }));
  await send();
  expect(screen.getAllByText('Vui lòng chọn cơ sở y tế').length).toBeGreaterThan(0);
  expect(
    screen.getAllByText('Vui lòng nhập ít nhất một trong: mã y tế, mã khám bệnh, số thẻ bảo hiểm').length,
  ).toBeGreaterThan(0);
  expect(host.seen.requests.find(({ path }) => path === '/Organization')?.query).toMatchObject({
    type: 'prov',
    _sort: '-_lastUpdated',
  });

  await userEvent.selectOptions(screen.getByRole('combobox', { name: /Cơ sở y tế/ }), 'o1');
  await userEvent.type(screen.getByRole('textbox', { name: /Mã y tế/ }), 'AD-0314985');
  await send();
  await waitFor(() => expect(host.navigation.location.get().pathname).toBe('/link-profile'));
  expect(posts(host)).toEqual([
    expect.objectContaining({
      service: 'admin',
      path: '/patient-app/link-profile',
      body: {
        task: {
          resourceType: 'Task',
          status: 'requested',
          groupIdentifier: { value: 'request_link_profile' },
          for: { reference: 'Patient/patient-main' },
          owner: { reference: 'Organization/o1' },
          medicalId: 'AD-0314985',
        },
      },
    }),
  ]);
  await proves('LINK-11', () =>
    expect(host.seen.notices).toEqual([{ type: 'success', title: 'Đã gửi yêu cầu liên kết hồ sơ' }]),
  );
});

test('[LINK-10] for a relative both screens explain the way there is, and ask nothing of the server', async () => {
  for (const path of ['/link-profile', '/link-profile-create']) {
    const host = createFakeHost({ path, respond: () => searchset([]) });
    host.view(FAKE_MOTHER);
    await openPart(mountView, module, host);
    expect(await screen.findByText(/Chỉ liên kết được hồ sơ của chính bạn/)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Gia đình' })).toHaveAttribute('href', '/family');
    expect(host.seen.requests.filter(({ path: asked }) => asked === '/Task')).toHaveLength(0);
    expect(screen.queryByRole('button', { name: 'Gửi yêu cầu' })).toBeNull();
  }
});

test('a linked record names its hospital and is read-only, and its links stay in that record', async () => {
  const own = {
    resourceType: 'Patient',
    id: 'patient-main',
    link: [{ type: 'seealso', other: { reference: 'Patient/hospital-1' } }],
  };
  const encounter = {
    resourceType: 'Encounter',
    id: 'e1',
    status: 'in-progress',
    class: { code: 'F0H' },
    period: { start: '2026-09-01' },
    serviceProvider: { display: 'Bệnh viện A' },
  };
  const report = {
    resourceType: 'DiagnosticReport',
    id: 'r1',
    status: 'final',
    code: { coding: [{ code: 'board' }], text: 'Siêu âm bụng' },
    effectiveDateTime: '2026-09-01',
    presentedForm: [{ contentType: 'application/pdf', url: 'hospital-1/reports/a.pdf' }],
  };
  const respond: Responder = ({ path }) => {
    if (path === '/Patient/patient-main') return own;
    if (path === '/Patient/hospital-1')
      return { resourceType: 'Patient', id: 'hospital-1', managingOrganization: { display: 'Bệnh viện A' } };
    if (path === '/Patient/hospital-1/Encounter') return searchset([encounter]);
    return searchset(path === '/Patient/hospital-1/DiagnosticReport' ? [report] : []);
  };
  const list = await open('/link-profile', respond);
  expect(await screen.findByRole('link', { name: /Siêu âm bụng/ })).toHaveAttribute(
    'href',
    '/report-details?id=r1&linked=hospital-1',
  );
  expect(
    within(screen.getByRole('list', { name: 'Lần khám tại cơ sở đã liên kết' })).getByRole('link'),
  ).toHaveAttribute('href', '/encounter-details?id=e1&linked=hospital-1');

  expect(list.seen.requests.find(({ path }) => path === '/Patient/hospital-1/DiagnosticReport')?.query).toMatchObject({
    'status:not': 'registered',
  });

  const host = await open('/encounter-details/e1?linked=hospital-1', respond);
  expect(await screen.findByText('Hồ sơ của bạn tại Bệnh viện A')).toBeInTheDocument();
  expect(document.body).toHaveTextContent('bạn chỉ xem được, không sửa được');
  expect(screen.getByRole('link', { name: 'Quay lại' })).toHaveAttribute('href', '/link-profile');
  expect(await screen.findByRole('link', { name: 'Đánh giá nguy cơ' })).toHaveAttribute(
    'href',
    '/encounter-risk-assessment?encounterId=e1&linked=hospital-1',
  );
  expect(screen.queryByRole('link', { name: /Khai báo|Kết quả xét nghiệm/ })).toBeNull();
  expect(
    await within(await section(/^Xét nghiệm, hình ảnh/)).findByRole('link', { name: /Siêu âm bụng · Bệnh viện A/ }),
  ).toHaveAttribute('href', expect.stringMatching(/^\/pdf-viewer\?diagnosticReportId=r1.*&linked=hospital-1$/));
  expect(host.seen.requests.filter(({ path }) => path.startsWith('/Patient/patient-main/'))).toEqual([]);
});

test('reads no record that is not linked, and none while a relative is on screen', async () => {
  const respond: Responder = ({ path }) =>
    path === '/Patient/patient-main' ? { resourceType: 'Patient', id: 'patient-main' } : searchset([]);
  const host = await open('/encounter-details/e1?linked=hospital-1', respond);
  expect(await screen.findByText('Không tìm thấy lần khám này')).toBeInTheDocument();
  const mother = createFakeHost({ path: '/encounter-details/e1?linked=hospital-1', respond });
  mother.view(FAKE_MOTHER);
  await openPart(mountView, module, mother);
  await waitFor(() =>
    expect(mother.seen.requests.map(({ path }) => path)).toContain(`/Patient/${FAKE_MOTHER.id}/Encounter`),
  );
  for (const { seen } of [host, mother])
    expect(seen.requests.filter(({ path }) => path.includes('hospital-1'))).toEqual([]);
});
