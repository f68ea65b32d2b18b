// Builds what changed, releases it to this machine, starts everything with demo data, and says where to open it.
import { buildAll } from './build.ts';
import { register, store } from './releases.ts';
import { dirOf, MODULES, releasesDir } from './workspace.ts';
import path from 'node:path';

process.env['DEMO'] ??= '1';
process.env['RELEASES_DIR'] ??= releasesDir();
process.env['SHELL_DIR'] ??= path.join(dirOf('shell'), 'dist');
process.env['EMBED_DIR'] ??= path.join(dirOf('shared/embed'), 'dist');

console.log('Building (what did not change is skipped) …');
for (const { name, version } of await buildAll()) {
  if (!MODULES.some((module) => module === name)) continue;
  await store(name, version);
  await register(name, version, 100);
}

console.log('Starting …');
const started = performance.now();
const { readConfig } = await import('../backend/src/config.ts');
const { startBackend } = await import('../backend/src/main.ts');
const backend = await startBackend(readConfig(process.env));
console.log(`
  Ready in ${((performance.now() - started) / 1000).toFixed(1)} s.  Sẵn sàng.

  Open / Mở:            ${backend.urls.shell}
  Sign in / Đăng nhập:  0901234567   password / mật khẩu: phr-demo-2026
  Stop / Dừng:          Ctrl+C
`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => { void backend.stop().then(() => process.exit(0)); });
}
