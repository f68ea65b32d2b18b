import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const GROUP = path.join(import.meta.dirname, 'run-group.mjs');
let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'phr-group-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/**
 * A server behind two shells, as started by npm and pnpm: it writes its id to a file, and ends with 'stopped' on
 * request.
 */
async function start(): Promise<{
  readonly shell: ChildProcess;
  readonly server: number;
  readonly stopped: () => Promise<string>;
}> {
  const [pid, said] = [path.join(dir, 'pid'), path.join(dir, 'said')];
  const server = `require('fs').writeFileSync('${pid}', String(process.pid)); process.on('SIGTERM', () => { require('fs').writeFileSync('${said}', 'stopped'); process.exit(); }); setInterval(() => {}, 1000)`;
  const runner = `import { runGroup } from '${GROUP}'; process.exit(await runGroup('sh', ['-c', ${JSON.stringify(`"${process.execPath}" -e "${server}"; true`)}], {}))`;
  const shell = spawn('sh', ['-c', `"${process.execPath}" --input-type=module -e "$RUNNER"; true`], {
    env: { ...process.env, RUNNER: runner },
    stdio: 'ignore',
  });
  let id = 0;
  while (!(id > 0)) {
    await pause(20);
    id = Number(await readFile(pid, 'utf8').catch(() => ''));
  }
  return { shell, server: id, stopped: () => readFile(said, 'utf8').catch(() => '') };
}

test('a server ends when the shell that npm put in front of its script is gone', async () => {
  const { shell, server, stopped } = await start();
  shell.kill('SIGTERM');
  await once(shell, 'exit');
  while (isAlive(server)) await pause(20);
  expect(await stopped()).toBe('stopped');
});
