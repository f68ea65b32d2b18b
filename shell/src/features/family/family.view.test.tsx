import { AppError } from '@phr/contract/app-error';
import { createStore } from '@phr/contract/store';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Shell } from '../../core/shell.tsx';
import { createFakeShell, renderIn } from '../../testing/fake-shell.tsx';
import { FamilyScreen } from './family.view.tsx';

/** The screen, after the shell has loaded the relatives. */
const draw = (shell: Shell) => act(async () => void renderIn(shell, <FamilyScreen />));

test("[NAV-10] [FAM-01] opening a member's record leads to the dashboard", async () => {
  const { shell, seen, host } = await createFakeShell({ path: '/family' });
  await draw(shell);
  expect(screen.getByText('Đang xem')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Xem hồ sơ: NGUYỄN THỊ ÁNH' }));
  expect(seen.views).toEqual(['patient-mother']);
  expect(host.seen.visits).toEqual(['/dashboard']);
});

const member = (id: string, name: string, relationship: string, relatedPersonId?: string) => ({
  id,
  name,
  relationship,
  birthDate: '1958-06-02',
  relatedPersonIds: [],
  ...(relatedPersonId !== undefined && { relatedPersonId }),
});
const HOUSEHOLD = [
  member('patient-main', 'TRẦN MINH CHÂU', 'ONESELF'),
  member('patient-mother', 'NGUYỄN THỊ ÁNH', 'NMTH', 'rp-1'),
];

/** "Remove" is behind "⋯". */
async function askToRemove() {
  await userEvent.click(screen.getByRole('button', { name: 'Thao tác khác: NGUYỄN THỊ ÁNH' }));
  await userEvent.click(screen.getByRole('button', { name: 'Xóa thành viên: NGUYỄN THỊ ÁNH' }));
}

test('what the account may do is said in words: a record to look into, and until when', async () => {
  const { shell } = await createFakeShell({
    path: '/family',
    details: [
      ...HOUSEHOLD,
      {
        ...member('patient-brother', 'TRẦN MINH QUÂN', 'BRO', 'rp-2'),
        mayWrite: false,
        openUntil: '2026-12-01T03:00:00Z',
      },
    ],
  });
  await draw(shell);
  const [, mother, brother] = screen.getAllByRole('listitem').map((row) => row.textContent ?? '');
  expect(brother).toMatch(/Chỉ xem.*Quyền đến \d\d:00 01\/12\/2026/);
  expect(mother).not.toMatch(/Chỉ xem|Quyền đến/);
});

test('a member whose record is not open any more is named, and the others are there', async () => {
  const { shell } = await createFakeShell({ path: '/family', details: HOUSEHOLD });
  const state = createStore({ ...shell.patients.state.get(), closed: ['ĐỖ THỊ SEN'] });
  await draw({ ...shell, patients: { ...shell.patients, state } });
  expect(screen.getByText('ĐỖ THỊ SEN: quyền xem đã hết. Hãy nhờ người đó cho phép lại.')).toBeInTheDocument();
  expect(screen.getByText('NGUYỄN THỊ ÁNH')).toBeInTheDocument();
});

test('[FAM-11] the main member has no button to be removed', async () => {
  // not even for someone listed as related to themselves
  const { shell } = await createFakeShell({
    path: '/family',
    details: HOUSEHOLD.map((one) => ({ relatedPersonId: 'rp-0', ...one })),
  });
  await draw(shell);
  expect(screen.getByText('Người quản lý')).toBeInTheDocument();
  const names = (pattern: RegExp) =>
    screen.queryAllByRole('button', { name: pattern }).map((button) => button.getAttribute('aria-label'));
  for (const more of screen.getAllByRole('button', { name: /^Thao tác khác/ })) await userEvent.click(more);
  expect(names(/^Xóa thành viên/)).toEqual(['Xóa thành viên: NGUYỄN THỊ ÁNH']);
});

test('[FAM-10] [FAM-12] a member is removed after a question; then the family is read again and it is told', async () => {
  const { shell, seen, host } = await createFakeShell({
    path: '/family',
    details: HOUSEHOLD,
    respond: () => ({ group: {} }),
  });
  await draw(shell);
  await askToRemove();
  const question = screen.getByRole('alertdialog', { name: 'Xóa NGUYỄN THỊ ÁNH khỏi hộ gia đình?' });
  expect(question).toHaveTextContent('Hồ sơ của người này không bị xóa.');
  await userEvent.click(within(question).getByRole('button', { name: 'Xóa thành viên' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(host.seen.requests).toMatchObject([
    {
      path: '/patient-app/related-person/remove-family-member',
      body: { relatedPersonId: 'rp-1', patientId: 'patient-mother', relationship: 'NMTH', name: 'NGUYỄN THỊ ÁNH' },
    },
  ]);
  expect(seen.reloads).toBe(1);
  expect(screen.getByRole('list', { name: 'Thành viên gia đình' })).toHaveFocus();
  expect(shell.notifications.toaster.toasts().map(({ title }) => title)).toEqual(['Đã xóa thành viên gia đình']);
});

test('[FAM-11] a refusal by the server is told in the question, and nobody is gone', async () => {
  const { shell, seen } = await createFakeShell({
    path: '/family',
    details: HOUSEHOLD,
    respond: () => {
      throw new AppError({ code: 'MAIN_MEMBER', httpStatus: 409 });
    },
  });
  await draw(shell);
  await askToRemove();
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Xóa thành viên' }));
  expect(await within(screen.getByRole('alertdialog')).findByText('Không thể xóa người quản lý')).toBeInTheDocument();
  expect(seen.reloads).toBe(0);
});

test.each(['success', 'failure'])('[UI-15] a removal shows that it is on its way until it ends in %s', async (end) => {
  let finish: () => void = () => undefined;
  const answer = new Promise((resolve, reject) => {
    finish = end === 'success' ? () => resolve({ group: {} }) : () => reject(new AppError({ httpStatus: 500 }));
  });
  const { shell } = await createFakeShell({ path: '/family', details: HOUSEHOLD, respond: () => answer });
  await draw(shell);
  await askToRemove();
  const press = () => within(screen.getByRole('alertdialog')).getByRole('button', { name: /^Xóa thành viên/ });
  await userEvent.click(press());
  expect(press()).toHaveAttribute('aria-busy', 'true');
  finish();
  if (end === 'success') await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  else await waitFor(() => expect(press()).not.toHaveAttribute('aria-busy', 'true'));
});
