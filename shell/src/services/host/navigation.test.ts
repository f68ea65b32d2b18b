/** @jest-environment ./shared/build/src/jest-browser.cjs */
import { fireEvent } from '@testing-library/react';
import { createNavigation, type Navigation } from './navigation.ts';

const { jest } = import.meta;
window.scrollTo = () => undefined;
const path = (navigation: Navigation) => {
  const { pathname, search } = navigation.location.get();
  return pathname + search;
};
const make = () =>
  createNavigation({
    hrefOf: (screen, params) => `/${screen}${params?.['id'] === undefined ? '' : `/${params['id']}`}`,
    readsLinked: () => false,
    pageTitle: (screen) => `${screen} – Sổ sức khỏe`,
  });
const popped = () =>
  new Promise<void>((resolve) => {
    window.addEventListener('popstate', () => setTimeout(resolve), { once: true });
  });
const heading = () => document.body.appendChild(document.createElement('h1'));

beforeEach(() => {
  history.replaceState(null, '', '/dashboard');
  document.body.replaceChildren();
});

test('[ROUTE-85] goes to screens by name and gives their addresses', () => {
  const navigation = make();
  navigation.go('encounter-details', { id: '42' });
  expect(path(navigation)).toBe('/encounter-details/42');
  expect(navigation.location.get().action).toBe('PUSH');
  expect(navigation.hrefOf('family')).toBe('/family');
});

test('going where one already is makes no second entry', () => {
  const navigation = make();
  navigation.push('/family');
  const { length } = history;
  navigation.push('/family');
  expect(history).toHaveLength(length);
});

test('back returns to the entry before; without one it opens the fallback', async () => {
  const navigation = make();
  navigation.back('/family');
  expect(path(navigation)).toBe('/family');
  navigation.push('/setting');
  const done = popped();
  navigation.back('/dashboard');
  await done;
  expect(path(navigation)).toBe('/family');
  expect(navigation.location.get().action).toBe('POP');
});

test('tells the title of the screen to which back leads, also after a step back and a reload', async () => {
  const navigation = make();
  expect(navigation.previous.get()).toBeUndefined();
  navigation.screenShown({ title: 'Trang chủ', heading: null });
  navigation.push('/encounters');
  expect(navigation.previous.get()).toEqual({ title: 'Trang chủ' });
  navigation.screenShown({ title: 'Lịch sử điều trị', heading: null });
  navigation.push('/encounter-details/1');
  navigation.replace('/encounter-details/2');
  expect(navigation.previous.get()).toEqual({ title: 'Lịch sử điều trị' });
  expect(make().previous.get()).toEqual({ title: 'Lịch sử điều trị' });
  const done = popped();
  navigation.back('/dashboard');
  await done;
  expect(navigation.previous.get()).toEqual({ title: 'Trang chủ' });
});

test('an address that is given another name is no step: neither an entry nor a new screen', () => {
  const navigation = make();
  navigation.push('/encounters');
  const { length } = history;
  const { key } = navigation.location.get();
  navigation.rename('/encounters?p=mother');
  expect(path(navigation)).toBe('/encounters?p=mother');
  expect(history).toHaveLength(length);
  expect(navigation.location.get()).toMatchObject({ key, action: 'PUSH' });
  navigation.push('/encounters');
  expect(history).toHaveLength(length);
});

test('[UX-01] a shown screen gives the page its title', () => {
  make().screenShown({ title: 'Huyết áp', heading: null });
  expect(document.title).toBe('Huyết áp – Sổ sức khỏe');
});

test('[UX-02] focus goes to the heading of a new screen, and is left alone on the first one', () => {
  const navigation = make();
  navigation.screenShown({ title: 'a', heading: heading() });
  expect(document.activeElement).toBe(document.body);
  navigation.push('/family');
  const second = heading();
  navigation.screenShown({ title: 'b', heading: second });
  expect(document.activeElement).toBe(second);
});

test('who goes on before the first screen has shown anything is led to the heading of the next', () => {
  const navigation = make();
  navigation.push('/family');
  const next = heading();
  navigation.screenShown({ title: 'b', heading: next });
  expect(document.activeElement).toBe(next);
});

test("a screen with late content regains the focus lost with its first heading, and takes no other's", () => {
  const navigation = make();
  navigation.screenShown({ title: 'a', heading: heading() });
  navigation.screenShown({ title: 'a', heading: heading() });
  expect(document.activeElement).toBe(document.body);

  navigation.push('/family');
  const early = heading();
  navigation.screenShown({ title: 'b', heading: early });
  early.remove();
  const late = heading();
  navigation.screenShown({ title: 'b', heading: late });
  expect(document.activeElement).toBe(late);

  late.remove();
  const link = document.body.appendChild(document.createElement('button'));
  link.focus();
  navigation.screenShown({ title: 'b', heading: heading() });
  expect(document.activeElement).toBe(link);
});

test('[UX-02] after Back, focus is on the link that was used', async () => {
  const navigation = make();
  navigation.screenShown({ title: 'a', heading: null });
  const link = document.body.appendChild(document.createElement('a'));
  link.href = '/family';
  link.focus();
  navigation.push('/family');
  navigation.screenShown({ title: 'b', heading: heading() });
  const done = popped();
  navigation.back('/dashboard');
  await done;
  link.blur();
  const focused = new Promise((resolve) => {
    link.addEventListener('focus', resolve, { once: true });
  });
  navigation.screenShown({ title: 'a', heading: null });
  await focused;
  expect(document.activeElement).toBe(link);
});

test('[UX-33] a guard asks before a step; "stay" keeps the screen, "leave" goes on', () => {
  const navigation = make();
  let dirty = true;
  navigation.guard(() => dirty);
  navigation.push('/family');
  expect(path(navigation)).toBe('/dashboard');
  navigation.leaveQuestion.get()?.answer(false);
  expect(path(navigation)).toBe('/dashboard');
  navigation.push('/family');
  navigation.leaveQuestion.get()?.answer(true);
  expect(path(navigation)).toBe('/family');
  dirty = false;
  navigation.push('/setting');
  expect(navigation.leaveQuestion.get()).toBeUndefined();
});

test("[UX-33] a guard asks before the browser's Back too, and an ended guard does not", async () => {
  const navigation = make();
  navigation.push('/family');
  const end = navigation.guard(() => true);
  const held = popped();
  history.back();
  await held;
  await popped();
  expect(location.pathname).toBe('/family');
  expect(navigation.leaveQuestion.get()).toBeDefined();
  navigation.leaveQuestion.get()?.answer(false);
  end();
  const left = popped();
  history.back();
  await left;
  expect(path(navigation)).toBe('/dashboard');
});

test('[UX-33] choosing to lose what was typed ends only the drafts of the forms that asked', () => {
  const navigation = make();
  const discarded: string[] = [];
  navigation.guard(
    () => true,
    () => discarded.push('dirty'),
  );
  navigation.guard(
    () => false,
    () => discarded.push('clean'),
  );
  navigation.push('/family');
  navigation.leaveQuestion.get()?.answer(false);
  expect(discarded).toEqual([]);
  navigation.push('/family');
  navigation.leaveQuestion.get()?.answer(true);
  expect(discarded).toEqual(['dirty']);
  expect(path(navigation)).toBe('/family');
});

test('[UX-36] the end of a session asks nothing', () => {
  const navigation = make();
  navigation.guard(() => true);
  navigation.release();
  navigation.push('/family');
  expect(navigation.leaveQuestion.get()).toBeUndefined();
  expect(path(navigation)).toBe('/family');
});

test('[UI-06] where the person is on the page is kept 150 ms after the last scroll, once', () => {
  jest.useFakeTimers();
  const kept = jest.spyOn(history, 'replaceState');
  make();
  kept.mockClear();
  Object.assign(window, { scrollY: 200 });
  for (let step = 0; step < 5; step += 1) {
    fireEvent.scroll(window);
    jest.advanceTimersByTime(149);
  }
  expect(kept).not.toHaveBeenCalled();
  jest.advanceTimersByTime(1);
  expect(kept).toHaveBeenCalledTimes(1);
  expect(history.state).toMatchObject({ scroll: 200 });
  jest.useRealTimers();
  kept.mockRestore();
});

test('[UX-03] a reload comes back to the place on the page where the person was', async () => {
  history.replaceState({ key: 'a', index: 3, scroll: 480 }, '', '/family');
  Object.defineProperty(document.documentElement, 'scrollHeight', { configurable: true, value: 5_000 });
  const scrolled = new Promise((resolve) => {
    window.scrollTo = (...to: unknown[]) => resolve(to);
  });
  const navigation = make();
  navigation.screenShown({ title: 'a', heading: heading() });
  expect(await scrolled).toEqual([0, 480]);
  expect(document.activeElement).toBe(document.body);
  window.scrollTo = () => undefined;
});
