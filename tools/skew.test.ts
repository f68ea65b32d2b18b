import { storedLabels, pack, unpack } from './skew/kept-release.ts';

test('what is packed comes out as it went in, also bytes that are no text and files that are empty', async () => {
  const files = new Map([
    ['shell/index.html', Buffer.from('<!doctype html>\n')],
    ['shell/empty.js', Buffer.alloc(0)],
    ['a/bytes.wasm', Buffer.from([0, 10, 255, 13])],
  ]);
  expect(await unpack(await pack(files))).toEqual(files);
});

test('one or two releases are kept, each by its day and its number of that day', async () => {
  const labels = await storedLabels();
  expect([1, 2]).toContain(labels.length);
  for (const label of labels) expect(label).toMatch(/^\d{4}-\d{2}-\d{2}(?:-\d+)?$/);
});
