import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { List, ListRow } from './list.tsx';
import { renderUi } from './render-ui.tsx';

function Records({ total, page = 20 }: { readonly total: number; readonly page?: number }) {
  const [count, setCount] = useState(Math.min(page, total));
  const items = Array.from({ length: count }, (_, index) => index + 1);
  return (
    <List
      label="Các lần đo"
      items={items}
      keyOf={String}
      total={total}
      onMore={count < total ? () => setCount(Math.min(count + page, total)) : undefined}
    >
      {(item) => (
        <ListRow
          title={`Dòng ${item}`}
          subtitle="07:50"
          href={`/r/${item}`}
          action={<button type="button">Thao tác {item}</button>}
        />
      )}
    </List>
  );
}

test('a list with more to come and no known end says what is shown, and no number of all', () => {
  renderUi(
    <List label="Các lần đo" items={[1, 2]} keyOf={String} onMore={() => undefined}>
      {(item) => <ListRow title={`Dòng ${item}`} />}
    </List>,
  );
  expect(screen.getByRole('status')).toHaveTextContent(/^Hiển thị 1–2$/);
});

const rows = () => within(screen.getByRole('list', { name: 'Các lần đo' })).getAllByRole('listitem');
const more = () => screen.getByRole('button', { name: 'Xem thêm' });

test('a list that is whole on the screen counts nothing', () => {
  renderUi(<Records total={3} />);
  expect(rows()).toHaveLength(3);
  expect(screen.queryByText(/Hiển thị/)).toBeNull();
});

test('[UX-19] says how many, loads more by a button, focuses the first new row, and ends with a line', async () => {
  renderUi(<Records total={30} />);
  expect(screen.getByRole('status')).toHaveTextContent('Hiển thị 1–20 trong 30');
  await userEvent.click(more());
  expect(screen.getByRole('status')).toHaveTextContent('Hiển thị 1–30 trong 30');
  expect(screen.getByRole('link', { name: /Dòng 21\b/ })).toHaveFocus();
  expect(screen.queryByRole('button', { name: 'Xem thêm' })).not.toBeInTheDocument();
  expect(screen.getByText('Đã hết danh sách')).toBeInTheDocument();
});

test('[UX-19] rows know their place among all', () => {
  renderUi(<Records total={143} />);
  expect(rows()[4]).toHaveAttribute('aria-posinset', '5');
  expect(rows()[4]).toHaveAttribute('aria-setsize', '143');
});

test('[UX-19] of 1,000 rows at most 60 are in the page; the keyboard alone goes on and back', async () => {
  renderUi(<Records total={1000} />);
  for (let press = 0; press < 4; press += 1) {
    more().focus();
    await userEvent.keyboard('{Enter}');
    expect(rows().length).toBeLessThanOrEqual(60);
  }
  expect(screen.getByRole('link', { name: /Dòng 81\b/ })).toHaveFocus();
  expect(screen.getByRole('status')).toHaveTextContent('Hiển thị 41–100 trong 1000');
  await userEvent.click(screen.getByRole('button', { name: 'Xem các dòng trước' }));
  expect(screen.getByRole('status')).toHaveTextContent('Hiển thị 21–80 trong 1000');
  await userEvent.click(more());
  expect(screen.getByRole('status')).toHaveTextContent('Hiển thị 41–100 trong 1000');
});

test('the action of a row is not part of its link', () => {
  renderUi(<Records total={1} />);
  expect(screen.getByRole('link')).toHaveAccessibleName('Dòng 1 07:50');
  expect(screen.getByRole('button', { name: 'Thao tác 1' })).toBeInTheDocument();
});

test('[UX-07] a list that was emptied starts anew and takes no focus', async () => {
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
  const list = (count: number) => (
    <List label="Các lần đo" items={numbers(count)} keyOf={String} onMore={() => undefined}>
      {(item) => <ListRow title={`Dòng ${item}`} href={`/r/${item}`} />}
    </List>
  );
  const { rerender } = renderUi(list(80));
  await userEvent.click(more());
  expect(screen.getByRole('link', { name: 'Dòng 61' })).toHaveFocus();
  rerender(list(0));
  rerender(list(80));
  expect(screen.getByRole('status')).toHaveTextContent(/^Hiển thị 1–60$/);
  expect(document.body).toHaveFocus();
});
