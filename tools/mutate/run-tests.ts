// Runs some test files in the copy, for so long.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** 'passed', 'limit' when the time ran out, the first test that failed, or the output when no test could start. */
export type Outcome =
  | 'passed'
  | 'limit'
  | { readonly test: string; readonly title: string }
  | { readonly fault: string };

const LAST_MS = 3_000;

/** Ends a process with all that it started. */
function end(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // it is gone
  }
}

async function spawned(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv, limitMs: number) {
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const pid = child.pid ?? 0;
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (said += data.toString()));
  const kill = (): void => end(pid, 'SIGKILL');
  process.once('exit', kill);
  let isOver = false;
  const timers = [
    setTimeout(() => {
      isOver = true;
      end(pid, 'SIGTERM');
    }, limitMs),
    setTimeout(kill, limitMs + LAST_MS),
  ];
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', reject).once('exit', (status) => resolve(status ?? 1));
  });
  timers.forEach(clearTimeout);
  // workers that hang outlive the process that started them
  kill();
  process.off('exit', kill);
  return { code, isOver, said };
}

/** Runs test files of the copy until one fails. */
export async function runTests(copy: string, tests: readonly string[], limitMs: number): Promise<Outcome> {
  // a run that bails out leaves its databases in the folder for temporary files
  const dir = mkdtempSync(path.join(tmpdir(), 'mutate-'));
  const failures = path.join(dir, 'failures');
  const { PROVEN_ROWS: _rows, JEST_WORKER_ID: _worker, TEST_DATABASES: _databases, ...env } = process.env;
  try {
    const { code, isOver, said } = await spawned(
      [
        '--experimental-vm-modules',
        '--no-warnings',
        path.join(copy, 'node_modules/jest/bin/jest.js'),
        ...['--bail', '--silent', `--reporters=${path.join(import.meta.dirname, 'first-failure.mjs')}`],
        ...(tests.length < 4 ? ['--runInBand'] : ['--maxWorkers=2']),
        `--cacheDirectory=${copy}-jest`,
        ...['--runTestsByPath', ...tests],
      ],
      copy,
      { ...env, TMPDIR: dir, MUTATE_FAILURES: failures },
      limitMs,
    );
    if (existsSync(failures)) {
      const first = JSON.parse(readFileSync(failures, 'utf8').split('\n')[0] ?? '') as { test: string; title: string };
      return { ...first, test: path.relative(realpathSync(copy), first.test).replaceAll(path.sep, '/') };
    }
    if (isOver) return 'limit';
    return code === 0 ? 'passed' : { fault: said };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
