import { firstView, lookOf, notesOf, displayedWindow, viewFor } from './look.model.ts';
import type { View } from './voi.model.ts';

const RANGE = { min: 0, max: 1000 };
const BESIDE: View = { kind: 'linear', window: { center: 9000, width: 100 } };
const LUNG: View = { kind: 'linear', window: { center: 300, width: 400 } };
const SOFT: View = { kind: 'sigmoid', window: { center: 500, width: 250 } };
const TABLE: View = { kind: 'table', lut: { first: 0, entries: Uint8Array.of(0, 255), bits: 8 } };
const slice = (...views: readonly View[]) => ({ views, plainValues: false });
const SAID = { isOwn: false, isAsked: false, hasOtherSign: false };

test('the first view that shows something is drawn; the one that a person chose counts where there is one', () => {
  expect(firstView(slice(), undefined)).toBeUndefined();
  expect(viewFor(slice(BESIDE, LUNG), undefined, RANGE)).toBe(1);
  expect(viewFor(slice(BESIDE), undefined, RANGE)).toBe('all');
  expect(viewFor(slice(BESIDE, LUNG), 0, RANGE)).toBe(0);
  expect(viewFor(slice(LUNG), 3, RANGE)).toBe(0);
  expect(firstView(slice(LUNG), 'all')).toBe('all');
});

test('the window that is told is that of the file, also behind a curve; a table has none', () => {
  const told = (view: View, own?: { center: number; width: number }) =>
    displayedWindow(slice(view), lookOf(slice(view), 0, RANGE), own);
  expect(told(LUNG)).toEqual({ center: 300, width: 400 });
  expect(told(SOFT)).toEqual({ center: 500, width: 250 });
  expect(told(TABLE)).toBeUndefined();
  expect(told(LUNG, { center: 1, width: 2 })).toEqual({ center: 1, width: 2 });
  expect(told(SOFT, { center: 1, width: 2 })).toBeUndefined();
  const exact: View = { kind: 'linear', window: { center: 40.123456789, width: 400.25 } };
  expect(told(exact)).toEqual({ center: 40.123456789, width: 400.25 });
  expect(told(exact, { center: 1 / 3, width: 1000 / 3 })).toEqual({ center: 0.333333, width: 333.333 });
});

test('what the viewer chose by itself, left out or found other than the header says is said', () => {
  const all = lookOf(slice(), 'all', RANGE);
  expect(notesOf(slice(), all, SAID)).toEqual(['allValues']);
  expect(notesOf(slice(), all, { ...SAID, isAsked: true })).toEqual([]);
  expect(notesOf(slice(TABLE), lookOf(slice(TABLE), 0, RANGE), SAID)).toEqual(['table']);
  expect(
    notesOf({ views: [SOFT], plainValues: true }, lookOf(slice(SOFT), 0, RANGE), { ...SAID, hasOtherSign: true }),
  ).toEqual(['sigmoid', 'plainValues', 'sign']);
});
