// Tests the combinations that can occur on people's devices: `pnpm skew [--environment production]` takes the releases
// offered by the release service, with the shell of this checkout and the stored ones (e2e/fixtures/releases), and
// exits with 1 when a pair does not work. RELEASES_URL is the address of the service.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { parseRegistry } from '../../shared/loader/src/registry.ts';
import { checkInBrowser } from '../load-gate/load-gate.ts';
import { dirOf } from '../workspace.ts';
import { dayOf, storedLabels, unpackInto } from './kept-release.ts';
import { type Pair, pairsOf, type ShellOfDay } from './matrix.ts';

/** Today's shell, and the stored ones below a folder: each was used until the next one was released. */
async function shellsBelow(folder: string, today: string): Promise<readonly ShellOfDay[]> {
  const labels = await storedLabels();
  for (const label of labels) await unpackInto(label, path.join(folder, label));
  return [
    ...labels.map((label, at) => ({
      since: dayOf(label),
      until: dayOf(labels[at + 1] ?? today),
      shellDir: path.join(folder, label, 'shell'),
    })),
    { since: today, shellDir: path.join(dirOf('shell'), 'dist') },
  ];
}

/** All pairs of what a service offers; rejects when it has no registry for the environment. */
async function pairsOfService(url: string, environment: string, folder: string, now: Date) {
  const answer = await fetch(`${url}/registry/2.json?environment=${environment}`);
  if (!answer.ok) throw new Error(`${url} has no registry of ${environment}: ${answer.status}`);
  const registry = parseRegistry(await answer.json());
  const shells = await shellsBelow(folder, now.toISOString().slice(0, 10));
  return pairsOf(shells, registry, (module, version) => `${url}/m/${module}/${version}`, now);
}

async function tell({ shell, module, version, job }: Pair): Promise<boolean> {
  const found = await checkInBrowser({ ...job, mounts: 0, whole: true });
  console.log(`${found.length === 0 ? 'ok ' : 'BAD'} shell of ${shell.since}, ${module} ${version}`);
  for (const { where, message } of found) console.log(`      ${where}: ${message}`);
  return found.length === 0;
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { environment: { type: 'string', default: 'production' } } });
  const folder = await mkdtemp(path.join(tmpdir(), 'phr-skew-'));
  try {
    const url = process.env['RELEASES_URL'] ?? 'http://localhost:4004';
    let isGood = true;
    for (const pair of await pairsOfService(url, values.environment, folder, new Date()))
      isGood = (await tell(pair)) && isGood;
    process.exitCode = isGood ? 0 : 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
