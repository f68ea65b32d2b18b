import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT } from './workspace.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'phr-start-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('[ARCH-04] a start on a data folder that is in use ends before it builds or releases anything', async () => {
  const other = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1e6)']);
  await once(other, 'spawn');
  // the database server runs without rights of its own
  await chmod(folder, 0o755);
  await mkdir(path.join(folder, 'data/postgres'), { recursive: true });
  await writeFile(path.join(folder, 'data/postgres/owner.pid'), String(other.pid));
  const start = spawn(process.execPath, [path.join(ROOT, 'tools/start.ts')], {
    env: { PATH: process.env['PATH'], DATA_DIR: path.join(folder, 'data'), RELEASES_DIR: folder },
  });
  let printed = '';
  for (const out of [start.stdout, start.stderr])
    out.on('data', (text: Buffer) => {
      printed += text.toString();
    });
  const [code] = (await once(start, 'close')) as [number];
  other.kill();
  expect(printed).toMatch(
    /^The data folder .* is in use by the running backend with process id \d+\. Stop it first, or set another DATA_DIR\.\n$/,
  );
  expect(code).toBe(1);
  expect(await readdir(folder)).toEqual(['data']);
});
