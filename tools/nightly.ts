// The long runs: the whole accessibility matrix instead of the pairwise one, every spec, then all measures.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { ensureChromium } from './chromium.ts';
import { ROOT } from './workspace.ts';

function run(args: readonly string[], env: Record<string, string> = {}): boolean {
  return spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } }).status === 0;
}

const specs = run([path.join(ROOT, 'e2e/node_modules/@playwright/test/cli.js'), 'test', '-c', 'e2e/playwright.config.ts'], { NIGHTLY: '1', CI: '1', CHROMIUM: ensureChromium() });
const measures = run([path.join(ROOT, 'tools/measure/run.ts')]);
process.exitCode = specs && measures ? 0 : 1;
