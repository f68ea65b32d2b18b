import { screen, waitFor } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { AppError } from '@phr/contract/app-error';
import { mountView } from '@phr/module-kit/mount';
import { searchset } from '@phr/testing/dev-page';
import { createFakeHost, FAKE_MOTHER, type FakeHost, type Responder } from '@phr/testing/fake-host';
import { openPart } from '@phr/testing/open-part';
import module from '../../module.ts';

const open = async (
  respond: Responder = ({ method }) => (method === 'GET' ? searchset([]) : {}),
  host = createFakeHost({ path: '/glucose-create', respond }),
): Promise<FakeHost> => {
  await openPart(mountView, module, host);
  await screen.findByRole('heading', { level: 1, name: 'Thêm đường huyết' });
  return host;
};
const value = () => screen.getByRole('textbox', { name: /^Đường huyết/ });
const save = () => userEvent.click(screen.getByRole('button', { name: /^Lưu/ }));

test('without a network the reading is kept on the device, named in words for the person it was typed for', async () => {
  const host = await open();
  host.setOffline(true);
  await userEvent.type(value(), '6,1');
  await save();
  await waitFor(() => expect(host.waiting.get()).toHaveLength(1));
  expect(host.waiting.get()[0]).toMatchObject({
    patientId: 'patient-main',
    title: 'Đường huyết 6,1\u00a0mmol/L',
    at: expect.stringMatching(/T\d\d:\d\d:\d\d[+-]\d\d:\d\d$/),
    body: { valueQuantity: { value: 6.1 } },
  });
  expect(host.seen.notices).toEqual([{ type: 'info', title: 'Đã giữ trên máy. Sẽ gửi khi có mạng.' }]);
  expect(host.navigation.location.get().pathname).toBe('/health-indexes');
});

test('a write that may wait says how to mend it and what to tell when it is sent', async () => {
  const host = await open();
  await userEvent.type(value(), '6,1');
  await save();
  await waitFor(() =>
    expect(host.seen.requests.find(({ method }) => method === 'POST')?.queue).toMatchObject({
      mend: { screen: 'glucose-create', form: 'glucose-create', value: { glucose: '6,1', unit: 'mmol/L' } },
      publish: {
        topic: 'observation.changed',
        event: { patientId: 'patient-main', codes: expect.arrayContaining(['15074-8']) },
      },
    }),
  );
});

test('what was typed is kept as a draft of this person and offered on return', async () => {
  const host = await open();
  await userEvent.type(value(), '6,1');
  await userEvent.click(screen.getByRole('radio', { name: 'Lúc đói' }));
  await waitFor(() =>
    expect(host.keptDrafts.get('glucose-create patient-main')?.value).toMatchObject({
      glucose: '6,1',
      meal: 'fasting',
    }),
  );

  await open(undefined, host);
  await userEvent.click(await screen.findByRole('button', { name: 'Tiếp tục' }));
  expect(value()).toHaveValue('6,1');
  expect(screen.getByRole('radio', { name: 'Lúc đói' })).toBeChecked();

  host.view(FAKE_MOTHER);
  await open(undefined, host);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Tiếp tục' })).toBeNull());
});

test('a draft goes when it is declined, and when the reading is saved', async () => {
  const host = await open();
  await userEvent.type(value(), '6,1');
  await open(undefined, host);
  await userEvent.click(await screen.findByRole('button', { name: 'Bỏ' }));
  expect(host.keptDrafts.size).toBe(0);
  await userEvent.type(value(), '7');
  await waitFor(() => expect(host.keptDrafts.size).toBe(1));
  await save();
  await waitFor(() => expect(host.keptDrafts.size).toBe(0));
});

test('a refusal keeps form and draft and says why', async () => {
  const host = await open(({ method }) => {
    if (method === 'GET') return searchset([]);
    throw new AppError({ code: 'FORM_INVALID', httpStatus: 400 });
  });
  await userEvent.type(value(), '6,1');
  await save();
  expect(await screen.findByText('Chưa lưu được. Những gì bạn nhập vẫn còn.')).toBeInTheDocument();
  expect(value()).toHaveValue('6,1');
  await waitFor(() => expect(host.keptDrafts.size).toBe(1));
});
