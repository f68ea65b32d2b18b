import { screen, waitFor, within } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { AppError } from '@phr/contract/app-error';
import { mountView } from '@phr/module-kit/mount';
import { hrefsOf, searchset } from '@phr/testing/dev-page';
import { createFakeHost } from '@phr/testing/fake-host';
import { openPart } from '@phr/testing/open-part';
import manifest from '../../../module.json' with { type: 'json' };
import module from '../../module.ts';
import { rawEcg } from '../readings/samples.ts';

const open = async (deleted: () => unknown) => {
  const host = createFakeHost({
    path: '/ekg-details/ecg-7', hrefOf: hrefsOf(manifest.routes),
    respond: ({ method }) => (method === 'DELETE' ? deleted() : searchset([rawEcg('ecg-7', 71, '2026-11-20T07:41:00+07:00')])),
  });
  await openPart(mountView, module, host);
  await userEvent.click(await screen.findByRole('button', { name: 'Xóa điện tim' }));
  const question = within(await screen.findByRole('alertdialog'));
  return { host, confirm: () => userEvent.click(question.getByRole('button', { name: 'Xóa điện tim' })) };
};

test('[NAV-25][ECG-11][NOTI-14] deleting an ECG asks, sends, tells, and goes back to the list', async () => {
  const { host, confirm } = await open(() => ({ id: 'ecg-7' }));
  expect(host.seen.requests.some(({ method }) => method === 'DELETE')).toBe(false);
  await confirm();
  await waitFor(() => expect(host.navigation.location.get().pathname).toBe('/ekg-board'));
  expect(host.seen.requests.find(({ method }) => method === 'DELETE')).toMatchObject({ service: 'phr', path: '/api/phr/observation/ecg-7' });
  expect(host.seen.notices).toMatchObject([{ type: 'success', title: 'Đã xóa điện tim' }]);
});

test('[NAV-25] an ECG that may not be deleted stays on screen with the reason', async () => {
  const { host, confirm } = await open(() => { throw new AppError({ code: 'NOT_DELETABLE', httpStatus: 403, source: 'PHR_API' }); });
  await confirm();
  await waitFor(() => expect(host.seen.notices).toMatchObject([{ type: 'error' }]));
  expect(host.navigation.location.get().pathname).toBe('/ekg-details/ecg-7');
});
