import { AppError } from '@phr/contract/app-error';
import { screen, within } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { mountView } from '@phr/module-kit/mount';
import { searchset } from '@phr/testing/dev-page';
import { createFakeHost, type FakeHost } from '@phr/testing/fake-host';
import { openPart } from '@phr/testing/open-part';
import module from '../../module.ts';
import { readListedObservation } from './listed-observation.entity.ts';

const own = {
  resourceType: 'Observation',
  id: 'own',
  status: 'final',
  category: [{ coding: [{ code: 'imaging' }] }],
  code: { text: 'X-quang ngực' },
  valueString: 'Tốt',
  effectiveDateTime: '2026-11-20',
  performer: [{ reference: 'Patient/patient-main' }],
};
const foreign = {
  ...own,
  id: 'foreign',
  code: { text: 'Công thức máu' },
  performer: [{ reference: 'Organization/1', display: 'Bệnh viện' }],
};

async function open(refuse = false): Promise<FakeHost> {
  let stored = [own, foreign];
  const host = createFakeHost({
    path: '/observations-list',
    respond: ({ method }) => {
      if (method === 'GET') return searchset(stored);
      if (refuse) throw new AppError({ code: 'NOT_DELETABLE', httpStatus: 403, source: 'FHIR_SERVER' });
      stored = [foreign];
      return {};
    },
  });
  await openPart(mountView, module, host);
  return host;
}
const rows = async () => within(await screen.findByRole('list', { name: 'Tất cả kết quả' })).getAllByRole('listitem');

test('[OBS-03] what a patient measured says so; what a hospital measured does not, and stays', async () => {
  await open();
  const [mine, theirs] = await rows();
  expect(mine).toHaveTextContent('BỆNH NHÂN');
  expect(within(mine!).getByRole('button', { name: /^Xóa: X-quang ngực, 20\/11\/2026$/ })).toBeInTheDocument();
  expect(theirs).not.toHaveTextContent('BỆNH NHÂN');
  expect(within(theirs!).queryByRole('button')).toBeNull();
});

test('[OBS-04][NOTI-14][CALL-91] a deletion asks first, is sent, told in a toast, and leaves the list', async () => {
  const host = await open();
  await rows();
  await userEvent.click(screen.getByRole('button', { name: /^Xóa/ }));
  const question = within(screen.getByRole('alertdialog', { name: 'Xóa kết quả X-quang ngực, 20/11/2026?' }));
  expect(host.seen.requests.some(({ method }) => method === 'DELETE')).toBe(false);
  await userEvent.click(question.getByRole('button', { name: 'Xóa' }));
  expect(await screen.findByText('Công thức máu')).toBeInTheDocument();
  expect(host.seen.requests.find(({ method }) => method === 'DELETE')).toMatchObject({
    service: 'fhir',
    path: '/Observation/own',
  });
  expect(host.seen.notices).toEqual([{ type: 'success', title: 'Đã xóa kết quả' }]);
});

test('a refused deletion says why in the question', async () => {
  await open(true);
  await rows();
  await userEvent.click(screen.getByRole('button', { name: /^Xóa/ }));
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Xóa' }));
  expect(await screen.findByText('Chỉ xóa được dữ liệu do bạn tự nhập')).toBeInTheDocument();
});

test('vital signs and ECGs are deleted on screens of their own', () => {
  expect(readListedObservation(own, 'vi-VN')?.isRemovable).toBe(true);
  expect(
    readListedObservation({ ...own, category: [{ coding: [{ code: 'vital-signs' }] }] }, 'vi-VN')?.isRemovable,
  ).toBe(false);
  expect(readListedObservation({ ...own, code: { coding: [{ code: '131328' }] } }, 'vi-VN')?.isRemovable).toBe(false);
  expect(readListedObservation({ ...own, performer: [{ reference: 'Practitioner/1' }] }, 'vi-VN')?.isRemovable).toBe(
    false,
  );
});
