import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { AccordionSection } from './accordion-section.tsx';
import { RangeButtons } from './range-buttons.tsx';
import { renderUi } from './render-ui.tsx';
import { Segmented } from './segmented.tsx';
import { TabLinks } from './tab-links.tsx';

test('[UX-08] the current view is marked in words for machines and by a sign for the eye', () => {
  renderUi(
    <TabLinks
      label="Nhóm"
      tabs={[
        { href: '/a', label: 'Tất cả', current: true },
        { href: '/b', label: 'Tim mạch', current: false },
      ]}
    />,
  );
  const [current, other] = screen.getAllByRole('link');
  expect(current).toHaveAttribute('aria-current', 'page');
  expect(current?.querySelector('svg')).toBeInTheDocument();
  expect(other).not.toHaveAttribute('aria-current');
  expect(other?.querySelector('svg')).not.toBeInTheDocument();
});

test('a range is chosen at once and pressed is said', async () => {
  const Chart = () => {
    const [range, setRange] = useState<'7d' | '14d' | 'week'>('7d');
    return <RangeButtons value={range} onChange={setRange} ranges={['7d', '14d', 'week']} />;
  };
  renderUi(<Chart />);
  expect(screen.getByRole('group', { name: 'Khoảng thời gian' })).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: '14 ngày' }));
  expect(screen.getByRole('button', { name: '14 ngày' })).toHaveAttribute('aria-pressed', 'true');
  expect(screen.getByRole('button', { name: '7 ngày' })).toHaveAttribute('aria-pressed', 'false');
});

test('an abbreviated segment is read out in full', () => {
  renderUi(
    <Segmented
      label="Ngôn ngữ"
      value="vi"
      onChange={() => undefined}
      segments={[{ value: 'vi', label: 'VI', name: 'Tiếng Việt' }]}
    />,
  );
  expect(screen.getByRole('button', { name: 'VI – Tiếng Việt' })).toBeInTheDocument();
});

test('a closed section has rendered nothing, an opened one keeps its content', async () => {
  let rendered = 0;
  const Content = () => {
    rendered += 1;
    return <p>Thuốc A</p>;
  };
  renderUi(
    <AccordionSection title="Thuốc" level={2} count={4}>
      <Content />
    </AccordionSection>,
  );
  expect(screen.getByRole('heading', { level: 2, name: 'Thuốc (4)' })).toBeInTheDocument();
  expect(rendered).toBe(0);
  await userEvent.click(screen.getByText('Thuốc'));
  expect(await screen.findByText('Thuốc A')).toBeVisible();
});
