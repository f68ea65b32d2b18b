import { renderUi } from './render-ui.tsx';
import { Sparkline } from './sparkline.tsx';

test('a line from the first to the last value, hidden from screen readers', () => {
  const { container } = renderUi(<Sparkline values={[10, 20, 15]} />);
  expect(container.querySelector('svg')).toHaveAttribute('aria-hidden', 'true');
  expect(container.querySelector('path')).toHaveAttribute('d', 'M0 32L60 0L120 16');
});

test('equal values lie in the middle; one value is no course', () => {
  const { container, rerender } = renderUi(<Sparkline values={[5, 5]} />);
  expect(container.querySelector('path')).toHaveAttribute('d', 'M0 16L120 16');
  rerender(<Sparkline values={[5, Number.NaN]} />);
  expect(container).toBeEmptyDOMElement();
});
