import { screen, waitFor } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { mountView } from '@phr/module-kit/mount';
import { createFakeHost, type FakeHost } from '@phr/testing/fake-host';
import { openPart } from '@phr/testing/open-part';
import module from '../../module.ts';

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
