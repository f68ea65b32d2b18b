import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { provesBy } from './proves.ts';

const counted = () => {
  const rows: string[] = [];
  let assertions = 0;
  const assert = () => {
    assertions += 1;
  };
  return { rows, assert, proves: provesBy({ assertions: () => assertions, record: (id) => rows.push(id) }) };
};

test('a block that asserts and passes records its row, before and after others', async () => {
  const { rows, assert, proves } = counted();
  await proves('row a', assert);
  await proves('row b', async () => {
    await Promise.resolve();
    assert();
  });
  expect(rows).toEqual(['row a', 'row b']);
});

test('a block that asserts nothing fails and records nothing, whatever was asserted before', async () => {
  const { rows, assert, proves } = counted();
  assert();
  await expect(proves('row a', () => undefined)).rejects.toThrow('row a asserts nothing');
  expect(rows).toEqual([]);
});

test('a block that throws fails as it does without, and records nothing', async () => {
  const { rows, assert, proves } = counted();
  const fails = proves('row a', () => {
    assert();
    throw new Error('lost');
  });
  await expect(fails).rejects.toThrow('lost');
  expect(rows).toEqual([]);
});

describe('in this runner', () => {
  let folder = '';
  const recorded = async () =>
    (await Promise.all((await readdir(folder)).map((name) => readFile(path.join(folder, name), 'utf8')))).join('');
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'rows-'));
    process.env['PROVEN_ROWS'] = folder;
  });
  afterEach(async () => {
    delete process.env['PROVEN_ROWS'];
    await rm(folder, { recursive: true });
  });

  test('assertions count, also those that wait; without one the block fails', async () => {
    await proves('row 1', () => expect(1).toBe(1));
    await proves('row 2', () => expect(Promise.resolve(1)).resolves.toBe(1));
    await expect(proves('row 3', () => void expect(1))).rejects.toThrow('asserts nothing');
    await expect(proves('row 4', () => expect(1).toBe(2))).rejects.toThrow();
    expect(await recorded()).toBe('row 1\nrow 2\n');
  });
});
