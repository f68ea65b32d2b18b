import { screen, waitFor } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { mountView } from '@phr/module-kit/mount';
import { hrefsOf, searchset } from '@phr/testing/dev-page';
import { createFakeHost, type FakeHost } from '@phr/testing/fake-host';
import { openPart } from '@phr/testing/open-part';
import manifest from '../../../module.json' with { type: 'json' };
import module from '../../module.ts';
import { localSystem } from '../form/local-codes.model.ts';

async function open(): Promise<FakeHost> {
  const host = createFakeHost({ path: '/symptom-create', respond: ({ body }) => body });
  await openPart(mountView, module, host);
  await screen.findByRole('heading', { level: 1, name: 'Thêm triệu chứng' });
  return host;
}
const sent = ({ seen }: FakeHost) => seen.requests.filter(({ method }) => method === 'POST').map(({ body }) => body);

test('a symptom of the list is kept with its codes, how bad it is and when it began', async () => {
  const host = await open();
  await userEvent.click(screen.getByRole('button', { name: 'Lưu' }));
  expect(await screen.findAllByText('Vui lòng chọn hoặc nhập triệu chứng')).not.toHaveLength(0);
  expect(screen.getAllByText('Vui lòng chọn mức độ')).not.toHaveLength(0);
  expect(sent(host)).toEqual([]);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: /^Triệu chứng/ }), 'Đau đầu');
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

test('with a dangerous symptom the call for help stands there before anything is saved; own words are kept', async () => {
  const host = await open();
  const what = screen.getByRole('combobox', { name: /^Triệu chứng/ });
  for (const urgent of ['Đau ngực', 'Khó thở', 'Mất ý thức']) {
    await userEvent.selectOptions(what, urgent);
    expect(screen.getByRole('link', { name: /115/ })).toHaveAttribute('href', 'tel:115');
  }
  await userEvent.selectOptions(what, 'Triệu chứng khác');
  expect(screen.queryByRole('link', { name: /115/ })).toBeNull();
  await userEvent.type(screen.getByLabelText(/^Bạn thấy thế nào/), 'Ù tai');
  await userEvent.click(screen.getByRole('radio', { name: 'Nhẹ' }));
  await userEvent.click(screen.getByRole('button', { name: 'Lưu' }));
  await waitFor(() => expect(sent(host)).toEqual([expect.objectContaining({ code: { coding: [], text: 'Ù tai' } })]));
});

const STORED = {
  resourceType: 'Observation',
  id: 's1',
  status: 'final',
  meta: { versionId: '3', source: 'https://phr.example/source/person' },
  code: { coding: [{ system: localSystem('symptom'), code: 'headache', display: 'Headache' }] },
  performer: [{ reference: 'Patient/patient-main' }],
  effectiveDateTime: '2026-11-25T07:00:41+07:00',
  valueCodeableConcept: {
    coding: [{ system: localSystem('symptom-severity'), code: 'moderate', display: 'Moderate' }],
  },
  note: [{ text: 'sáng dậy' }],
};

test.each([
  ['how bad it is', STORED, 'Nhẹ', STORED.code],
  ['own words', { ...STORED, code: { text: 'Ù tai' } }, 'Nặng', { text: 'Ù tai' }],
])('a symptom is corrected where it stands: %s', async (_, stored, degree, code) => {
  const host = createFakeHost({
    path: '/observations-list',
    hrefOf: hrefsOf(manifest.routes),
    respond: ({ method, path }) => (method === 'GET' ? searchset(path.endsWith('/Observation') ? [stored] : []) : {}),
  });
  await openPart(mountView, module, host);
  const link = await screen.findByRole('link', { name: /^Chỉnh sửa/ });
  expect(link).toHaveAttribute('href', '/symptom-create?id=s1');
  document.body.replaceChildren();
  host.navigation.push('/symptom-create?id=s1');
  await openPart(mountView, module, host);
  expect(await screen.findByRole('heading', { level: 1, name: 'Sửa triệu chứng' })).toBeInTheDocument();
  expect(await screen.findByRole('radio', { name: 'Vừa' })).toBeChecked();
  await userEvent.click(screen.getByRole('radio', { name: degree }));
  await userEvent.click(screen.getByRole('button', { name: 'Lưu' }));
  const put = () => host.seen.requests.find(({ method }) => method === 'PUT');
  await waitFor(() => expect(put()).toBeDefined());
  expect(put()).toMatchObject({
    path: '/Observation/s1',
    ifMatch: 'W/"3"',
    body: {
      status: 'corrected',
      code,
      effectiveDateTime: STORED.effectiveDateTime,
      note: STORED.note,
      valueCodeableConcept: { coding: [{ code: degree === 'Nhẹ' ? 'mild' : 'severe' }] },
    },
  });
});
