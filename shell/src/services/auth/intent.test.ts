/** @jest-environment ./shared/build/src/jest-browser.cjs */
import { createTextStore } from '../host/storage.ts';
import { createIntent } from './intent.ts';

const tab = createTextStore(() => window.sessionStorage);
beforeEach(() => sessionStorage.clear());

test('what a person came for is kept for half an hour and no longer', () => {
  let now = 1_000;
  const intent = createIntent(tab, () => now);
  intent.keep('/quick-in?t=A&e=KCTM-2026&o=BV1');
  now += 30 * 60_000;
  expect(createIntent(tab, () => now).read()).toBe('/quick-in?t=A&e=KCTM-2026&o=BV1');
  now += 1;
  expect(intent.read()).toBeUndefined();
  expect(sessionStorage).toHaveLength(0);
});

test.each([
  '/search?q=ung%20th%C6%B0&type=Condition',
  '/encounters?from=2026-11-01T00:00:00&view=1#list',
  '/conditions',
])('the whole of %p comes back', (path) => {
  createIntent(tab).keep(path);
  expect(createIntent(tab).read()).toBe(path);
});

test('what cannot be read is none', () => {
  tab.set('phr.wanted', '/conditions');
  expect(createIntent(tab).read()).toBeUndefined();
});
