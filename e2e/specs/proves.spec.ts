import { expect, proves, test } from '../support/app.ts';

// Tests of `proves` in this runner. Their ids are no rows of the specification, so the annotations are removed
// afterwards.

test.describe.configure({ mode: 'serial' });

let soft = '';
const rows = () =>
  test.info().annotations.flatMap(({ type, description = '' }) => (type === 'proves' ? [description] : []));
const outcome = (block: Promise<void>): Promise<string> =>
  block.then(
    () => 'passed',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
test.afterEach(() => {
  test.info().annotations.splice(0);
});

test('a block that asserts and passes records its row, whichever way it asserts', async () => {
  await proves('row 1', () => expect(1).toBe(1));
  await proves('row 2', () => expect.poll(() => Promise.resolve(2)).toBe(2));
  await proves('row 3', () => expect(Promise.resolve(1)).resolves.not.toBe(2));
  await proves('row 4', () => expect.soft(1).toBe(1));
  await proves('row 5', () => expect.soft.poll(() => 1).toBe(1));
  await proves('row 6', () => expect.configure({ timeout: 1_000 })(1).toBe(1));
  expect(rows()).toEqual(['row 1', 'row 2', 'row 3', 'row 4', 'row 5', 'row 6']);
});

test('a block that asserts nothing fails, whatever was asserted before; so does one that throws', async () => {
  expect(1).toBe(1);
  expect(await outcome(proves('row 1', () => undefined))).toContain('asserts nothing');
  expect(await outcome(proves('row 2', () => void expect(1)))).toContain('asserts nothing');
  expect(await outcome(proves('row 3', () => expect(1, 'the number').toBe(2)))).toContain('the number');
  expect(rows()).toEqual([]);
});

test('a soft assertion that fails', async () => {
  test.fail();
  soft = `${await outcome(proves('row 1', () => expect.soft(1).toBe(2)))}, ${rows().length} rows`;
});

test('… fails its block, and nothing is recorded', () => {
  expect(soft).toBe('A soft assertion failed in the block of row 1., 0 rows');
});
