import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Dialog } from './dialog.tsx';
import { renderUi } from './render-ui.tsx';

function Page({ onDelete = () => undefined }: { readonly onDelete?: () => void }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Xóa
      </button>
      <ConfirmDialog
        open={open}
        danger
        title="Xóa lần đo 146/92?"
        confirmLabel="Xóa lần đo"
        onCancel={() => setOpen(false)}
        onConfirm={onDelete}
      >
        Không thể hoàn tác.
      </ConfirmDialog>
    </>
  );
}

test('[UX-35] a question names the thing, puts the focus on the safe choice first, and returns it', async () => {
  renderUi(<Page />);
  const opener = screen.getByRole('button', { name: 'Xóa' });
  await userEvent.click(opener);
  const dialog = screen.getByRole('alertdialog', { name: 'Xóa lần đo 146/92?' });
  expect(dialog).toHaveAccessibleDescription('Không thể hoàn tác.');
  expect(
    screen
      .getAllByRole('button')
      .filter((button) => dialog.contains(button))
      .map((button) => button.textContent),
  ).toEqual(['Hủy', 'Xóa lần đo']);
  expect(screen.getByRole('button', { name: 'Hủy' })).toHaveFocus();
  await userEvent.click(screen.getByRole('button', { name: 'Hủy' }));
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  expect(opener).toHaveFocus();
});

test('the work is done only by its own button', async () => {
  let deleted = 0;
  renderUi(
    <Page
      onDelete={() => {
        deleted += 1;
      }}
    />,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Xóa' }));
  fireEvent(screen.getByRole('alertdialog'), new Event('cancel', { cancelable: true }));
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  expect(deleted).toBe(0);
  await userEvent.click(screen.getByRole('button', { name: 'Xóa' }));
  await userEvent.click(screen.getByRole('button', { name: 'Xóa lần đo' }));
  expect(deleted).toBe(1);
});

test('a dialog goes into the place of overlays, starts at its title and has a close button', async () => {
  const overlays = document.createElement('div');
  document.body.append(overlays);
  let closed = 0;
  renderUi(
    <Dialog
      open
      title="Chi tiết"
      onClose={() => {
        closed += 1;
      }}
    >
      Nội dung
    </Dialog>,
    { overlayRoot: overlays },
  );
  expect(overlays.querySelector('dialog')).toBe(screen.getByRole('dialog', { name: 'Chi tiết' }));
  expect(screen.getByRole('heading', { name: 'Chi tiết' })).toHaveFocus();
  await userEvent.click(screen.getByRole('button', { name: 'Đóng' }));
  expect(closed).toBe(1);
  overlays.remove();
});
