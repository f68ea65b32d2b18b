import { TAG } from './data-set.model.ts';
import { fakeDataSet } from './fake-data-set.test-support.ts';
import { bounds, headerViews, type View } from './voi.model.ts';
import { fullWindow, moveWindow, startView } from './window-level.model.ts';

const linear = (center: number, width: number): View => ({ kind: 'linear', window: { center, width } });

test('header windows keep their order and names; widths of zero and words are left out', () => {
  expect(
    headerViews(
      fakeDataSet({
        [TAG.windowCenter]: '00020\\40\\x\\7',
        [TAG.windowWidth]: '01500\\0\\80\\9',
        [TAG.windowExplanation]: 'BONE\\\\\\SOFT ',
      }),
      1,
    ),
  ).toEqual([
    { ...linear(20, 1500), name: 'BONE' },
    { ...linear(7, 9), name: 'SOFT' },
  ]);
  expect(headerViews(fakeDataSet({}), 1)).toEqual([]);
});

test('without a usable window all values are shown, also when there is only one', () => {
  expect(startView([], { min: -100, max: 300 })).toBeUndefined();
  expect(fullWindow({ min: -100, max: 300 })).toEqual({ center: 100, width: 400 });
  expect(fullWindow({ min: 0, max: 0 }).width).toBe(1);
});

test('a header window beside all values is not used: the picture would be flat', () => {
  const range = { min: 0, max: 255 };
  expect(startView([linear(5000, 100)], range)).toBeUndefined();
  expect(startView([linear(5000, 100), linear(100, 50)], range)).toEqual(linear(100, 50));
});

test('LINEAR counts from middle to middle, LINEAR_EXACT from edge to edge, a width of 1 is a step', () => {
  expect(bounds('linear', { center: 2048, width: 4096 })).toEqual({ lower: 0, upper: 4095 });
  expect(bounds('exact', { center: 2048, width: 4096 })).toEqual({ lower: 0, upper: 4096 });
  const { lower, upper } = bounds('linear', { center: 2016, width: 1 });
  expect([lower, upper > lower, upper < 2016]).toEqual([2015.5, true, true]);
  const narrow = bounds('exact', { center: 0, width: 1e-7 });
  expect(narrow.upper - narrow.lower).toBeCloseTo(1e-7, 12);
});

test('more contrast narrows, more brightness lowers the centre, and the width never reaches zero', () => {
  const window = { center: 100, width: 200 };
  expect(moveWindow(window, { contrast: 0.1, brightness: 0 }, { min: 0, max: 1000 }).width).toBe(100);
  expect(moveWindow(window, { contrast: 0, brightness: 0.1 }, { min: 0, max: 1000 }).center).toBe(0);
  expect(moveWindow(window, { contrast: 9, brightness: 0 }, { min: 0, max: 1000 }).width).toBe(1);
});

test('a number as long as a text may be, and none, makes no window', () => {
  const long = fakeDataSet({ [TAG.windowCenter]: `${'0'.repeat(65_000)}!`, [TAG.windowWidth]: '9' });
  expect(headerViews(long, 1)).toEqual([]);
});
