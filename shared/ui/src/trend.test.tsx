import { screen } from '@testing-library/react';
import { Trend } from './trend.tsx';
import { renderUi } from './render-ui.tsx';

test.each([
  [34, 'Cao hơn lần trước 34 mmHg'],
  [-12, 'Thấp hơn lần trước 12 mmHg'],
  [0, 'Bằng lần trước'],
])('[UX-12] %p is the sentence "%s"', (difference, sentence) => {
  const { container } = renderUi(<Trend difference={difference} unit="mmHg" />);
  expect(screen.getByText(sentence)).toBeInTheDocument();
  expect(container.querySelector('svg')).toHaveAttribute('aria-hidden', 'true');
});

test('what rounds to nothing is no change', () => {
  renderUi(<Trend difference={0.04} unit="Cel" />);
  expect(screen.getByText('Bằng lần trước')).toBeInTheDocument();
});

test('without a value before there is no sentence', () => {
  const { container } = renderUi(<Trend difference={undefined} unit="kg" />);
  expect(container).toBeEmptyDOMElement();
});

test.each([
  [2, 2.8, 'Cao hơn lần trước 2 lần/phút (2,8 %)'],
  [-0.01, -0.2, 'Bằng lần trước'],
])('[UX-12] %p and %p percent are the sentence "%s"', (difference, percent, sentence) => {
  const { container } = renderUi(<Trend difference={difference} unit="/min" percent={percent} />);
  expect(container.textContent.replaceAll('\u00a0', ' ')).toBe(sentence);
});
