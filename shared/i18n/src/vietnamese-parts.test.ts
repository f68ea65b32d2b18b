/** @jest-environment ./shared/build/src/jest-browser.cjs */
import { markVietnamese } from './vietnamese-parts.ts';

const languages = (root: HTMLElement) =>
  [...root.querySelectorAll('[lang]')].map(({ textContent, outerHTML }) => [
    textContent,
    /lang="(\w+)"/.exec(outerHTML)?.[1],
  ]);
const changed = () => new Promise((resolve) => setTimeout(resolve));

test('[UX-40] what is Vietnamese says so, also what comes or changes later, until it is over', async () => {
  const root = document.createElement('main');
  root.innerHTML =
    '<h1>Visit</h1><p>Seen by <b>BS. Đặng Thuỳ Dương</b></p><p lang="en">Phở is a dish</p><p>Café</p><style>/* đ */</style>';
  document.body.append(root);
  const stop = markVietnamese(root);
  expect(languages(root)).toEqual([
    ['BS. Đặng Thuỳ Dương', 'vi'],
    ['Phở is a dish', 'en'],
  ]);
  const row = document.createElement('li');
  row.textContent = 'Huyết áp';
  root.append(row);
  root.querySelector('b')?.replaceChildren('Dr House');
  await changed();
  expect(languages(root)).toEqual([
    ['Phở is a dish', 'en'],
    ['Huyết áp', 'vi'],
  ]);
  const [words] = row.childNodes;
  if (words !== undefined) words.nodeValue = 'Blood pressure';
  await changed();
  expect(languages(root)).toEqual([['Phở is a dish', 'en']]);
  row.textContent = 'Đường huyết';
  await changed();
  stop();
  row.textContent = 'Nhiệt độ';
  await changed();
  expect(languages(root)).toEqual([['Phở is a dish', 'en']]);
});
