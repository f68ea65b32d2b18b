import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRef } from 'react';
import { PageHeader } from './page-header.tsx';
import { renderUi } from './render-ui.tsx';

test("[HDR-01] [UX-02] [UX-05] the heading has the host's level, takes the focus, and has its buttons", () => {
  const heading = createRef<HTMLHeadingElement>();
  renderUi(
    <PageHeader
      title="Huyết áp"
      level={2}
      backHref="/health-indexes"
      headingRef={heading}
      actions={<button type="button">In</button>}
    />,
  );
  expect(screen.getByRole('heading', { level: 2, name: 'Huyết áp' })).toBe(heading.current);
  heading.current?.focus();
  expect(heading.current).toHaveFocus();
  expect(screen.getByRole('link', { name: 'Quay lại' })).toHaveAttribute('href', '/health-indexes');
  expect(screen.getByRole('button', { name: 'In' })).toBeInTheDocument();
});

test('the way back goes back where it can, and says to which screen', async () => {
  const went: string[] = [];
  renderUi(
    <PageHeader
      title="Huyết áp"
      level={1}
      backHref="/health-indexes"
      backTitle="Tìm kiếm"
      onBack={() => went.push('back')}
    />,
    { navigate: (href) => went.push(href) },
  );
  const link = screen.getByRole('link', { name: 'Quay lại: Tìm kiếm' });
  expect(link).toHaveAttribute('href', '/health-indexes');
  await userEvent.click(link);
  expect(went).toEqual(['back']);
});

test('without a way back there is no link', () => {
  renderUi(<PageHeader title="Trang chủ" level={1} />);
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
});
