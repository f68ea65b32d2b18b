import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { readCopy, writeCopy } from './cached-copy.ts';

const Shape = z.object({ serial: z.number() });

test('a copy is what was written last; one that is missing, torn or of another shape is none', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'phr-copy-'));
  const file = path.join(folder, 'in/registry.json');
  expect(await readCopy(file, Shape)).toBeUndefined();
  await writeCopy(file, { serial: 1 });
  await writeCopy(file, { serial: 2 });
  expect(await readCopy(file, Shape)).toEqual({ serial: 2 });
  for (const text of ['', '{"serial":', '{"serial":"2"}']) {
    await writeFile(file, text);
    expect(await readCopy(file, Shape)).toBeUndefined();
  }
  await rm(folder, { recursive: true });
});
