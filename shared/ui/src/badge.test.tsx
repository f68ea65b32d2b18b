import { screen } from '@testing-library/react';
import { Badge } from './badge.tsx';
import { ReferenceBadge } from './reference-badge.tsx';
import { renderUi } from './render-ui.tsx';

test('a badge is its word', () => {
  renderUi(<Badge tone="success">Đã khám</Badge>);
  expect(screen.getByText('Đã khám')).toBeInTheDocument();
});

test('a result with only a reference range gets words and a sign, never a level', () => {
  const { container } = renderUi(
    <>
      <ReferenceBadge result="within" />
      <ReferenceBadge result="high" />
      <ReferenceBadge result="low" />
    </>,
  );
  expect(container).toHaveTextContent('Trong khoảngCaoThấp');
  expect(container.querySelectorAll('svg')).toHaveLength(3);
});
