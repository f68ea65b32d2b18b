import { zoomed } from '../../files/zoom.ts';
import { FADE_MS, REPOSITION_MS, squareSize, swipeTurn, within, ZOOM } from './image-viewer.model.ts';

test('[IMG-24] a step is 0.3, without crumbs, within its limits', () => {
  expect([1, 2, 3].map((steps) => zoomed(1, steps, ZOOM))).toEqual([1.3, 1.6, 1.9]);
  expect(zoomed(1, -1, ZOOM)).toBe(1);
  expect(zoomed(6.9, 1, ZOOM)).toBe(7);
});

test('[IMG-29] a swipe of 0.7 pixels a millisecond turns, a slower one only past half of the width', () => {
  expect(swipeTurn({ distance: -70, duration: 100, width: 300 })).toBe(1);
  expect(swipeTurn({ distance: 70, duration: 100, width: 300 })).toBe(-1);
  expect(swipeTurn({ distance: -69, duration: 100, width: 300 })).toBe(0);
  expect(swipeTurn({ distance: -150, duration: 900, width: 300 })).toBe(1);
  expect(swipeTurn({ distance: 0, duration: 0, width: 300 })).toBe(0);
});

test('[IMG-30] the square is the smaller side of the window minus 80', () => {
  expect(squareSize(1184, 800)).toBe(720);
  expect(squareSize(360, 740)).toBe(280);
});

test('[IMG-28] the gallery fades in 200 ms and moves back in 150 ms', () => {
  expect([FADE_MS, REPOSITION_MS]).toEqual([200, 150]);
});

test('an enlarged picture stays within reach', () => {
  expect(within(500, 1, 300)).toBe(0);
  expect(within(500, 2, 300)).toBe(150);
  expect(within(-20, 2, 300)).toBe(-20);
});
