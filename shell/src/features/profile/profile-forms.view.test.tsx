import { AppError } from '@phr/contract/app-error';
import type { ServiceRequest } from '@phr/contract/host-api';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { createFakeShell, type FakeShellOptions, renderIn } from '../../testing/fake-shell.tsx';
import { ContactScreen } from './contact.view.tsx';
import { CreateProfileScreen } from './create-profile.view.tsx';
import { CreateRelatedProfileScreen } from './create-related-profile.view.tsx';
import { ProfileScreen } from './profile.view.tsx';
import { UpdateProfileScreen } from './update-profile.view.tsx';

const STORED = {
  resourceType: 'Patient',
  id: 'patient-main',
  name: [{ text: 'TRẦN MINH CHÂU' }],
  birthDate: '1985-03-14',
  gender: 'female',
  telecom: [{ system: 'phone', value: '84901234567', use: 'mobile' }],
  address: [{ line: ['12', 'Nguyễn Thái Học', 'Kim Mã'], district: 'Quận Ba Đình', city: 'Hà Nội', country: 'VN' }],
  link: [{ type: 'seealso', other: { reference: 'RelatedPerson/7' } }],
  contact: [
    {
      name: { text: 'LÊ NAM' },
      relationship: [{ coding: [{ code: 'C' }] }],
      telecom: [{ system: 'phone', value: '84987654321' }],
    },
  ],
};
const OCCUPATIONS = {
  resourceType: 'Bundle',
  type: 'searchset',
  entry: [
    {
      resource: {
        resourceType: 'Concept',
        code: '017',
        display: 'Bác sĩ',
        designation: [
          { language: 'vi', value: 'Bác sĩ' },
          { language: 'en', value: 'Physician' },
        ],
      },
    },
  ],
};

/** The services these forms use; `answer` overrides single calls. */
const services =
  (answer: (request: ServiceRequest) => unknown = () => undefined) =>
  (request: ServiceRequest): unknown => {
    const given = answer(request);
    if (given !== undefined) return given;
    if (request.path === '/cities')
      return [
        { name: 'Hà Nội', levels: 3 },
        { name: 'Cao Bằng', levels: 2 },
      ];
    if (request.path === '/districts/cityname') return [{ name: 'Quận Ba Đình' }, { name: 'Quận Tây Hồ' }];
    if (request.path === '/Concept') return OCCUPATIONS;
    if (request.path.startsWith('/Patient') || request.path === '/User')
      return request.method === 'GET' ? STORED : { ...STORED, ...(request.body as object), id: 'patient-main' };
    if (request.path.endsWith('/create-family-member')) return { patient: { ...STORED, id: 'patient-new' } };
    return undefined;
  };

async function open(view: ReactNode, options: FakeShellOptions = {}) {
  const made = await createFakeShell({ respond: services(), ...options });
  renderIn(made.shell, view);
  const writes = () => made.host.seen.requests.filter(({ method }) => method !== 'GET');
  const toasts = () => made.shell.notifications.toaster.toasts().map(({ title }) => title);
  return { ...made, writes, toasts };
}

/** Sets a value at once: these tests are not about typing. */
const put = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

async function pick(label: string, typed: string, chosen: string): Promise<void> {
  await waitFor(() => expect(screen.getByLabelText(label, { selector: 'input' })).toBeEnabled());
  fireEvent.click(screen.getByLabelText(label, { selector: 'input' }));
  put(screen.getByLabelText(label, { selector: 'input' }), typed);
  fireEvent.keyDown(screen.getByLabelText(label, { selector: 'input' }), { key: 'ArrowDown' });
  fireEvent.click(await screen.findByRole('option', { name: chosen }));
}

async function fillProfile(): Promise<void> {
  put(await screen.findByRole('textbox', { name: 'Họ và tên' }), 'đặng  thị hồng');
  put(screen.getByRole('textbox', { name: 'Ngày sinh' }), '2/6/1990');
  fireEvent.click(screen.getByRole('radio', { name: 'Nữ' }));
  put(screen.getByRole('textbox', { name: 'Số điện thoại' }), '0912345678');
  await pick('Tỉnh/Thành phố', 'ha noi', 'Hà Nội');
  await pick('Quận/Huyện (địa chỉ cũ)', 'ba dinh', 'Quận Ba Đình');
  put(screen.getByRole('textbox', { name: 'Phường/Xã' }), 'Kim Mã');
  put(screen.getByRole('textbox', { name: 'Đường/Phố' }), 'Nguyễn Thái Học');
  put(screen.getByRole('textbox', { name: 'Số nhà' }), '12');
}
const MISSING: FakeShellOptions = { path: '/create-profile', patient: 'missing', details: [] };
const create = () => userEvent.click(screen.getByRole('button', { name: /^Tạo hồ sơ/ }));

test('[NAV-08, PROF-32, PROF-11] creates the main profile, finding places without accents', async () => {
  const { host, seen, writes, toasts } = await open(<CreateProfileScreen />, MISSING);
  expect(await screen.findByRole('textbox', { name: 'Số điện thoại' })).toHaveValue('0901 234 567');
  await fillProfile();
  await pick('Nghề nghiệp (không bắt buộc)', 'bac si', 'Bác sĩ');
  await create();
  await waitFor(() => expect(host.seen.visits).toEqual(['/dashboard']));
  expect(writes().map(({ path }) => path)).toEqual(['/User', '/Patient']);
  expect(writes()[1]?.body).toMatchObject({
    name: [{ text: 'ĐẶNG THỊ HỒNG', family: 'HỒNG' }],
    birthDate: '1990-06-02',
    gender: 'female',
    telecom: [{ value: '84912345678' }],
    address: [{ city: 'Hà Nội', district: 'Quận Ba Đình', line: ['12', 'Nguyễn Thái Học', 'Kim Mã'] }],
    extension: [{ valueCodeableConcept: { coding: [{ code: '017', display: 'Bác sĩ' }] } }],
  });
  expect(seen.reloads).toBe(1);
  expect(toasts()).toEqual(['Tạo hồ sơ thành công']);
});

test.each([
  [
    'NAV-06',
    { registerOrg: '7', sharedOrg: '8', codeType: 'F0H', encounterType: 'SS', enrollmentCode: 'E1' },
    ['organisation', { ro: '7', so: '8', encounterType: 'F0H' }],
  ],
  ['NAV-07', { enrollmentCode: 'E1', codeType: 'F0H', orgCode: 'O1' }, ['programme', { e: 'E1', t: 'F0H', o: 'O1' }]],
] as const)('[%s] after the profile the person goes on to what the sign-up was for', async (_id, params, step) => {
  const made = await createFakeShell({ ...MISSING, respond: services() });
  const steps: unknown[] = [];
  made.shell.accountMemory.keepParams('0901234567', params);
  renderIn(
    {
      ...made.shell,
      navigation: {
        ...made.shell.navigation,
        hrefOf: (...asked) => {
          steps.push(asked);
          return '/next';
        },
      },
    },
    <CreateProfileScreen />,
  );
  await fillProfile();
  await create();
  await waitFor(() => expect(made.host.seen.visits).toEqual(['/next']));
  expect(steps).toEqual([step]);
  expect(made.shell.accountMemory.takeParams('0901234567')).toEqual({});
});

test('[PROF-01] [PROF-04] an empty form says what is missing, keeps the summary focused, sends nothing', async () => {
  const { writes } = await open(<CreateProfileScreen />, MISSING);
  await screen.findByRole('textbox', { name: 'Họ và tên' });
  await create();
  const summary = await screen.findByRole('alert');
  expect(summary).toHaveFocus();
  await userEvent.click(within(summary).getByRole('link', { name: 'Vui lòng nhập ngày sinh' }));
  expect(screen.getByRole('textbox', { name: 'Ngày sinh' })).toHaveFocus();
  expect(writes()).toEqual([]);
});

test('[PROF-11] a city of two levels shows the district as not applicable and can be saved', async () => {
  const { writes } = await open(<CreateProfileScreen />, MISSING);
  await fillProfile();
  put(screen.getByLabelText('Tỉnh/Thành phố', { selector: 'input' }), '');
  await pick('Tỉnh/Thành phố', 'cao bang', 'Cao Bằng');
  expect(await screen.findByDisplayValue('Không áp dụng')).toBeInTheDocument();
  await create();
  await waitFor(() => expect(writes()).toHaveLength(2));
  expect(writes()[1]?.body).toMatchObject({
    address: [{ city: 'Cao Bằng', district: '-', text: '12, Nguyễn Thái Học, Kim Mã, Cao Bằng' }],
  });
});

/** The two-level directory: wards, and current names of old ones. */
const TWO_LEVELS = services(({ path, query }) => {
  if (path === '/cities')
    return [
      { name: 'Hà Nội', levels: 2 },
      { name: 'Cao Bằng', levels: 2 },
    ];
  if (path === '/wards/cityname')
    return query?.['cityName'] === 'Hà Nội' ? [{ name: 'Phường Ba Đình' }, { name: 'Phường Ngọc Hà' }] : [];
  if (path === '/wards/successors')
    return query?.['districtName'] === 'Quận Ba Đình' ? [{ name: 'Phường Ngọc Hà', cityName: 'Hà Nội' }] : [];
  return undefined;
});

// jsdom has no layout
beforeAll(() => {
  Element.prototype.scrollIntoView = () => undefined;
});

test('in a city of two levels the ward is found without accents, and what the list does not have is typed', async () => {
  const { writes } = await open(<CreateProfileScreen />, { ...MISSING, respond: TWO_LEVELS });
  put(await screen.findByRole('textbox', { name: 'Họ và tên' }), 'HỒNG');
  put(screen.getByRole('textbox', { name: 'Ngày sinh' }), '2/6/1990');
  put(screen.getByRole('textbox', { name: 'Đường/Phố' }), 'Nguyễn Thái Học');
  put(screen.getByRole('textbox', { name: 'Số nhà' }), '12');
  await pick('Tỉnh/Thành phố', 'ha noi', 'Hà Nội');
  await pick('Phường/Xã', 'ba dinh', 'Phường Ba Đình');
  expect(screen.getByLabelText('Phường/Xã', { selector: 'input' })).toHaveValue('Phường Ba Đình');
  put(screen.getByLabelText('Phường/Xã', { selector: 'input' }), 'Phường Mới');
  fireEvent.blur(screen.getByLabelText('Phường/Xã', { selector: 'input' }));
  await create();
  await waitFor(() => expect(writes()).toHaveLength(2));
  expect(writes()[1]?.body).toMatchObject({
    address: [{ city: 'Hà Nội', district: '-', line: ['12', 'Nguyễn Thái Học', 'Phường Mới'] }],
  });
});

test("an address with a district shows its ward's name since July 2025, taken only on request", async () => {
  const { writes } = await open(<UpdateProfileScreen />, { path: '/update-profile', respond: TWO_LEVELS });
  expect(
    await screen.findByText(
      'Kim Mã, Quận Ba Đình nay thuộc phường, xã dưới đây. Bấm để dùng tên mới, hoặc giữ nguyên địa chỉ cũ.',
    ),
  ).toBeInTheDocument();
  expect(screen.getByLabelText('Phường/Xã', { selector: 'input' })).toHaveValue('Kim Mã');
  fireEvent.click(screen.getByRole('button', { name: 'Phường Ngọc Hà, Hà Nội' }));
  expect(screen.getByLabelText('Phường/Xã', { selector: 'input' })).toHaveValue('Phường Ngọc Hà');
  expect(screen.queryByText(/nay thuộc/)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Lưu' }));
  await waitFor(() => expect(writes()).toHaveLength(1));
  expect(writes()[0]?.body).toMatchObject({
    address: [{ city: 'Hà Nội', district: '-', line: ['12', 'Nguyễn Thái Học', 'Phường Ngọc Hà'] }],
  });
});

test('without the directory of places city and district are typed', async () => {
  const { writes } = await open(<CreateProfileScreen />, {
    ...MISSING,
    respond: services(({ path }) => {
      if (path === '/cities') throw new AppError({ code: 'NETWORK' });
      return undefined;
    }),
  });
  await waitFor(() =>
    expect(screen.getByRole('textbox', { name: 'Tỉnh/Thành phố' })).not.toHaveAttribute('aria-autocomplete'),
  );
  put(screen.getByRole('textbox', { name: 'Tỉnh/Thành phố' }), 'Huế');
  expect(screen.getByRole('textbox', { name: 'Quận/Huyện (địa chỉ cũ)' })).toBeEnabled();
  expect(writes()).toEqual([]);
});

test('a refusal keeps the form and is told; a second try after a lost answer has the same key', async () => {
  let calls = 0;
  const { host, writes } = await open(<CreateProfileScreen />, {
    ...MISSING,
    respond: services(({ method, path }) => {
      if (method === 'POST' && path === '/Patient' && (calls += 1) === 1) throw new AppError({ code: 'TIMEOUT' });
      return undefined;
    }),
  });
  await fillProfile();
  await create();
  expect(await screen.findByText('Yêu cầu mất quá nhiều thời gian. Vui lòng thử lại.')).toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: 'Họ và tên' })).toHaveValue('đặng  thị hồng');
  await create();
  await waitFor(() => expect(host.seen.visits).toEqual(['/dashboard']));
  const keys = writes()
    .filter(({ path }) => path === '/Patient')
    .map(({ idempotencyKey }) => idempotencyKey);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});

test('[NAV-09] [PROF-32] [ROUTE-17] an update keeps hidden fields, is bound to its version, and goes back', async () => {
  const { host, writes, toasts, seen } = await open(<UpdateProfileScreen />, { path: '/update-profile' });
  const name = await screen.findByRole('textbox', { name: 'Họ và tên' });
  expect(name).toHaveValue('TRẦN MINH CHÂU');
  expect(screen.getByRole('textbox', { name: 'Ngày sinh' })).toHaveValue('14/03/1985');
  expect(screen.getByText(/Cho: TRẦN MINH CHÂU/)).toBeInTheDocument();
  put(screen.getByRole('textbox', { name: /^Email/ }), 'chau@example.vn');
  await userEvent.click(screen.getByRole('button', { name: /^Lưu/ }));
  await waitFor(() => expect(host.seen.visits).toEqual(['/profile']));
  expect(writes()).toMatchObject([
    {
      method: 'PUT',
      path: '/Patient/patient-main',
      body: {
        link: STORED.link,
        contact: STORED.contact,
        telecom: [{ value: '84901234567' }, { system: 'email', value: 'chau@example.vn' }],
      },
    },
  ]);
  expect(toasts()).toEqual(['Cập nhật hồ sơ thành công']);
  expect(seen.reloads).toBe(1);
});

describe('a record that was changed elsewhere meanwhile', () => {
  /** A record server whose first write hits a concurrent change: a new e-mail and another first contact person. */
  function changedElsewhere() {
    let isChanged = false;
    return services(({ method, path }) => {
      if (!path.startsWith('/Patient/')) return undefined;
      if (method === 'PUT' && !isChanged) {
        isChanged = true;
        throw new AppError({ code: 'CONFLICT', httpStatus: 412, source: 'FHIR_SERVER' });
      }
      return method === 'GET' && isChanged
        ? {
            ...STORED,
            telecom: [...STORED.telecom, { system: 'email', value: 'moi@example.vn' }],
            contact: [{ name: { text: 'TRẦN BÌNH' } }, ...STORED.contact],
          }
        : undefined;
    });
  }

  test('[UX-33] [UX-34] a conflict is told; the new version loads, what was typed stays, and both are saved', async () => {
    const { host, writes } = await open(<UpdateProfileScreen />, {
      path: '/update-profile',
      respond: changedElsewhere(),
    });
    put(await screen.findByRole('textbox', { name: /^Mã số bảo hiểm xã hội/ }), 'SB9');
    await userEvent.click(screen.getByRole('button', { name: /^Lưu/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Tải bản mới, giữ nội dung đã nhập' }));
    expect(
      await screen.findByText('Đã tải bản mới. Nội dung bạn nhập vẫn còn. Hãy xem lại rồi lưu.'),
    ).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: /^Email/ })).toHaveValue('moi@example.vn');
    expect(screen.getByRole('textbox', { name: /^Mã số bảo hiểm xã hội/ })).toHaveValue('SB9');
    await userEvent.click(screen.getByRole('button', { name: /^Lưu/ }));
    await waitFor(() => expect(host.seen.visits).toEqual(['/profile']));
    expect(writes().at(-1)?.body).toMatchObject({
      identifier: [{ value: 'SB9' }],
      telecom: [{}, { value: 'moi@example.vn' }],
    });
  });

  test('a contact person who stands elsewhere in the list now is the one that is changed', async () => {
    const { host, writes } = await open(<ContactScreen />, {
      path: '/update-patient-contactor?index=0',
      respond: changedElsewhere(),
    });
    put(await screen.findByRole('textbox', { name: 'Số điện thoại' }), '0911222333');
    await userEvent.click(screen.getByRole('button', { name: /^Lưu/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Tải bản mới, giữ nội dung đã nhập' }));
    await screen.findByText(/^Đã tải bản mới/);
    await userEvent.click(screen.getByRole('button', { name: /^Lưu/ }));
    await waitFor(() => expect(host.seen.visits).toEqual(['/profile']));
    expect(writes().at(-1)?.body).toMatchObject({
      contact: [{ name: { text: 'TRẦN BÌNH' } }, { name: { text: 'LÊ NAM' }, telecom: [{ value: '84911222333' }] }],
    });
  });
});

test('what was typed for one person is kept as a draft of that person', async () => {
  const { host } = await open(<UpdateProfileScreen />, { path: '/update-profile' });
  put(await screen.findByRole('textbox', { name: /^Mã số bảo hiểm xã hội/ }), 'SB9');
  await waitFor(() => expect(host.keptDrafts.get('update-profile patient-main')?.value).toMatchObject({ sb: 'SB9' }));
});

test('[FAM-08, FAM-09] creates a member with the relationship, and without a card nothing else', async () => {
  const { host, writes, seen } = await open(<CreateRelatedProfileScreen />, { path: '/create-related-profile' });
  await pick('Người này là gì của bạn', 'me', 'Mẹ');
  await fillProfile();
  await userEvent.click(screen.getByRole('button', { name: /^Thêm thành viên/ }));
  await waitFor(() => expect(host.seen.visits).toEqual(['/family']));
  await proves('FAM-07', () =>
    expect(writes()).toMatchObject([
      {
        path: '/patient-app/related-person/create-family-member',
        body: { relationship: 'NMTH', patient: { name: [{ text: 'ĐẶNG THỊ HỒNG' }] } },
      },
    ]),
  );
  expect(seen.reloads).toBe(1);
});

test('[PROF-06] a relative’s number and address are the owner’s at first, said so, and can be changed', async () => {
  const { writes } = await open(<CreateRelatedProfileScreen />, { path: '/create-related-profile' });
  expect(await screen.findByText(/đã điền theo hồ sơ của bạn.*không dùng để đăng nhập/)).toBeInTheDocument();
  const field = (name: string) => screen.getByRole('textbox', { name });
  expect(field('Số điện thoại')).toHaveValue('0901 234 567');
  expect(field('Phường/Xã')).toHaveValue('Kim Mã');
  expect(field('Họ và tên')).toHaveValue('');
  await pick('Người này là gì của bạn', 'me', 'Mẹ');
  put(field('Họ và tên'), 'đặng thị hồng');
  put(field('Ngày sinh'), '2/6/1958');
  put(field('Số nhà'), '15');
  await userEvent.click(screen.getByRole('button', { name: /^Thêm thành viên/ }));
  await waitFor(() => expect(writes()).toHaveLength(1));
  expect(writes()[0]?.body).toMatchObject({
    patient: {
      telecom: [{ system: 'phone', value: '84901234567' }],
      address: [{ line: ['15', 'Nguyễn Thái Học', 'Kim Mã'], district: 'Quận Ba Đình', city: 'Hà Nội' }],
    },
  });
});

test('an owner whose profile cannot be read lends nothing, and the form is there', async () => {
  await open(<CreateRelatedProfileScreen />, {
    path: '/create-related-profile',
    respond: services(({ path }) => {
      if (path.startsWith('/Patient')) throw new AppError({ httpStatus: 500 });
      return undefined;
    }),
  });
  expect(await screen.findByRole('textbox', { name: 'Số điện thoại' })).toHaveValue('');
  expect(screen.queryByText(/đã điền theo hồ sơ của bạn/)).toBeNull();
});

test('[PROF-11] a directory of two levels has no district before a city is chosen, either', async () => {
  await open(<CreateProfileScreen />, {
    ...MISSING,
    respond: services(({ path }) => (path === '/cities' ? [{ name: 'Cao Bằng', levels: 2 }] : undefined)),
  });
  expect(await screen.findByDisplayValue('Không áp dụng')).toBeInTheDocument();
});

test('[FAM-08] [CALL-77] creates a coverage only for a given card; if it fails the member stays', async () => {
  const { host, writes, toasts } = await open(<CreateRelatedProfileScreen />, {
    path: '/create-related-profile',
    respond: services(({ path }) => {
      if (path === '/Coverage') throw new AppError({ httpStatus: 500 });
      return undefined;
    }),
  });
  await pick('Người này là gì của bạn', 'me', 'Mẹ');
  await fillProfile();
  put(screen.getByRole('textbox', { name: /^Số thẻ bảo hiểm/ }), 'DN401');
  await userEvent.click(screen.getByRole('button', { name: /^Thêm thành viên/ }));
  await waitFor(() => expect(host.seen.visits).toEqual(['/family']));
  expect(writes()[1]).toMatchObject({
    path: '/Coverage',
    body: { subscriberId: 'DN401', beneficiary: { reference: 'Patient/patient-new' } },
  });
  expect(toasts()).toEqual(
    expect.arrayContaining(['Đã thêm thành viên, nhưng chưa lưu được số thẻ bảo hiểm', 'Tạo hồ sơ thành công']),
  );
});

test('[PROF-30] [ROUTE-18] a contact person is added, and one is changed by its place', async () => {
  const added = await open(<ContactScreen />, { path: '/update-patient-contactor' });
  put(await screen.findByRole('textbox', { name: 'Họ và tên' }), 'võ thị tư');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Mối quan hệ' }), 'Người sử dụng lao động');
  put(screen.getByRole('textbox', { name: 'Số điện thoại' }), '0911222333');
  await userEvent.click(screen.getByRole('button', { name: /^Lưu/ }));
  await waitFor(() => expect(added.host.seen.visits).toEqual(['/profile']));
  expect(added.writes()).toMatchObject([
    {
      method: 'PUT',
      body: {
        contact: [
          { name: { text: 'LÊ NAM' } },
          { name: { text: 'VÕ THỊ TƯ' }, relationship: [{ coding: [{ code: 'E' }] }] },
        ],
      },
    },
  ]);
});

test('[PROF-30] [PROF-12] shows a person at a place, requires the relationship, asks before removal', async () => {
  const { host, writes } = await open(<ContactScreen />, { path: '/update-patient-contactor?index=0' });
  expect(await screen.findByRole('textbox', { name: 'Họ và tên' })).toHaveValue('LÊ NAM');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Mối quan hệ' }), '');
  await userEvent.click(screen.getByRole('button', { name: /^Lưu/ }));
  expect(screen.getByRole('combobox', { name: 'Mối quan hệ' })).toHaveAccessibleDescription(
    /Vui lòng chọn mối quan hệ/,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Xóa người liên hệ' }));
  const question = await screen.findByRole('alertdialog', { name: 'Xóa người liên hệ LÊ NAM?' });
  await userEvent.click(within(question).getByRole('button', { name: 'Xóa' }));
  await waitFor(() => expect(host.seen.visits).toEqual(['/profile']));
  expect(writes()[0]?.body).not.toHaveProperty('contact');
});

test('a place that is not in the list says so', async () => {
  await open(<ContactScreen />, { path: '/update-patient-contactor?index=9' });
  expect(await screen.findByText('Không còn người liên hệ này')).toBeInTheDocument();
});

test.each([
  [true, 'Đã xác thực', false],
  [false, 'Chưa xác thực', true],
])('[PROF-31] with a number confirmed: %s, the profile says "%s"', async (phoneNumberVerified, words, offers) => {
  await open(<ProfileScreen />, { path: '/profile', user: { phoneNumberVerified } });
  expect(screen.getByText(words)).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Xác thực ngay' }) !== null).toBe(offers);
  expect(await screen.findByRole('link', { name: 'Chỉnh sửa: LÊ NAM' })).toHaveAttribute(
    'href',
    '/update-patient-contactor?index=0',
  );
});

test.each([
  [true, 1],
  [false, 0],
])(
  'a record that the account may change: %s, offers its change, or says that it may only be looked at',
  async (mayWrite, ways) => {
    const person = {
      id: 'patient-main',
      name: 'TRẦN MINH CHÂU',
      relationship: 'ONESELF',
      relatedPersonIds: [],
      mayWrite,
    };
    await open(<ProfileScreen />, { path: '/profile', details: [person] });
    await screen.findByText('LÊ NAM');
    for (const name of ['Cập nhật hồ sơ', 'Thêm người liên hệ', 'Chỉnh sửa: LÊ NAM'])
      expect(screen.queryAllByRole('link', { name })).toHaveLength(ways);
    expect(screen.queryAllByText('Bạn chỉ được xem hồ sơ này, không sửa được.')).toHaveLength(1 - ways);
  },
);

test('a contact person who cannot be removed stays, and why is told', async () => {
  const { host } = await open(<ContactScreen />, {
    path: '/update-patient-contactor?index=0',
    respond: services(({ method }) => {
      if (method === 'PUT') throw new AppError({ code: 'ACCESS_DENIED', httpStatus: 403 });
      return undefined;
    }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Xóa người liên hệ' }));
  const question = await screen.findByRole('alertdialog');
  await userEvent.click(within(question).getByRole('button', { name: 'Xóa' }));
  expect(await within(question).findByRole('alert')).toHaveTextContent('Bạn không có quyền truy cập');
  expect(host.seen.visits).toEqual([]);
});

test.each([
  ['/update-profile', <UpdateProfileScreen />],
  ['/update-patient-contactor?index=0', <ContactScreen />],
])('%s of a record that may only be looked at offers no form', async (path, view) => {
  await open(view, {
    path,
    details: [
      { id: 'patient-main', name: 'TRẦN MINH CHÂU', relationship: 'ONESELF', relatedPersonIds: [], mayWrite: false },
    ],
  });
  expect(screen.getByText('Bạn chỉ được xem hồ sơ này, không sửa được.')).toBeInTheDocument();
  expect(screen.queryByRole('textbox')).toBeNull();
});
