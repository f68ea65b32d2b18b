/** @jest-environment ./shared/build/src/jest-browser.cjs */
import { fetchNamedFiles, isNamed } from './named-files.ts';

const started = () => [...document.querySelectorAll('link[rel="preload"]')].map((link) => link.getAttribute('href'));

test.each([
  ['has come', () => Promise.resolve()],
  ['could not be had', () => Promise.reject(new Error('no words'))],
])('own files that the page names are fetched first, those of modules when the words %s', async (_how, words) => {
  document.head.innerHTML =
    '<link rel="phr-ahead" as="script" crossorigin integrity="sha256-x" href="/m/a/1/slot.js"><link rel="phr-ahead" as="script" href="/own.js"><link rel="icon" href="/i.svg">';
  const first = words();
  fetchNamedFiles(first);
  expect(started()).toEqual(['/own.js']);
  expect([isNamed('/m/a/1/slot.js'), isNamed('/m/a/1/other.js')]).toEqual([true, false]);
  await first.catch(() => undefined);
  await Promise.resolve();
  expect(started()).toEqual(['/m/a/1/slot.js', '/own.js']);
  expect(document.querySelector('link[href^="/m/"]')).toHaveAttribute('integrity', 'sha256-x');
});
