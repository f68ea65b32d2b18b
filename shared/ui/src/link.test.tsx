import { createEvent, fireEvent, screen } from '@testing-library/react';
import { LinkButton } from './link-button.tsx';
import { Link } from './link.tsx';
import { renderUi } from './render-ui.tsx';

function press(name: string, init: MouseEventInit = {}): boolean {
  const link = screen.getByRole('link', { name });
  const event = createEvent.click(link, { button: 0, ...init });
  // jsdom does not navigate; avoid its warning
  link.ownerDocument.addEventListener('click', (click) => click.preventDefault(), { once: true });
  let prevented = false;
  link.parentElement?.addEventListener(
    'click',
    (click) => {
      prevented = click.defaultPrevented;
    },
    { once: true },
  );
  fireEvent(link, event);
  return prevented;
}

test('a plain press stays in the app', () => {
  const visited: string[] = [];
  renderUi(<LinkButton href="/encounters?tab=all">Xem tất cả</LinkButton>, { navigate: (href) => visited.push(href) });
  press('Xem tất cả');
  expect(visited).toEqual(['/encounters?tab=all']);
});

test('new tabs, downloads and other sites are left to the browser', () => {
  const visited: string[] = [];
  renderUi(
    <>
      <Link href="/a">Ở đây</Link>
      <Link href="https://example.org/">Nơi khác</Link>
      <Link href="//example.org/">Cũng nơi khác</Link>
      <Link href="tel:115">Gọi 115</Link>
      <Link href="/file" download="x.pdf">
        Tải
      </Link>
      <Link href="/b" target="_blank">
        Cửa sổ mới
      </Link>
    </>,
    { navigate: (href) => visited.push(href) },
  );
  press('Ở đây', { ctrlKey: true });
  press('Ở đây', { button: 1 });
  for (const name of ['Nơi khác', 'Cũng nơi khác', 'Gọi 115', 'Tải', 'Cửa sổ mới']) press(name);
  expect(visited).toEqual([]);
});

test('without a way to navigate it is an ordinary link', () => {
  renderUi(<Link href="/a">Đi</Link>);
  expect(screen.getByRole('link', { name: 'Đi' })).toHaveAttribute('href', '/a');
});
