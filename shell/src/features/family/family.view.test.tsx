import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createFakeShell, renderIn } from '../../testing/fake-shell.tsx';
import { FamilyScreen } from './family.view.tsx';

test('[NAV-10] [FAM-01] opening a member\'s record leads to the dashboard', async () => {
  const { shell, seen, host } = await createFakeShell({ path: '/family' });
  renderIn(shell, <FamilyScreen />);
  expect(screen.getByText('Đang xem')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Xem hồ sơ: NGUYỄN THỊ ÁNH' }));
  expect(seen.views).toEqual(['patient-mother']);
  expect(host.seen.visits).toEqual(['/dashboard']);
});
