import { fireEvent, screen } from '@testing-library/react';
import { lazyCode, type LazyCode, useLazyCode } from './lazy-code.tsx';
import { renderUi } from './render-ui.tsx';

function Place({ source }: { readonly source: LazyCode<string> }) {
  const { code, failures, retry } = useLazyCode(source);
  return (
    <button type="button" onClick={retry}>
      {code ?? (failures > 0 ? `missing ${failures}` : 'waiting')}
    </button>
  );
}

test('a file that fails to load breaks nothing, and is loaded on retry or when back online', async () => {
  let isDown = true;
  let asked = 0;
  const source = lazyCode(async () => {
    asked += 1;
    if (isDown) throw new Error('no network');
    return 'here';
  });
  renderUi(<Place source={source} />);
  fireEvent.click(await screen.findByRole('button', { name: 'missing 1' }));
  await screen.findByRole('button', { name: 'missing 2' });
  isDown = false;
  fireEvent(window, new Event('online'));
  await screen.findByRole('button', { name: 'here' });
  expect(asked).toBe(3);
});

test('what is there is shown at once, and fetched once for all places', async () => {
  let asked = 0;
  const source = lazyCode(async () => {
    asked += 1;
    return 'here';
  });
  await Promise.all([source.get(), source.get()]);
  renderUi(<Place source={source} />);
  expect(screen.getByRole('button')).toHaveTextContent('here');
  expect(asked).toBe(1);
});
