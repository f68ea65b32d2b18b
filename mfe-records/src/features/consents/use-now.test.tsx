import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { useNow } from './use-now.ts';

const { jest } = import.meta;
const HOUR = 3_600_000;
let root: Root;
let page: HTMLElement;

function Clock({ moments }: { readonly moments: readonly number[] }) {
  return useNow(moments).getTime();
}
const told = () => Number(page.textContent);
const draw = (moments: readonly number[]) => act(() => root.render(<Clock moments={moments} />));
const pass = (ms: number) =>
  act(() => {
    jest.advanceTimersByTime(ms);
  });

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  jest.useFakeTimers({ now: 0 });
  page = document.createElement('div');
  root = createRoot(page);
});
afterEach(() => {
  act(() => root.unmount());
  jest.useRealTimers();
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
});

test('it is told when the next moment is past, and not before; moments that are past already tell nothing', () => {
  draw([-1, 2 * HOUR, HOUR]);
  expect(told()).toBe(0);
  pass(HOUR);
  expect(told()).toBe(0);
  pass(1);
  expect(told()).toBe(HOUR + 1);
  pass(HOUR);
  expect(told()).toBe(2 * HOUR + 1);
});

test('a moment that is months away is waited for, as long as timers do at a time', () => {
  const far = 60 * 24 * HOUR;
  draw([far]);
  for (let day = 0; day <= 60; day += 1) pass(24 * HOUR);
  expect(told()).toBeGreaterThan(far);
});
