/** @jest-environment ./shared/build/src/jest-browser.cjs */
import { fetchNamedFiles } from './files-ahead.ts';

test('the files that the page names are fetched when the first script runs, as they will be asked for', () => {
  document.head.innerHTML =
    '<link rel="phr-ahead" as="script" crossorigin integrity="sha256-x" href="/m/a/1/slot.js"><link rel="icon" href="/i.svg">';
  fetchNamedFiles();
  expect([...document.querySelectorAll('link')].map((link) => link.rel)).toEqual(['preload', 'icon']);
  expect(document.querySelector('link[rel="preload"]')).toHaveAttribute('integrity', 'sha256-x');
});
