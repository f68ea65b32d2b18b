import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Button } from './button.tsx';
import { renderUi } from './render-ui.tsx';

test('a press does its work; the type is button, so that it never sends a form by accident', async () => {
  const sent: string[] = [];
  renderUi(
    <form onSubmit={() => sent.push('form')}>
      <Button onClick={() => sent.push('press')}>Lưu</Button>
    </form>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Lưu' }));
  expect(sent).toEqual(['press']);
});

test('[UX-34] a busy button stays enabled and says so, but ignores a second press and Enter', async () => {
  let sent = 0;
  const form = (busy: boolean) => (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        sent += 1;
      }}
    >
      <input aria-label="Tên" />
      <Button type="submit" busy={busy}>
        Lưu
      </Button>
    </form>
  );
  const { rerender } = renderUi(form(false));
  await userEvent.type(screen.getByRole('textbox'), 'a{Enter}');
  expect(sent).toBe(1);
  rerender(form(true));
  const button = screen.getByRole('button', { name: /Lưu Đang thực hiện/ });
  expect(button).toBeEnabled();
  expect(button).toHaveAttribute('aria-busy', 'true');
  await userEvent.click(button);
  await userEvent.type(screen.getByRole('textbox'), 'b{Enter}');
  expect(sent).toBe(1);
});
