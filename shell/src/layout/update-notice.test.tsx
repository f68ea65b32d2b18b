import { act, fireEvent, screen } from '@testing-library/react';
import { createFakeShell, renderIn } from '../testing/fake-shell.tsx';
import { UpdateNotice } from './update-notice.tsx';

test('[UX-33] offers a new version, and loads it only after asking about typed input', async () => {
  const { shell, seen, update } = await createFakeShell();
  const steps: (() => void)[] = [];
  renderIn(
    {
      ...shell,
      navigation: {
        ...shell.navigation,
        leave: (step) => {
          steps.push(step);
        },
      },
    },
    <UpdateNotice />,
  );
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
  act(() => update.set(true));
  fireEvent.click(screen.getByRole('button', { name: 'Tải lại trang' }));
  expect(seen.appReloads).toBe(0);
  steps[0]?.();
  expect(seen.appReloads).toBe(1);
});
