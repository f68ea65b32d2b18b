import { screen } from '@testing-library/react';
import { Heading } from './heading.tsx';
import { renderUi } from './render-ui.tsx';

test('[UX-05] a heading stands at the level that it is told, at most 6', () => {
  renderUi(
    <>
      <Heading level={2}>Hai</Heading>
      <Heading level={9}>Sâu</Heading>
    </>,
  );
  expect(screen.getByRole('heading', { level: 2, name: 'Hai' })).toBeInTheDocument();
  expect(screen.getByRole('heading', { level: 6, name: 'Sâu' })).toBeInTheDocument();
});
