import { screen, waitFor, within } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { AppError } from '@phr/contract/app-error';
import { mountView } from '@phr/module-kit/mount';
import { searchset } from '@phr/testing/dev-page';
import { createFakeHost, type FakeHost, type Responder } from '@phr/testing/fake-host';
import { openPart } from '@phr/testing/open-part';
import module from '../../module.ts';

const CVX = 'http://hl7.org/fhir/sid/cvx';
const OWN = {
  resourceType: 'Immunization',
  id: 'own',
  meta: { versionId: '1' },
  status: 'completed',
  patient: { reference: 'Patient/patient-main' },
  vaccineCode: { coding: [{ system: CVX, code: '88', display: 'Cúm mùa' }], text: 'Cúm mùa' },
  occurrenceDateTime: '2026-10-02',
  performer: [{ actor: { display: 'Trạm y tế' } }],
};
const THEIRS = {
  ...OWN,
  id: 'theirs',
  vaccineCode: { text: 'Zona' },
  performer: [{ actor: { reference: 'Organization/o', display: 'Bệnh viện X' } }],
};
const WORDS = [
  { resourceType: 'Concept', id: 'vaccine-45', code: '45', system: CVX, display: 'Viêm gan B', valueset: ['vaccine'] },
];

const answers =
  (others: Responder = () => ({}), more: readonly (typeof OWN)[] = []): Responder =>
  (request) => {
    const { method, path, query } = request;
    if (method !== 'GET') return others(request);
    if (path === '/Concept') return searchset(WORDS);
    return searchset([OWN, THEIRS, ...more].filter(({ id }) => query?.['_id'] === undefined || query['_id'] === id));
  };
const open = async (path: string, respond: Responder): Promise<FakeHost> => {
  const host = createFakeHost({
    path,
    respond,
    hrefOf: (name, params) => `/${name}${params?.['id'] === undefined ? '' : `/${params['id']}`}`,
  });
  await openPart(mountView, module, host);
  await screen.findByRole('heading', { level: 1 });
  return host;
};
const writes = (host: FakeHost) => host.seen.requests.filter(({ method }) => method !== 'GET');
const field = (name: RegExp) => screen.findByRole('textbox', { name });
const save = () => userEvent.click(screen.getByRole('button', { name: /^Lưu/ }));

test('[NAV-33][CALL-78] a vaccination is added once, told, and the list follows', async () => {
  const host = await open('/immunizations-create', answers());
  await proves('ROUTE-63', () =>
    expect(screen.getByRole('heading', { level: 1, name: 'Thêm mũi tiêm' })).toBeInTheDocument(),
  );
  await userEvent.click(await screen.findByRole('combobox', { name: /^Vắc xin/ }));
  await userEvent.click(await screen.findByRole('option', { name: /Viêm gan B/ }));
  await userEvent.type(await field(/^Ngày tiêm/), '2/10/2026');
  await userEvent.type(await field(/^Nơi tiêm/), 'Trạm y tế');
  await save();
  await waitFor(() => expect(host.navigation.location.get().pathname).toBe('/immunizations'));
  expect(writes(host)).toEqual([
    expect.objectContaining({
      service: 'fhir',
      method: 'POST',
      path: '/Immunization',
      idempotencyKey: expect.stringMatching(/^[0-9a-f-]{36}$/),
      body: expect.objectContaining({
        vaccineCode: { coding: [{ system: CVX, code: '45', display: 'Viêm gan B' }], text: 'Viêm gan B' },
        occurrenceDateTime: '2026-10-02',
      }),
    }),
  ]);
  await proves('NOTI-13', () => expect(host.seen.notices).toEqual([{ type: 'success', title: 'Đã thêm mũi tiêm' }]));
});

test('[IMM-02] what is missing is said at its field and on top', async () => {
  const host = await open('/immunizations-create', answers());
  await screen.findByRole('combobox', { name: /^Vắc xin/ });
  await save();
  const links = within(screen.getByRole('alert'))
    .getAllByRole('link')
    .map((link) => link.textContent);
  expect(links).toEqual(['Vui lòng chọn vắc xin', 'Vui lòng chọn ngày tiêm', 'Vui lòng nhập nơi tiêm']);
  expect(writes(host)).toEqual([]);
});

test('[ROUTE-64][NAV-33][CALL-78] edits a stored vaccination against the version that was read', async () => {
  const host = await open('/immunizations-edit/own', answers());
  expect(await field(/^Nơi tiêm/)).toHaveValue('Trạm y tế');
  expect(await field(/^Ngày tiêm/)).toHaveValue('02/10/2026');
  expect(await screen.findByRole('combobox', { name: /^Vắc xin/ })).toHaveValue('Cúm mùa');
  await userEvent.type(await field(/^Lô vắc xin/), 'FL1');
  await save();
  await waitFor(() => expect(host.navigation.location.get().pathname).toBe('/immunizations'));
  expect(writes(host)).toEqual([
    expect.objectContaining({
      method: 'PUT',
      path: '/Immunization/own',
      ifMatch: 'W/"1"',
      body: { ...OWN, lotNumber: 'FL1' },
    }),
  ]);
  await proves('NOTI-13', () =>
    expect(host.seen.notices).toEqual([{ type: 'success', title: 'Đã cập nhật mũi tiêm' }]),
  );
});

test('a conflicting change loads the new version on request and keeps what was typed', async () => {
  let version = '1';
  const host = await open('/immunizations-edit/own', (request) => {
    const { method, path } = request;
    if (method === 'GET' && path.endsWith('/Immunization'))
      return searchset([
        { ...OWN, meta: { versionId: version }, note: version === '2' ? [{ text: 'Sốt' }] : undefined },
      ]);
    return answers(() => {
      if (version === '2') return {};
      version = '2';
      throw new AppError({ code: 'CONFLICT', httpStatus: 412, source: 'FHIR_SERVER' });
    })(request);
  });
  await userEvent.type(await field(/^Lô vắc xin/), 'FL1');
  await save();
  await userEvent.click(await screen.findByRole('button', { name: 'Tải bản mới, giữ nội dung đã nhập' }));
  expect(
    await screen.findByText('Đã tải bản mới. Nội dung bạn nhập vẫn còn. Hãy xem lại rồi lưu.'),
  ).toBeInTheDocument();
  expect(await field(/^Lô vắc xin/)).toHaveValue('FL1');
  expect(await field(/^Ghi chú/)).toHaveValue('Sốt');
  await save();
  await waitFor(() => expect(writes(host).map(({ ifMatch }) => ifMatch)).toEqual(['W/"1"', 'W/"2"']));
  expect(writes(host)[1]?.body).toMatchObject({ lotNumber: 'FL1', note: [{ text: 'Sốt' }] });
});

test('a vaccination of a provider has no form, and an unknown one is said to be not found', async () => {
  await open('/immunizations-edit/theirs', answers());
  expect(await screen.findByText(/do cơ sở y tế ghi nên không sửa được ở đây/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Lưu/ })).toBeNull();
  await open('/immunizations-edit/unknown', answers());
  expect(await screen.findByText('Không tìm thấy mũi tiêm này')).toBeInTheDocument();
});

test('a stored month may stay; a vaccination not given can only be deleted', async () => {
  const month = { ...OWN, id: 'month', occurrenceDateTime: '2024-03' };
  const refused = { ...OWN, id: 'refused', status: 'not-done', vaccineCode: { coding: [], text: 'Uốn ván' } };
  const host = await open('/immunizations-edit/month', answers(undefined, [month]));
  expect(await field(/^Ngày tiêm/)).toHaveValue('03/2024');
  await userEvent.type(await field(/^Lô vắc xin/), 'FL1');
  await save();
  await waitFor(() => expect(writes(host).map(({ body }) => body)).toEqual([{ ...month, lotNumber: 'FL1' }]));
  await open('/immunizations', answers(undefined, [refused]));
  const row = within((await screen.findByText('Uốn ván')).closest('li') ?? document.body);
  expect(row.getByRole('button', { name: /^Xóa/ })).toBeInTheDocument();
  expect(row.queryByRole('link', { name: /^Chỉnh sửa/ })).toBeNull();
  await open('/immunizations-edit/refused', answers(undefined, [refused]));
  expect(await screen.findByText(/Mũi này được ghi là không tiêm/)).toBeInTheDocument();
});

test("[NAV-33][CALL-23] only one's own can be changed or deleted; a deletion asks by name", async () => {
  const host = await open(
    '/immunizations',
    answers(() => ({ id: 'own' })),
  );
  expect(await screen.findByRole('link', { name: 'Chỉnh sửa: Cúm mùa, 02/10/2026' })).toHaveAttribute(
    'href',
    '/immunizations-edit/own',
  );
  await userEvent.click(screen.getByRole('button', { name: /^Xóa/ }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Xóa mũi tiêm "Cúm mùa, 02/10/2026"?' }));
  await userEvent.click(question.getByRole('button', { name: 'Xóa' }));
  await waitFor(() => expect(host.seen.notices).toEqual([{ type: 'success', title: 'Đã xóa mũi tiêm' }]));
  expect(writes(host)).toEqual([
    expect.objectContaining({ service: 'phr', method: 'DELETE', path: '/api/phr/immunization/own' }),
  ]);
  expect(host.navigation.location.get().pathname).toBe('/immunizations');
  await waitFor(() => expect(host.seen.requests.filter(({ path }) => path.endsWith('/Immunization'))).toHaveLength(2));
});
