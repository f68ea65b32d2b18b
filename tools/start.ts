// Builds what changed, releases it to this machine, starts everything with demo data, and prints the address to open.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { claimDataFolder } from '../backend/src/demo/embedded-server.ts';
import { asStartFault } from '../backend/src/kit/start-fault.ts';
import { buildAll } from './build.ts';
import { dataDir, dirOf, moduleBuilds, releasesDir } from './workspace.ts';

process.env['DEMO'] ??= '1';
process.env['RELEASES_DIR'] ??= releasesDir();
process.env['RELEASES_PORT'] ??= String(Number(process.env['PORT'] ?? 4000) + 4);
// the demo's first person operates it
if (process.env['DEMO'] === '1') process.env['OPERATORS'] ??= '0901234567';
process.env['SHELL_DIR'] ??= path.join(dirOf('shell'), 'dist');
process.env['EMBED_DIR'] ??= path.join(dirOf('shared/embed'), 'dist');

async function main(): Promise<void> {
  // before anything is built or released: starting a second time by mistake changes nothing
  await mkdir(dataDir(), { recursive: true });
  await claimDataFolder(path.join(dataDir(), 'postgres'));
  console.log('Building (what did not change is skipped) …');
  const builds = moduleBuilds(await buildAll());

  console.log('Starting …');
  const started = performance.now();
  const { readConfig } = await import('../backend/src/kit/config.ts');
  const { runUntilSignal, startProduct, exitOnSignal } = await import('../backend/src/app/main.ts');
  const config = readConfig(process.env);
  const product = await exitOnSignal(() => startProduct(config, builds));
  console.log(`
  Ready in ${((performance.now() - started) / 1000).toFixed(1)} s.  Sẵn sàng.

  Open / Mở:            ${product.urls.shell}
  Sign in / Đăng nhập:  0901234567   password / mật khẩu: phr-demo-2026
  Operate / Vận hành:   ${config.ops?.origin}/ops/modules
  Stop / Dừng:          Ctrl+C
`);

  runUntilSignal(product, config);
}

main().catch((failure: unknown) => {
  const error = asStartFault(failure, {
    ports: [],
    folders: [
      ['RELEASES_DIR', releasesDir()],
      ['DATA_DIR', dataDir()],
    ],
  });
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
