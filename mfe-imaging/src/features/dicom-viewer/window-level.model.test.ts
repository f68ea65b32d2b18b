import { TAG } from './data-set.model.ts';
import { fakeDataSet } from './fake-data-set.test-support.ts';
import { bounds, fullWindow, headerWindows, moveWindow, startWindow } from './window-level.model.ts';

test('header windows keep their order; widths of zero and words are left out', () => {
  expect(headerWindows(fakeDataSet({ [TAG.windowCenter]: '00020\\40\\x', [TAG.windowWidth]: '01500\\0\\80' }))).toEqual(
    [{ center: 20, width: 1500 }],
  );
  expect(headerWindows(fakeDataSet({}))).toEqual([]);
});

test('without a usable window all values are shown, also when there is only one', () => {
  expect(startWindow([], { min: -100, max: 300 })).toEqual({ center: 100, width: 400 });
  expect(fullWindow({ min: 0, max: 0 }).width).toBe(1);
});

test('a header window beside all values is not used: the picture would be flat', () => {
  expect(startWindow([{ center: 5000, width: 100 }], { min: 0, max: 255 })).toEqual({ center: 127.5, width: 255 });
});

test('more contrast narrows, more brightness lowers the centre, and the width never reaches zero', () => {
  const window = { center: 100, width: 200 };
  expect(moveWindow(window, { contrast: 0.1, brightness: 0 }, { min: 0, max: 1000 }).width).toBe(100);
  expect(moveWindow(window, { contrast: 0, brightness: 0.1 }, { min: 0, max: 1000 }).center).toBe(0);
  expect(moveWindow(window, { contrast: 9, brightness: 0 }, { min: 0, max: 1000 }).width).toBe(1);
  expect(bounds(window)).toEqual({ lower: 0, upper: 200 });
});
