// Runs a workspace script on the pinned Node and pnpm. Needs only Node >= 18 and npm; everything it calls runs on the pinned pair.
import { spawnSync } from 'node:child_process';

const PNPM = 'pnpm@12.21.0';
const windows = process.platform === 'win32';
const root = new URL('..', import.meta.url);

// npm's own variables would make pnpm believe that npm is still in charge.
const env = { ...process.env, npm_config_yes: 'true' };
for (const key of Object.keys(env)) {
  if (/^npm_(package|lifecycle|node_execpath|execpath|command)/.test(key)) delete env[key];
}

function pnpm(...args) {
  const run = spawnSync(windows ? 'npx.cmd' : 'npx', ['-y', PNPM, ...args], { cwd: root, stdio: 'inherit', env, shell: windows });
  if (run.error) console.error(run.error.message);
  if (run.status !== 0) process.exit(run.status ?? 1);
}

pnpm('install', '--frozen-lockfile');
pnpm('run', ...process.argv.slice(2));
