import { fireEvent, screen } from '@testing-library/dom';
import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Frame } from './picture.port.ts';
import { Plot } from './plot.view.tsx';

const frame = (start: number, end: number): Frame => ({
  axis: { min: 0, max: 10, step: 5 },
  span: { start, end },
  stripes: [],
  targets: [],
  marks: [],
  formatValue: String,
});
const plot = (of: Frame, stops: readonly number[], words: string) => (
  <Plot frame={of} summary="S" hint="H" stops={stops} describe={(index) => `${words} ${stops[index] ?? ''}`}>
    {() => null}
  </Plot>
);

function open(): (ui: ReactNode) => void {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  return (ui) => act(() => root.render(ui));
}
const press = (key: string) =>
  act(() => {
    fireEvent.keyDown(screen.getByRole('application'), { key });
  });

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});
afterEach(() => {
  document.body.replaceChildren();
});

test('points of the same period that come later leave the walk where it is; another period ends it', () => {
  const show = open();
  show(plot(frame(0, 100), [10, 50, 90], 'day'));
  press('End');
  expect(screen.getByRole('status')).toHaveTextContent('day 90');
  show(plot(frame(0, 100), [8, 12, 48, 52, 88, 97], 'reading'));
  expect(screen.getByRole('status')).toHaveTextContent('reading 88');
  press('ArrowRight');
  expect(screen.getByRole('status')).toHaveTextContent('reading 97');
  show(plot(frame(0, 200), [8, 97, 150], 'reading'));
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});

test('without points nothing is walked to', () => {
  const show = open();
  show(plot(frame(0, 100), [10], 'day'));
  press('End');
  show(plot(frame(0, 100), [], 'day'));
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});
