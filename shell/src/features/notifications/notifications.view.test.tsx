import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { createFakeShell, renderIn } from '../../testing/fake-shell.tsx';
import { NotificationsScreen } from './notifications.view.tsx';

afterEach(cleanup);

test('what is told at length elsewhere leads there from the list, in the record that it is in', async () => {
  const { shell, host, seen } = await createFakeShell();
  renderIn(shell, <NotificationsScreen />);
  act(() => {
    shell.notifications.show({ type: 'success', title: 'Đã lưu kết quả' });
    shell.notifications.show({
      type: 'error',
      title: 'Rất nguy hiểm',
      description: 'Gọi 115 ngay',
      place: { screen: 'encounter-risk-assessment', params: { encounterId: 'e1' }, patientId: 'patient-mother' },
    });
  });
  expect(screen.getAllByRole('button', { name: /^Xem/ })).toHaveLength(1);
  fireEvent.click(screen.getByRole('button', { name: 'Xem: Rất nguy hiểm' }));
  expect(seen.views).toEqual(['patient-mother']);
  expect(host.seen.visits.at(-1)).toBe('/encounter-risk-assessment?encounterId=e1');
});
