import { FAKE_MAIN, FAKE_MOTHER } from '@phr/testing/fake-host';
import { fireEvent, screen } from '@testing-library/react';
import { createFakeShell, renderIn } from '../../testing/fake-shell.tsx';
import { storeHeight, readHeight } from './room.port.ts';
import { TodayPlace } from './today-place.view.tsx';

test('the room of the last look is kept until a click, for this person and this width alone', async () => {
  storeHeight(FAKE_MAIN.id, 517);
  const { shell } = await createFakeShell({});
  const { container } = renderIn(shell, <TodayPlace />);
  const place = container.querySelector('[data-kept]');
  expect(place).toHaveStyle({ '--today-room': '517px' });
  await screen.findByText('Hôm nay chưa có việc nào.');
  expect(place).toHaveAttribute('data-kept', 'true');
  fireEvent.click(document.body);
  expect(place).toHaveAttribute('data-kept', 'false');
  expect(readHeight(FAKE_MOTHER.id)).toBeUndefined();
  storeHeight(FAKE_MAIN.id, 517);
  window.innerWidth += 100;
  expect(readHeight(FAKE_MAIN.id)).toBeUndefined();
});
