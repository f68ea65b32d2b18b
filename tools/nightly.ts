// The long runs: the whole accessibility matrix instead of the pairwise one, every spec, 200 kills of backend and database, the many-machine
// layout, then all measures.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { ensureChromium } from './chromium.ts';
import { ROOT } from './workspace.ts';

function run(args: readonly string[], env: Record<string, string> = {}): boolean {
  return spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } }).status === 0;
}

const specs = run([path.join(ROOT, 'e2e/node_modules/@playwright/test/cli.js'), 'test', '-c', 'e2e/playwright.config.ts'], { NIGHTLY: '1', CI: '1', CHROMIUM: ensureChromium() });
const crashes = run(['--experimental-vm-modules', '--no-warnings', path.join(ROOT, 'node_modules/jest/bin/jest.js'), 'backend/test/crash'], { CRASH_ROUNDS: '200' });
const machines = run([path.join(ROOT, 'tools/many-machines.ts')]);
const measures = run([path.join(ROOT, 'tools/measure/run.ts')]);
process.exitCode = specs && crashes && machines && measures ? 0 : 1;
