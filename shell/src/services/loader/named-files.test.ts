/** @jest-environment ./shared/build/src/jest-browser.cjs */
import { fetchModuleFiles, fetchOwnFiles, isNamed } from './named-files.ts';

const { jest } = import.meta;

const started = () => [...document.querySelectorAll('link[rel="preload"]')].map((link) => link.getAttribute('href'));
const font = () => document.documentElement.dataset['font'];

beforeEach(() => {
  jest.useFakeTimers();
  delete document.documentElement.dataset['font'];
  document.head.innerHTML =
    '<link rel="phr-ahead" as="script" crossorigin integrity="sha256-x" href="/m/a/1/slot.js"><link rel="phr-ahead" as="script" href="/own.js"><link rel="icon" href="/i.svg">';
});

afterEach(() => {
  jest.useRealTimers();
});

test.each([
  ['has come', () => Promise.resolve()],
  ['could not be had', () => Promise.reject(new Error('no words'))],
])('own files that the page names are fetched first, those of modules when the words %s', async (_how, words) => {
  const first = words();
  fetchOwnFiles();
  fetchModuleFiles(first);
  expect(started()).toEqual(['/own.js']);
  expect([isNamed('/m/a/1/slot.js'), isNamed('/m/a/1/other.js')]).toEqual([true, false]);
  await first.catch(() => undefined);
  await Promise.resolve();
  expect(started()).toEqual(['/m/a/1/slot.js', '/own.js']);
  expect(document.querySelector('link[href^="/m/"]')).toHaveAttribute('integrity', 'sha256-x');
});

test.each(['load', 'error'])('the font comes after the files of modules: %s', async (event) => {
  fetchOwnFiles();
  fetchModuleFiles(Promise.resolve());
  await jest.advanceTimersByTimeAsync(0);
  expect(font()).toBeUndefined();
  document.querySelector('link[href^="/m/"]')?.dispatchEvent(new Event(event));
  await jest.advanceTimersByTimeAsync(0);
  expect(font()).toBe('own');
});

test('a file that hangs does not keep the font away; a page that names none takes it at once', async () => {
  fetchOwnFiles();
  fetchModuleFiles(Promise.resolve());
  await jest.advanceTimersByTimeAsync(5_000);
  expect(font()).toBe('own');
  delete document.documentElement.dataset['font'];
  document.head.innerHTML = '';
  fetchModuleFiles(Promise.resolve());
  await jest.advanceTimersByTimeAsync(0);
  expect(font()).toBe('own');
});
