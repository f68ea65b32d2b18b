import { rm } from 'node:fs/promises';
import path from 'node:path';
import { readConfig } from '../../backend/src/kit/config.ts';
import { startProduct } from '../../backend/src/app/main.ts';
import { copyOf, startTemplateServer } from '../../backend/test/template-databases.ts';
import { buildPackage } from '../build-package.ts';
import { buildAll } from '../build.ts';
import { BUILDS, dirOf, MODULES, ROOT } from '../workspace.ts';
import { requireFree } from './free-ports.ts';

/**
 * Start of the servers, first with demo data and then with the existing data; and of a test's database. Reported
 * without a limit, since machines differ.
 */
export async function measureStart(): Promise<void> {
  await measureTestDatabase();
  await requireFree([4630, 4631, 4632, 4633]);
  const data = path.join(ROOT, '.data/measure-start');
  await rm(data, { recursive: true, force: true });
  for (const name of ['first start, with demo data', 'start on existing data']) {
    const started = performance.now();
    const product = await startProduct(
      readConfig({
        ...process.env,
        DEMO: '1',
        DATA_DIR: data,
        LOG_LEVEL: 'error',
        PORT: '4630',
        IDENTITY_PORT: '4631',
        FILES_PORT: '4632',
        SHELL_DIR: path.join(dirOf('shell'), 'dist'),
      }),
    );
    console.log(`  ${name.padEnd(30)} ${((performance.now() - started) / 1000).toFixed(1)} s`);
    await product.stop();
  }
}

/** How long a test waits for its own database, with all tables and reference lists; target: 200 ms. */
async function measureTestDatabase(): Promise<void> {
  let started = performance.now();
  const server = await startTemplateServer();
  console.log(
    `  server of test databases       ${((performance.now() - started) / 1000).toFixed(1)} s, once a test run`,
  );
  const times: number[] = [];
  for (let n = 0; n < 11; n += 1) {
    started = performance.now();
    const { drop } = await copyOf('words', server.address);
    times.push(performance.now() - started);
    await drop();
  }
  await server.stop();
  times.sort((a, b) => a - b);
  console.log(
    `  a test's database (template)   ${(times[5] ?? Number.NaN).toFixed(0)} ms, median of 11 (${(times[0] ?? Number.NaN).toFixed(0)} to ${(times[10] ?? Number.NaN).toFixed(0)})`,
  );
}

/** Build of everything without any cache, then of one module after a change with a warm one. */
export async function measureBuild(): Promise<void> {
  for (const name of BUILDS) {
    await rm(path.join(dirOf(name), '.cache'), { recursive: true, force: true });
    await rm(path.join(dirOf(name), 'dist'), { recursive: true, force: true });
  }
  let started = performance.now();
  await buildAll();
  console.log(`  everything, cold               ${((performance.now() - started) / 1000).toFixed(0)} s`);
  const [one = ''] = MODULES;
  await rm(path.join(dirOf(one), 'dist/.source'));
  started = performance.now();
  await buildPackage(one);
  console.log(`  ${one}, warm cache`.padEnd(33) + `${((performance.now() - started) / 1000).toFixed(1)} s`);
}
