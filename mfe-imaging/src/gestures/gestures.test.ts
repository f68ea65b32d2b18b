import { createGestures } from './gestures.ts';

test('one finger is the tool', () => {
  const gestures = createGestures();
  gestures.down(1, [10, 10]);
  expect(gestures.move(1, [13, 14])).toEqual({ kind: 'drag', start: [10, 10], at: [13, 14], delta: [3, 4] });
  expect(gestures.up(1)).toEqual({ kind: 'end' });
  expect(gestures.move(1, [20, 20])).toBeUndefined();
});

test('a second finger ends the tool; two fingers enlarge and move together', () => {
  const gestures = createGestures();
  gestures.down(1, [0, 0]);
  expect(gestures.down(2, [100, 0])).toEqual({ kind: 'cancel' });
  expect(gestures.move(2, [200, 0])).toEqual({ kind: 'pinch', at: [100, 0], factor: 2, delta: [50, 0] });
});

test('the finger left over from two does nothing', () => {
  const gestures = createGestures();
  gestures.down(1, [0, 0]);
  gestures.down(2, [100, 0]);
  expect(gestures.up(2)).toBeUndefined();
  expect(gestures.move(1, [5, 5])).toBeUndefined();
});
