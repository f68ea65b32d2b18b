import { screen } from '@testing-library/react';
import { Card, CardLink } from './card.tsx';
import { renderUi } from './render-ui.tsx';

test('a card with a title is a region of that name', () => {
  renderUi(
    <Card title="Lịch hẹn" level={2}>
      Nội dung
    </Card>,
  );
  expect(screen.getByRole('region', { name: 'Lịch hẹn' })).toHaveTextContent('Nội dung');
  expect(screen.getByRole('heading', { level: 2, name: 'Lịch hẹn' })).toBeInTheDocument();
});

test('a card link is one link', () => {
  renderUi(
    <CardLink href="/bp">
      Huyết áp <b>128/82</b>
    </CardLink>,
  );
  expect(screen.getByRole('link', { name: 'Huyết áp 128/82' })).toHaveAttribute('href', '/bp');
});
