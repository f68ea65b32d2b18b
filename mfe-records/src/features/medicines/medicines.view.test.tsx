/** @jest-environment ./shared/build/src/jest-browser.cjs */
import { AppError } from '@phr/contract/app-error';
import { mountView } from '@phr/module-kit/mount';
import { searchset } from '@phr/testing/dev-page';
import { createFakeHost, type FakeHost } from '@phr/testing/fake-host';
import { openPart } from '@phr/testing/open-part';
import { dayOf, deviceZone } from '@phr/time/zone';
import { add } from '@phr/time/plain-date';
import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import module from '../../module.ts';
import { allergy, OWN, recorded, statement } from './samples.test-support.ts';

type Rows = { readonly [key: string]: unknown }[];
interface Opened {
  readonly host: FakeHost;
  readonly rows: Rows;
}

beforeAll(() => {
  Element.prototype.scrollIntoView = () => undefined;
});

/** Opens a screen over rows that writes modify, like a server. */
async function open(path: string, rows: Rows, locale: 'vi-VN' | 'en-US' = 'vi-VN'): Promise<Opened> {
  const host = createFakeHost({
    path,
    settings: { locale },
    hrefOf: (name, params = {}) => `/${name}?${new URLSearchParams(params).toString()}`,
    respond: ({ method, path: address, body, query }) => {
      const type = address.split('/')[method === 'GET' ? 3 : 1] ?? '';
      const id = method === 'GET' ? query?.['_id'] : address.split('/')[2];
      if (method === 'POST') {
        const made = { ...(body as object), id: `new${rows.length}`, meta: OWN };
        rows.push({ resourceType: type, ...made });
        return made;
      }
      if (method === 'GET')
        return searchset(rows.filter((row) => row['resourceType'] === type && (id === undefined || row['id'] === id)));
      const index = rows.findIndex((row) => row['id'] === id);
      rows.splice(index, 1, ...(method === 'PUT' ? [body as Rows[number]] : []));
      return body ?? {};
    },
  });
  await openPart(mountView, module, host);
  return { host, rows };
}

const today = () => dayOf(Date.now(), deviceZone());
const press = async (name: RegExp | string) => userEvent.click(await screen.findByRole('button', { name }));
const writes = (host: FakeHost) => host.seen.requests.filter(({ method }) => method !== 'GET');
const METFORMIN = () => statement('m1', 'Metformin 500 mg', { times: ['00:00', '23:59'], count: 100 });

test('a dose of today is recorded by one press, and taken back by another', async () => {
  const { host, rows } = await open('/medicines', [METFORMIN()]);
  const morning = await screen.findByRole('list', { name: 'Hôm nay: Sáng' });
  expect(morning).toHaveTextContent(/00:00 · Metformin 500 mg/);
  await press('Đã uống: Metformin 500 mg, 00:00');
  expect(await screen.findByText('Đã ghi: Metformin 500 mg, 00:00')).toBeInTheDocument();
  expect(rows).toHaveLength(2);
  expect(rows[1]).toMatchObject({
    status: 'completed',
    identifier: [{}, { system: 'https://phr.example/dose', value: `m1/${today()}T00:00` }],
  });
  await waitFor(() => expect(within(morning).queryByRole('button', { name: /^Đã uống/ })).toBeNull());
  await press('Hoàn tác');
  expect(await screen.findByText('Đã bỏ lần ghi vừa rồi')).toBeInTheDocument();
  expect(rows).toHaveLength(1);
  expect(writes(host).map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /MedicationAdministration',
    'DELETE /MedicationAdministration/new1',
  ]);
  expect(await screen.findByRole('button', { name: 'Đã uống: Metformin 500 mg, 00:00' })).toBeInTheDocument();
});

test('a dose that another carer has recorded meanwhile is told with time and name, and is not taken back', async () => {
  const other = recorded('d9', 'm1', `${today()}T00:00`, { effectiveDateTime: `${today()}T00:04:00+07:00` });
  const host = createFakeHost({
    path: '/medicines',
    respond: ({ method, path }) =>
      method === 'POST' ? other : searchset(path.endsWith('/MedicationStatement') ? [METFORMIN()] : []),
  });
  await openPart(mountView, module, host);
  await press('Đã uống: Metformin 500 mg, 00:00');
  expect(await screen.findByText(/^Đã ghi .* – CHÂU$/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Hoàn tác' })).toBeNull();
});

test('a dose is skipped with a reason, and nothing on the screen blames', async () => {
  const { rows } = await open('/medicines', [METFORMIN()]);
  await press('Bỏ qua: Metformin 500 mg, 00:00');
  await userEvent.click(await screen.findByRole('radio', { name: 'Thấy khó chịu' }));
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Bỏ qua' }));
  await waitFor(() => expect(rows).toHaveLength(2));
  expect(rows[1]).toMatchObject({ status: 'not-done', statusReason: [{ text: 'Thấy khó chịu' }] });
  expect(await screen.findByText(/^Thấy khó chịu/)).toBeInTheDocument();
  expect(document.body.textContent).not.toMatch(/quên/i);
});

test('later a dose is named a mistake: asked first, and its planned time is free again', async () => {
  const { rows } = await open('/medicines', [METFORMIN(), recorded('d1', 'm1', `${today()}T00:00`)]);
  expect(await screen.findByText(/CHÂU ghi/)).toBeInTheDocument();
  await press('Ghi nhầm: Metformin 500 mg, 00:00');
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Ghi nhầm' }));
  await waitFor(() => expect(rows[1]).toMatchObject({ id: 'd1', status: 'entered-in-error' }));
  expect(rows[1]).not.toHaveProperty('identifier');
  expect(await screen.findByRole('button', { name: 'Đã uống: Metformin 500 mg, 00:00' })).toBeInTheDocument();
});

test('without a network a dose named a mistake says that it waits', async () => {
  const { host } = await open('/medicines', [METFORMIN(), recorded('d1', 'm1', `${today()}T00:00`)]);
  await press('Ghi nhầm: Metformin 500 mg, 00:00');
  host.setOffline(true);
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Ghi nhầm' }));
  await waitFor(() => expect(host.waiting.get()).toHaveLength(1));
  expect(host.seen.notices).toEqual([{ type: 'info', title: 'Đã giữ trên máy. Sẽ gửi khi có mạng.' }]);
});

test('in use, stopped, and what an allergy on record says of it', async () => {
  const stopped = statement('m2', 'Losartan 50 mg', { more: { status: 'stopped' } });
  const few = statement('m3', 'Amoxicillin 500 mg', {
    times: ['12:00'],
    count: 3,
    confirmed: `${add(today(), { days: -1 })}T20:00:00+07:00`,
  });
  const proposal = statement('m4', 'Amlodipin 5 mg', { times: ['07:00'], confirmed: null });
  await open('/medicines', [few, proposal, stopped, allergy('Penicillin', { criticality: 'high' })]);
  expect(await screen.findByRole('heading', { name: 'Đang dùng (2)' })).toBeInTheDocument();
  expect(await screen.findByText('Hồ sơ ghi dị ứng Penicillin (nặng)')).toBeInTheDocument();
  expect(
    screen.getByText('Amoxicillin 500 mg thuộc nhóm penicillin. Hỏi bác sĩ hoặc dược sĩ trước khi dùng.'),
  ).toBeInTheDocument();
  expect(screen.getByText('Giờ uống chưa được xác nhận')).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'Đã ngừng (1)' })).toBeInTheDocument();
  expect(screen.getAllByRole('link', { name: /Amlodipin/ })[0]).toHaveAttribute('href', '/medicine-details?id=m4');
  // a proposal plans no dose
  expect(screen.queryByRole('button', { name: /Amlodipin/ })).toBeNull();
});

test('medicines and allergies of later pages are read as well; a page that failed is told', async () => {
  const list = (type: string, own: string, rows: readonly object[]) => ({
    ...searchset(rows),
    link: [{ relation: 'next', url: `/Patient/patient-main/${type}?_cursor=${own}` }],
  });
  const late = statement('m9', 'Amoxicillin 500 mg', { times: ['23:59'] });
  const answers: Readonly<Record<string, unknown>> = {
    '/Patient/patient-main/MedicationStatement': list('MedicationStatement', '2', [METFORMIN()]),
    '/Patient/patient-main/MedicationStatement?_cursor=2': list('MedicationStatement', '3', [late]),
    '/Patient/patient-main/AllergyIntolerance': list('AllergyIntolerance', '2', [allergy('Bụi')]),
    '/Patient/patient-main/AllergyIntolerance?_cursor=2': searchset([allergy('Penicillin', { id: 'a9' })]),
    '/Patient/patient-main/MedicationAdministration': searchset([]),
  };
  const host = createFakeHost({ path: '/medicines', respond: ({ path }) => answers[path] });
  await openPart(mountView, module, host);
  // how many there are is not known
  expect(await screen.findByRole('heading', { name: 'Đang dùng' })).toBeInTheDocument();
  expect(await screen.findByText(/^Amoxicillin 500 mg thuộc nhóm penicillin/)).toBeInTheDocument();
  expect(await screen.findByText('Không tải được danh sách thuốc')).toBeInTheDocument();
});

test('a medicine of the catalogue is told by its name, and its ingredient is compared with allergies', async () => {
  const medication = {
    resourceType: 'Medication',
    code: { coding: [{ system: 'http://www.whocc.no/atc', code: 'J01CA04' }] },
  };
  const { medicationCodeableConcept: _name, ...rest } = statement('m5', '');
  const coded = {
    ...rest,
    medicationReference: { reference: 'Medication/x', display: 'Hagimox', resource: medication },
  };
  await open('/medicines', [coded, allergy('Penicillin')]);
  expect(await screen.findByText(/^Hagimox thuộc nhóm penicillin/)).toBeInTheDocument();
  expect(screen.queryByText(/^Chưa hiển thị hết/)).toBeNull();
});

test('recorded doses that could not be read leave no dose looking as if nothing was recorded', async () => {
  const host = createFakeHost({
    path: '/medicines',
    respond: ({ path }) => (path.endsWith('/MedicationAdministration') ? undefined : searchset([METFORMIN()])),
  });
  await openPart(mountView, module, host);
  expect(await screen.findByRole('heading', { name: 'Đang dùng (1)' })).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Đã uống/ })).toBeNull());
  expect(screen.queryByText('Chưa ghi')).toBeNull();
});

test('proposed times are confirmed by the person, and the text of the dose stands word for word', async () => {
  const { rows } = await open('/medicine-details/m4', [
    statement('m4', 'Amlodipin 5 mg', { times: ['07:00'], confirmed: null }),
  ]);
  expect((await screen.findAllByText(/Uống sau ăn/)).length).toBeGreaterThan(0);
  await press('Đúng, xác nhận giờ uống');
  await waitFor(() =>
    expect(rows[0]).toMatchObject({
      extension: [{ url: expect.stringContaining('plan-confirmed'), valueDateTime: expect.any(String) }],
    }),
  );
});

test('confirmed times plan the doses of the list to which one goes back', async () => {
  const { host } = await open('/medicines', [statement('m4', 'Amlodipin 5 mg', { times: ['23:59'], confirmed: null })]);
  expect(await screen.findByText('Giờ uống chưa được xác nhận')).toBeInTheDocument();
  host.navigation.push('/medicine-details/m4');
  await press('Đúng, xác nhận giờ uống');
  await waitFor(() => expect(host.seen.notices).toHaveLength(1));
  host.navigation.push('/medicines');
  expect(await screen.findByRole('button', { name: 'Đã uống: Amlodipin 5 mg, 23:59' })).toBeInTheDocument();
});

test('a medicine is stopped with the last day and who said so', async () => {
  const { rows, host } = await open('/medicine-details/m1?stop=1', [METFORMIN()]);
  await userEvent.type(await screen.findByRole('textbox', { name: /^Ai dặn ngừng/ }), 'Bác sĩ Lan');
  await press('Ngừng thuốc');
  await waitFor(() => expect(writes(host)).toHaveLength(1));
  expect(rows[0]).toMatchObject({
    status: 'stopped',
    effectivePeriod: { end: today() },
    statusReason: [{ text: 'Bác sĩ Lan' }],
  });
});

test('what was stopped before is not stopped again, whatever the address says', async () => {
  await open('/medicine-details/m1?stop=1', [statement('m1', 'Metformin', { more: { status: 'stopped' } })]);
  expect(await screen.findByText('Thuốc này không còn dùng nữa')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Ngừng thuốc' })).toBeNull();
});

test('a medicine that was changed meanwhile is read again, and stopped as it is then', async () => {
  let version = '2';
  const host = createFakeHost({
    path: '/medicine-details/m1?stop=1',
    respond: ({ method, path }) => {
      if (method === 'GET')
        return searchset(
          path.endsWith('/MedicationStatement') ? [{ ...METFORMIN(), meta: { ...OWN, versionId: version } }] : [],
        );
      if (version === '3') return {};
      version = '3';
      throw new AppError({ code: 'CONFLICT', httpStatus: 412, source: 'FHIR_SERVER' });
    },
  });
  await openPart(mountView, module, host);
  await userEvent.type(await screen.findByRole('textbox', { name: /^Ai dặn ngừng/ }), 'Bác sĩ Lan');
  await press('Ngừng thuốc');
  await press('Tải bản mới, giữ nội dung đã nhập');
  await screen.findByText('Đã tải bản mới. Nội dung bạn nhập vẫn còn. Hãy xem lại rồi lưu.');
  await press('Ngừng thuốc');
  await waitFor(() => expect(writes(host).map(({ ifMatch }) => ifMatch)).toEqual(['W/"2"', 'W/"3"']));
  expect(writes(host)[1]?.body).toMatchObject({ status: 'stopped', statusReason: [{ text: 'Bác sĩ Lan' }] });
});

test('what a hospital wrote is stopped by an entry of her own that stands in its place', async () => {
  const theirs = statement('h1', 'Losartan 50 mg', {
    more: { meta: { source: 'https://phr.example/source/facility' } },
  });
  const { rows, host } = await open('/medicine-details/h1?stop=1', [theirs]);
  await screen.findByRole('textbox', { name: /^Ai dặn ngừng/ });
  await press('Ngừng thuốc');
  await waitFor(() => expect(writes(host).map(({ method }) => method)).toEqual(['POST']));
  expect(rows[1]).toMatchObject({ status: 'stopped', derivedFrom: [{ reference: 'MedicationStatement/h1' }] });
  await open('/medicines', rows);
  expect(await screen.findByRole('heading', { name: 'Đang dùng (0)' })).toBeInTheDocument();
});

test('a medicine is added by hand: its times are asked back before they are kept', async () => {
  const { rows } = await open('/medicine-create', []);
  await userEvent.type(await screen.findByRole('textbox', { name: /^Tên thuốc/ }), 'Metformin 500 mg');
  await userEvent.type(screen.getByRole('textbox', { name: /^Cách dùng/ }), 'Sáng 1 viên');
  await userEvent.click(screen.getByRole('radio', { name: 'Mỗi ngày' }));
  await userEvent.type(await screen.findByRole('textbox', { name: /^Giờ uống/ }), '18h00, 7:00');
  await press('Lưu');
  expect(await screen.findByText('Giờ uống 07:00, 18:00 có đúng như đơn hoặc lời dặn không?')).toBeInTheDocument();
  expect(rows).toHaveLength(0);
  await userEvent.click(within(screen.getByRole('alertdialog')).getAllByRole('button').at(-1) as HTMLElement);
  await waitFor(() => expect(rows).toHaveLength(1));
  expect(rows[0]).toMatchObject({
    resourceType: 'MedicationStatement',
    status: 'active',
    medicationCodeableConcept: { text: 'Metformin 500 mg' },
    extension: [{ url: expect.stringContaining('plan-confirmed') }],
    dosage: [{ text: 'Sáng 1 viên', timing: { repeat: { frequency: 2, timeOfDay: ['07:00:00', '18:00:00'] } } }],
  });
});

test('the last prescription fills the form, its text never the times', async () => {
  const order = {
    resourceType: 'MedicationRequest',
    id: 'r1',
    status: 'active',
    intent: 'order',
    authoredOn: '2026-11-20',
    medicationReference: { reference: 'Medication/x', display: 'Losartan 50 mg' },
    dosageInstruction: [{ text: 'Tối 1 viên lúc 20:00' }],
  };
  const { rows } = await open('/medicine-create?order=r1', [order]);
  expect(await screen.findByRole('textbox', { name: /^Tên thuốc/ })).toHaveValue('Losartan 50 mg');
  expect(screen.getByRole('textbox', { name: /^Cách dùng/ })).toHaveValue('Tối 1 viên lúc 20:00');
  expect(screen.getByRole('radio', { name: 'Không đặt giờ' })).toBeChecked();
  await press('Lưu');
  await waitFor(() => expect(rows).toHaveLength(2));
  expect(rows[1]).toMatchObject({
    basedOn: [{ reference: 'MedicationRequest/r1' }],
    medicationReference: { reference: 'Medication/x' },
    dosage: [{ text: 'Tối 1 viên lúc 20:00' }],
  });
  expect(rows[1]).not.toHaveProperty('extension');
});

test('nothing is saved without a paper that was chosen, and what has arrived is part of the draft', async () => {
  const transfers: { readonly status: number; readonly onload: () => void }[] = [];
  class FakeTransfer {
    readonly upload = {};
    status = 0;
    onload: () => void = () => undefined;
    open() {
      /* not looked at */
    }
    setRequestHeader() {
      /* not looked at */
    }
    abort() {
      /* not looked at */
    }
    send() {
      transfers.push(this);
    }
  }
  const original = globalThis.XMLHttpRequest;
  Object.assign(globalThis, { XMLHttpRequest: FakeTransfer });
  const host = createFakeHost({
    path: '/medicine-create',
    respond: ({ method, path, query }) =>
      path.endsWith('get-presigned-url-for-upload')
        ? `https://files.invalid/${String(query?.['key'])}`
        : method === 'GET'
          ? searchset([])
          : {},
  });
  await openPart(mountView, module, host);
  await userEvent.type(await screen.findByRole('textbox', { name: /^Tên thuốc/ }), 'Metformin');
  const input = screen.getByLabelText(/^Ảnh/, { selector: 'input' });
  const files = ['a.png', 'b.png'].map((name) => new File(['x'], name, { type: 'image/png' }));
  fireEvent.change(input, { target: { files } });
  await waitFor(() => expect(transfers).toHaveLength(2));
  const end = (index: number, status: number) => {
    const one = transfers[index];
    if (one !== undefined) Object.assign(one, { status }).onload();
  };
  end(0, 200);
  end(1, 500);
  await screen.findByRole('button', { name: 'Thử lại: b.png' });
  await press('Lưu');
  expect((await screen.findAllByText('Tệp chưa được tải lên')).length).toBeGreaterThan(0);
  expect(writes(host).filter(({ service }) => service === 'fhir')).toEqual([]);
  await waitFor(() =>
    expect(host.keptDrafts.get('medicine-create patient-main')?.value).toMatchObject({ papers: [{ name: 'a.png' }] }),
  );
  await press('Bỏ tệp b.png');
  await press('Lưu');
  await waitFor(() =>
    expect(writes(host).flatMap(({ service, path }) => (service === 'fhir' ? path : []))).toEqual([
      '/Media',
      '/DocumentReference',
      '/MedicationStatement',
    ]),
  );
  expect(writes(host).at(-1)?.body).toMatchObject({
    derivedFrom: [{ reference: expect.stringMatching(/^DocumentReference\?identifier=/) }],
  });
  Object.assign(globalThis, { XMLHttpRequest: original });
});

test('what is wrong with the form is said at its fields', async () => {
  await open('/medicine-create', [], 'en-US');
  await userEvent.click(await screen.findByRole('radio', { name: 'On certain days of the week' }));
  await userEvent.type(screen.getByRole('textbox', { name: /^How much is left/ }), 'a few');
  await press('Save');
  for (const words of [
    'Please enter the name of the medicine',
    'Please choose at least one day',
    'Please enter times, for example 07:00, 18:00',
    'Please enter a number, for example 1 or 0.5',
  ])
    expect((await screen.findAllByText(words)).length).toBeGreaterThan(0);
});

test('on paper stands a card to carry along: allergies, medicines with their doses, and whom to call', async () => {
  const patient = {
    resourceType: 'Patient',
    id: 'patient-main',
    contact: [
      { name: { text: 'KHÔNG SỐ' } },
      { name: { text: 'LÊ VĂN NAM' }, telecom: [{ system: 'phone', value: '0901234567' }] },
    ],
  };
  const severe = allergy('Amoxicillin', {
    criticality: 'high',
    reaction: [{ manifestation: [{ text: 'Nổi mề đay' }] }],
  });
  const host = createFakeHost({
    path: '/medicines',
    respond: ({ path }) => {
      if (path === '/Patient/patient-main') return patient;
      return searchset([METFORMIN(), severe].filter((row) => path.endsWith(`/${row.resourceType}`)));
    },
  });
  await openPart(mountView, module, host);
  await screen.findByRole('heading', { name: 'Đang dùng (1)' });
  expect(screen.queryByRole('region', { name: 'Thẻ bỏ túi' })).toBeNull();
  window.dispatchEvent(new Event('beforeprint'));
  const card = await screen.findByRole('region', { name: 'Thẻ bỏ túi' });
  await waitFor(() => expect(card).toHaveTextContent(/Amoxicillin; .*Nguy cơ: Cao; Phản ứng: Nổi mề đay/));
  expect(card).toHaveTextContent(/Metformin 500 mg; Uống sau ăn/);
  await waitFor(() => expect(card).toHaveTextContent('Liên hệ khẩn cấp: LÊ VĂN NAM · 0901 234 567'));
  window.dispatchEvent(new Event('afterprint'));
});

test('the card says that nothing is recorded of allergies only where nothing is', async () => {
  const refuted = allergy('Penicillin', { verificationStatus: { coding: [{ code: 'refuted' }] } });
  for (const [rows, words] of [
    [[], 'Hồ sơ chưa ghi gì về dị ứng'],
    [[refuted], 'Hồ sơ chỉ ghi dị ứng đã qua hoặc đã loại trừ'],
  ] as const) {
    document.body.replaceChildren();
    await open('/medicines', [METFORMIN(), ...rows]);
    await screen.findByRole('heading', { name: 'Đang dùng (1)' });
    window.dispatchEvent(new Event('beforeprint'));
    const card = await screen.findByRole('region', { name: 'Thẻ bỏ túi' });
    expect(await within(card).findByText(words)).toBeInTheDocument();
    window.dispatchEvent(new Event('afterprint'));
  }
});

test('a name is compared with allergies while it is typed; what is not known is said not to be compared', async () => {
  const { rows } = await open('/medicine-create', [allergy('Amoxicillin', { criticality: 'high' })]);
  const name = await screen.findByRole('textbox', { name: /^Tên thuốc/ });
  await userEvent.type(name, 'Augmentin 1 g');
  expect(await screen.findByRole('alert')).toHaveTextContent(
    /Hồ sơ ghi dị ứng Amoxicillin \(nặng\).*Augmentin 1 g có Amoxicillin/s,
  );
  await userEvent.clear(name);
  await userEvent.type(name, 'Thuốc bổ Minh Tâm');
  expect(await screen.findByText(/^Chưa đối chiếu được Thuốc bổ Minh Tâm với dị ứng/)).toBeInTheDocument();
  await userEvent.clear(name);
  await userEvent.type(name, 'Panadol 500 mg');
  await waitFor(() => expect(screen.queryByText(/^Chưa đối chiếu được/)).toBeNull());
  expect(rows).toHaveLength(1);
});

test('a dose of a part of the day stands in it without an hour and is answered; nothing in use is left out', async () => {
  const evening = statement('m6', 'Losartan 50 mg', { confirmed: null });
  const timing = { repeat: { frequency: 1, period: 1, periodUnit: 'd', when: ['EVE'] } };
  const amount = [{ doseQuantity: { value: 1, unit: 'viên' } }];
  const { rows } = await open('/medicines', [
    { ...evening, dosage: [{ text: 'Tối 1 viên', timing, doseAndRate: amount }] },
    statement('m7', 'Vitamin C', { confirmed: null }),
    METFORMIN(),
  ]);
  const list = await screen.findByRole('list', { name: 'Hôm nay: Tối' });
  expect(list).toHaveTextContent(/Chưa đặt giờ · Losartan 50 mg.*1 viên.*Cách dùng: Tối 1 viên/s);
  expect(list).not.toHaveTextContent('mỗi ngày');
  expect(screen.getByRole('list', { name: 'Hôm nay: Chưa đặt giờ' })).toHaveTextContent('Vitamin C');
  await press('Đã uống: Losartan 50 mg, chưa đặt giờ');
  await waitFor(() => expect(rows).toHaveLength(4));
  expect(rows[3]).toMatchObject({
    status: 'completed',
    effectiveDateTime: today(),
    identifier: [{}, { value: `m6/${today()}TEVE` }],
  });
  await waitFor(() => expect(within(list).queryByRole('button', { name: /^Đã uống: Losartan/ })).toBeNull());
});

test('an own medicine that was never true is deleted after a question', async () => {
  const { rows, host } = await open('/medicine-details/m1', [METFORMIN()]);
  await press('Xóa thuốc ghi nhầm: Metformin 500 mg');
  await userEvent.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Xóa thuốc ghi nhầm' }),
  );
  await waitFor(() => expect(rows[0]).toMatchObject({ id: 'm1', status: 'entered-in-error' }));
  expect(writes(host).map(({ method, ifMatch }) => `${method} ${ifMatch}`)).toEqual(['PUT W/"2"']);
});
