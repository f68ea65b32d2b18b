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

test('own files that the page names are fetched first, then those of modules, each with its hash', () => {
  fetchOwnFiles();
  expect(started()).toEqual(['/own.js']);
  expect([isNamed('/m/a/1/slot.js'), isNamed('/m/a/1/other.js')]).toEqual([true, false]);
  fetchModuleFiles();
  expect(started()).toEqual(['/m/a/1/slot.js', '/own.js']);
  expect(document.querySelector('link[href^="/m/"]')).toHaveAttribute('integrity', 'sha256-x');
});

test.each(['load', 'error'])('the font comes after the files of modules: %s', async (event) => {
  fetchOwnFiles();
  fetchModuleFiles();
  await jest.advanceTimersByTimeAsync(0);
  expect(font()).toBeUndefined();
  document.querySelector('link[href^="/m/"]')?.dispatchEvent(new Event(event));
  await jest.advanceTimersByTimeAsync(0);
  expect(font()).toBe('own');
});

test('the page takes its font when the files of the font are there, or will not come', async () => {
  const loading = Promise.withResolvers<FontFace[]>();
  const load = jest.fn(() => loading.promise);
  Object.assign(document, { fonts: { load } });
  document.head.innerHTML = '';
  fetchModuleFiles();
  await jest.advanceTimersByTimeAsync(0);
  expect(load).toHaveBeenCalledWith("16px 'Noto Sans Variable'", 'aạ');
  expect(font()).toBeUndefined();
  loading.reject(new Error('not had'));
  await jest.advanceTimersByTimeAsync(0);
  expect(font()).toBe('own');
  Reflect.deleteProperty(document, 'fonts');
});

test('a file that hangs does not keep the font away; a page that names none takes it at once', async () => {
  fetchOwnFiles();
  fetchModuleFiles();
  await jest.advanceTimersByTimeAsync(5_000);
  expect(font()).toBe('own');
  delete document.documentElement.dataset['font'];
  document.head.innerHTML = '';
  fetchModuleFiles();
  await jest.advanceTimersByTimeAsync(0);
  expect(font()).toBe('own');
});
