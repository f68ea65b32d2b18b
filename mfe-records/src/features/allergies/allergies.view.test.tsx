/** @jest-environment ./shared/build/src/jest-browser.cjs */
import { mountView } from '@phr/module-kit/mount';
import { searchset } from '@phr/testing/dev-page';
import { createFakeHost, FAKE_MAIN, type FakeHost } from '@phr/testing/fake-host';
import { openPart } from '@phr/testing/open-part';
import { screen, waitFor, within } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import module from '../../module.ts';
import { allergy } from '../medicines/samples.test-support.ts';

beforeAll(() => {
  Element.prototype.scrollIntoView = () => undefined;
});

async function open(path: string, rows: readonly object[]): Promise<FakeHost> {
  const host = createFakeHost({
    path,
    hrefOf: (name, params = {}) => `/${name}?${new URLSearchParams(params).toString()}`,
    respond: ({ method, query, body }) =>
      method === 'GET'
        ? searchset(rows.filter((row) => query?.['_id'] === undefined || ('id' in row && row.id === query['_id'])))
        : body,
  });
  await openPart(mountView, module, host);
  return host;
}
const writes = (host: FakeHost) => host.seen.requests.filter(({ method }) => method !== 'GET');
const press = async (name: RegExp | string) => userEvent.click(await screen.findByRole('button', { name }));
const SEVERE_REACTION = [{ manifestation: [{ text: 'Nổi mề đay' }], severity: 'severe', onset: '2019' }];
const SEVERE = allergy('Amoxicillin', {
  clinicalStatus: {
    coding: [{ system: 'http://terminology.hl7.org/CodeSystem/allergyintolerance-clinical', code: 'active' }],
  },
  criticality: 'high',
  reaction: SEVERE_REACTION,
});

test('the most dangerous allergy stands first, with what happened and how bad it was', async () => {
  await open('/allergies', [allergy('Bụi nhà', { id: 'a2', criticality: 'low' }), SEVERE]);
  const list = await screen.findByRole('list', { name: 'Dị ứng' });
  expect(within(list).getAllByRole('listitem')[0]).toHaveTextContent(/Amoxicillin.*Nổi mề đay.*\(Nặng\)/s);
  expect(screen.queryByRole('button', { name: 'Không có dị ứng nào' })).toBeNull();
});

test('that there is none is a fact: asked first, coded, and offered only where nothing is said', async () => {
  const host = await open('/allergies', []);
  expect(await screen.findByText('Hồ sơ chưa ghi gì về dị ứng')).toBeInTheDocument();
  await press('Không có dị ứng nào');
  expect(writes(host)).toEqual([]);
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Ghi lại' }));
  await waitFor(() => expect(writes(host)).toHaveLength(1));
  expect(writes(host)[0]?.body).toMatchObject({
    patient: { reference: `Patient/${FAKE_MAIN.id}` },
    code: { coding: [{ system: 'http://snomed.info/sct', code: '716186003' }] },
  });
  await open('/allergies', [
    allergy('', { code: { coding: [{ system: 'http://snomed.info/sct', code: '716186003' }] } }),
  ]);
  expect(await screen.findByText('Không có dị ứng nào được biết')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Không có dị ứng nào' })).toBeNull();
});

test('the fact that there is none stands in the list to which its statement leads', async () => {
  const rows: object[] = [];
  const host = createFakeHost({
    path: '/allergies',
    respond: ({ method, body }) => {
      if (method === 'GET') return searchset(rows);
      rows.push({ ...(body as object), id: 'n1' });
      return body;
    },
  });
  await openPart(mountView, module, host);
  await screen.findByText('Hồ sơ chưa ghi gì về dị ứng');
  host.navigation.push('/allergy-create');
  await screen.findByRole('textbox', { name: /^Dị ứng với gì/ });
  await press('Không có dị ứng nào');
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Ghi lại' }));
  const list = await screen.findByRole('list', { name: 'Dị ứng' });
  expect(list).toHaveTextContent('Không có dị ứng nào');
  expect(screen.queryByRole('button', { name: 'Không có dị ứng nào' })).toBeNull();
});

test('an allergy is added with what happened; a severe one is a high criticality', async () => {
  const host = await open('/allergy-create', []);
  await press('Lưu');
  expect((await screen.findAllByText('Vui lòng nhập dị ứng với gì')).length).toBeGreaterThan(0);
  await userEvent.type(screen.getByRole('textbox', { name: /^Dị ứng với gì/ }), 'Tôm');
  await userEvent.type(screen.getByRole('textbox', { name: /^Khi đó bị gì/ }), 'Khó thở');
  await userEvent.click(screen.getByRole('radio', { name: 'Nặng' }));
  await press('Lưu');
  await waitFor(() => expect(writes(host)).toHaveLength(1));
  expect(writes(host)[0]).toMatchObject({
    path: '/AllergyIntolerance',
    queue: { patientId: FAKE_MAIN.id },
    body: {
      code: { text: 'Tôm' },
      clinicalStatus: { coding: [{ code: 'active' }] },
      criticality: 'high',
      reaction: [{ manifestation: [{ text: 'Khó thở' }], severity: 'severe' }],
    },
  });
});

test('how bad it was needs what happened', async () => {
  const host = await open('/allergy-create', []);
  await userEvent.type(screen.getByRole('textbox', { name: /^Dị ứng với gì/ }), 'Tôm');
  await userEvent.click(screen.getByRole('radio', { name: 'Nặng' }));
  await press('Lưu');
  expect((await screen.findAllByText('Vui lòng nhập khi đó bị gì, hoặc chọn mức độ Không rõ')).length).toBeGreaterThan(
    0,
  );
  expect(writes(host)).toEqual([]);
});

test('a coded reaction of which the words stay keeps its code', async () => {
  const hives = { coding: [{ system: 'http://snomed.info/sct', code: '126485001', display: 'Nổi mề đay' }] };
  const coded = { ...SEVERE, reaction: [{ manifestation: [hives], severity: 'severe' }] };
  const host = await open('/allergy-create?id=a1', [coded]);
  await userEvent.click(await screen.findByRole('radio', { name: 'Nhẹ' }));
  await press('Lưu');
  await waitFor(() => expect(writes(host)).toHaveLength(1));
  expect(writes(host)[0]?.body).toMatchObject({ reaction: [{ manifestation: [hives], severity: 'mild' }] });
});

test('a correction keeps what the form does not show; a milder reaction is no longer a high criticality', async () => {
  const host = await open('/allergy-create?id=a1', [SEVERE]);
  expect(await screen.findByRole('textbox', { name: /^Khi đó bị gì/ })).toHaveValue('Nổi mề đay');
  await userEvent.click(screen.getByRole('radio', { name: 'Nhẹ' }));
  await press('Lưu');
  await waitFor(() => expect(writes(host)).toHaveLength(1));
  expect(writes(host)[0]).toMatchObject({
    method: 'PUT',
    ifMatch: 'W/"2"',
    body: {
      code: { text: 'Amoxicillin' },
      reaction: [{ manifestation: [{ text: 'Nổi mề đay' }], severity: 'mild', onset: '2019' }],
    },
  });
  expect(writes(host)[0]?.body).not.toHaveProperty('criticality');
});

test('one with two reactions is not corrected in the form, and is named a mistake all the same', async () => {
  const two = { ...SEVERE, reaction: [...SEVERE_REACTION, { manifestation: [{ text: 'Khó thở' }] }] };
  await open('/allergies', [two]);
  expect(await screen.findByRole('button', { name: 'Ghi nhầm: Amoxicillin' })).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: /^Chỉnh sửa/ })).toBeNull();
});

test('an entry by mistake is named that, without a clinical status; a hospital’s is not hers to change', async () => {
  const theirs = allergy('Aspirin', { id: 'h1', meta: { source: 'https://phr.example/source/facility' } });
  const host = await open('/allergies', [SEVERE, theirs]);
  await screen.findByRole('list', { name: 'Dị ứng' });
  expect(screen.getAllByRole('button', { name: /^Ghi nhầm/ })).toHaveLength(1);
  await press('Ghi nhầm: Amoxicillin');
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Ghi nhầm' }));
  await waitFor(() => expect(writes(host)).toHaveLength(1));
  expect(writes(host)[0]?.body).toMatchObject({ verificationStatus: { coding: [{ code: 'entered-in-error' }] } });
  expect(writes(host)[0]?.body).not.toHaveProperty('clinicalStatus');
});
