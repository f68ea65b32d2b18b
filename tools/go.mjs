// Runs a workspace script on the pinned Node and pnpm. Needs only Node >= 18 and npm; everything that it starts runs on
// the pinned versions.
import { runGroup } from './run-group.mjs';

const PNPM = 'pnpm@12.21.0';
const windows = process.platform === 'win32';
const root = new URL('..', import.meta.url);

// npm's own variables would make pnpm believe that it was started by npm.
const env = { ...process.env, npm_config_yes: 'true' };
for (const key of Object.keys(env)) {
  if (/^npm_(package|lifecycle|node_execpath|execpath|command)/.test(key)) delete env[key];
}

async function pnpm(...args) {
  const code = await runGroup(windows ? 'npx.cmd' : 'npx', ['-y', PNPM, ...args], { cwd: root, env, shell: windows });
  if (code !== 0) process.exit(code);
}

await pnpm('install', '--frozen-lockfile');
await pnpm('run', ...process.argv.slice(2));
