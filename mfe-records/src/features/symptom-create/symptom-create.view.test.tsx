import { screen, waitFor } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { mountView } from '@phr/module-kit/mount';
import { searchset } from '@phr/testing/dev-page';
import { entriesOf } from '@phr/testing/entries-of';
import { createFakeHost, type FakeHost } from '@phr/testing/fake-host';
import { openPart } from '@phr/testing/open-part';
import module from '../../module.ts';

beforeAll(() => {
  Element.prototype.scrollIntoView = () => undefined;
});

async function open(): Promise<FakeHost> {
  const host = createFakeHost({ path: '/symptom-create', respond: ({ body }) => body });
  await openPart(mountView, module, host);
  await screen.findByRole('heading', { level: 1, name: 'Thêm triệu chứng' });
  return host;
}
const field = () => screen.findByRole('combobox', { name: /^Triệu chứng/ });
/** Types into the field, which filters the list, and takes the named one. */
async function choose(typed: string, name: string): Promise<void> {
  await userEvent.clear(await field());
  await userEvent.type(await field(), `${typed}{ArrowDown}`);
  await userEvent.click(await screen.findByRole('option', { name }));
}
const sent = ({ seen }: FakeHost) => seen.requests.filter(({ method }) => method === 'POST').map(({ body }) => body);

test('a symptom of the list is kept with its codes, how bad it is and when it began', async () => {
  const host = await open();
  await userEvent.click(screen.getByRole('button', { name: 'Lưu' }));
  expect(await screen.findAllByText('Vui lòng chọn hoặc nhập triệu chứng')).not.toHaveLength(0);
  expect(screen.getAllByText('Vui lòng chọn mức độ')).not.toHaveLength(0);
  expect(sent(host)).toEqual([]);
  await choose('dau dau', 'Đau đầu');
  await userEvent.click(screen.getByRole('radio', { name: 'Vừa' }));
  await userEvent.click(screen.getByRole('button', { name: 'Lưu' }));
  await waitFor(() =>
    expect(sent(host)).toEqual([
      expect.objectContaining({
        resourceType: 'Observation',
        category: [expect.objectContaining({ coding: [expect.objectContaining({ code: 'survey' })] })],
        code: {
          coding: [expect.objectContaining({ code: 'headache' }), expect.objectContaining({ code: '25064002' })],
        },
        valueCodeableConcept: { coding: [expect.objectContaining({ code: 'moderate' })] },
        effectiveDateTime: expect.any(String),
      }),
    ]),
  );
});

test('nothing is chosen at first; the common ones come first, the rest by alphabet, own words last', async () => {
  await open();
  expect(await field()).toHaveValue('');
  await userEvent.click(await field());
  const names = (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
  expect(names.slice(0, 3)).toEqual(['Đau đầu', 'Sốt', 'Ho']);
  expect(names.at(-1)).toBe('Triệu chứng khác');
  const others = names.slice(8, -1);
  expect(others).toEqual(others.toSorted((a, b) => (a ?? '').localeCompare(b ?? '', 'vi-VN')));
});

test('after a save the symptom stands in its list, where it is corrected; search and timeline name it', async () => {
  const stored = {
    resourceType: 'Observation',
    id: 's1',
    meta: { versionId: '2', source: 'https://phr.example/source/person' },
    status: 'final',
    category: [{ coding: [{ code: 'survey' }] }],
    code: { coding: [{ system: 'https://phr.example/fhir/CodeSystem/symptom', code: 'headache' }] },
    effectiveDateTime: '2026-11-29T08:00:00+07:00',
    valueCodeableConcept: {
      coding: [{ system: 'https://phr.example/fhir/CodeSystem/symptom-severity', code: 'mild' }],
    },
  };
  const host = createFakeHost({
    path: '/symptom-create',
    respond: ({ method, path, body }) =>
      method === 'GET' ? searchset(path.endsWith('/Observation') ? [stored] : []) : body,
  });
  await openPart(mountView, module, host);
  await choose('dau dau', 'Đau đầu');
  await userEvent.click(screen.getByRole('radio', { name: 'Nhẹ' }));
  await userEvent.click(screen.getByRole('button', { name: 'Lưu' }));
  await waitFor(() => expect(host.seen.notices).toEqual([{ type: 'success', title: 'Đã lưu triệu chứng' }]));
  host.navigation.push('/conditions?show=symptoms');
  const list = await screen.findByRole('list', { name: 'Triệu chứng' });
  expect(list).toHaveTextContent(/Đau đầu.*Mức độ: Nhẹ/s);
  host.navigation.push('/timeline?show=symptoms');
  expect((await screen.findAllByText('Đau đầu')).length).toBeGreaterThan(0);
  host.navigation.push('/symptom-create?id=s1');
  await userEvent.click(await screen.findByRole('radio', { name: 'Nặng' }));
  await userEvent.click(screen.getByRole('button', { name: 'Lưu' }));
  await waitFor(() =>
    expect(host.seen.requests.findLast(({ method }) => method === 'PUT')?.body).toMatchObject({
      status: 'corrected',
      code: { coding: expect.arrayContaining([expect.objectContaining({ code: 'headache' })]) },
      valueCodeableConcept: { coding: [expect.objectContaining({ code: 'severe' })] },
    }),
  );
  const { entries } = await entriesOf(module, host);
  expect(entries).toContainEqual(
    expect.objectContaining({ title: 'Đau đầu', place: { screen: 'conditions', params: { show: 'symptoms' } } }),
  );
});

test('with a dangerous symptom the call for help stands there before anything is saved; own words are kept', async () => {
  const host = await open();
  for (const urgent of ['Đau ngực', 'Khó thở', 'Mất ý thức']) {
    await choose(urgent, urgent);
    expect(screen.getByRole('link', { name: /115/ })).toHaveAttribute('href', 'tel:115');
  }
  await choose('khac', 'Triệu chứng khác');
  expect(screen.queryByRole('link', { name: /115/ })).toBeNull();
  await userEvent.type(screen.getByLabelText(/^Bạn thấy thế nào/), 'Ù tai');
  await userEvent.click(screen.getByRole('radio', { name: 'Nhẹ' }));
  await userEvent.click(screen.getByRole('button', { name: 'Lưu' }));
  await waitFor(() => expect(sent(host)).toEqual([expect.objectContaining({ code: { coding: [], text: 'Ù tai' } })]));
});
