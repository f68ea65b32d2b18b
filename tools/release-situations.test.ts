import { readFileSync } from 'node:fs';

const ROWS = [
  ...readFileSync('docs/release-situations.md', 'utf8').matchAll(/^\| (\d+) \| (.+?) \| .+ \| `([^`]+)`: (.+) \|$/gm),
].map(([, number = '', situation = '', file = '', title = '']) => ({ number: Number(number), situation, file, title }));

test('each of the situations with releases is held by a test of that name', () => {
  expect([...new Set(ROWS.map(({ number }) => number))]).toEqual(Array.from({ length: 22 }, (_, at) => at + 1));
  const missing = ROWS.filter(({ file, title }) => !readFileSync(file, 'utf8').replaceAll('\\', '').includes(title));
  expect(missing).toEqual([]);
});
