import { screen, waitFor, within } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { AppError } from '@phr/contract/app-error';
import { mountView } from '@phr/module-kit/mount';
import { searchset } from '@phr/testing/dev-page';
import { createFakeHost, type FakeHost } from '@phr/testing/fake-host';
import { openPart } from '@phr/testing/open-part';
import module from '../../module.ts';

const condition = (id: string, text: string, more: object = {}) => ({
  resourceType: 'Condition',
  id,
  code: { text },
  ...more,
});
const OWN = condition('own', 'Hen phế quản', { recorder: { reference: 'Patient/patient-main' } });
const HOSPITAL = condition('theirs', 'Tăng huyết áp', {
  recorder: { reference: 'Practitioner/p' },
  encounter: { reference: 'Encounter/e' },
});
const NAMELESS = condition('nameless', 'Viêm phổi', { encounter: { reference: 'Encounter/e' } });

async function open(remove: () => unknown): Promise<FakeHost> {
  let rows: readonly object[] = [OWN, HOSPITAL, NAMELESS];
  const host = createFakeHost({
    path: '/conditions',
    respond: ({ method, path }) => {
      if (method === 'GET') return searchset(path.endsWith('/Condition') ? rows : []);
      const answer = remove();
      rows = [HOSPITAL, NAMELESS];
      return answer;
    },
  });
  await openPart(mountView, module, host);
  await screen.findByText('Hen phế quản');
  return host;
}

test("[COND-05][CALL-43] deletes only the person's own diseases, asking by name, safe choice first", async () => {
  const host = await open(() => ({ id: 'own' }));
  expect(screen.getAllByRole('button', { name: /^Xóa/ })).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Xóa: Hen phế quản' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Xóa "Hen phế quản" khỏi tiền sử bệnh?' }));
  expect(question.getByText('Cho: TRẦN MINH CHÂU')).toBeInTheDocument();
  await userEvent.click(question.getByRole('button', { name: 'Hủy' }));
  expect(host.seen.requests.every(({ method }) => method === 'GET')).toBe(true);

  await userEvent.click(screen.getByRole('button', { name: 'Xóa: Hen phế quản' }));
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Xóa' }));
  await waitFor(() => expect(screen.queryByText('Hen phế quản')).toBeNull());
  expect(host.seen.requests).toContainEqual(
    expect.objectContaining({ service: 'admin', method: 'DELETE', path: '/patient-app/condition/own' }),
  );
  expect(host.seen.notices).toEqual([{ type: 'success', title: 'Đã xóa khỏi tiền sử bệnh' }]);
});

test('a refused deletion is said in its place, and the disease stays', async () => {
  const host = await open(() => {
    throw new AppError({ code: 'NOT_DELETABLE', httpStatus: 403, source: 'MEDRECORD_ADMIN' });
  });
  await userEvent.click(screen.getByRole('button', { name: 'Xóa: Hen phế quản' }));
  const question = within(await screen.findByRole('alertdialog'));
  await userEvent.click(question.getByRole('button', { name: 'Xóa' }));
  expect(await question.findByText('Chỉ xóa được dữ liệu do bạn tự nhập')).toBeInTheDocument();
  expect(screen.getByText('Hen phế quản')).toBeInTheDocument();
  expect(host.seen.notices.map(({ type }) => type)).toEqual(['error']);
});
