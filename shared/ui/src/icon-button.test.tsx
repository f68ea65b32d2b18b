import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IconButton } from './icon-button.tsx';
import { IconClose } from './icons.tsx';
import { renderUi } from './render-ui.tsx';

test('its label is its name, the icon is hidden', async () => {
  let pressed = 0;
  const { container } = renderUi(
    <IconButton
      icon={IconClose}
      label="Đóng"
      onClick={() => {
        pressed += 1;
      }}
    />,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Đóng' }));
  expect(pressed).toBe(1);
  expect(container.querySelector('svg')).toHaveAttribute('aria-hidden', 'true');
});
