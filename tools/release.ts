// pnpm release publish|promote|rollback|kill|revive|status <module> [--version 1.0.1] [--percent 5] [--grace 30]
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { ModuleManifest } from '@phr/contract/registry';
import { SHELL_ROUTES } from '../shell/src/core/routes.ts';
import { buildPackage } from './build-package.ts';
import { type Claimed, claimFaults } from './claims.ts';
import { promote, readChannel, register, rollback, setEnabled, store } from './releases.ts';
import { dirOf, MODULES, releasesDir, versionOf } from './workspace.ts';

const HELP = `usage: pnpm release <command> <module>
  publish <module> [--version X] [--percent N]   build, store under its own version, offer to N % of devices (5)
  publish --from <folder> [--percent N]          the same for a module of another repository, as its \`phr build\` left it there
  promote <module>                                give the version in rollout to everybody
  rollback <module> [--version X]                 take back the rollout, or return to the version before; to any stored one by name
  kill <module> [--grace N]                       turn the module off for everybody; views with typed text stay N s (30; 0: at once)
  revive <module>                                 turn it on again
  status                                          what is offered now
modules: ${MODULES.join(', ')}`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    version: { type: 'string' },
    percent: { type: 'string', default: '5' },
    grace: { type: 'string' },
    from: { type: 'string' },
  },
});
/** Where a module of another repository lies. */
const elsewhere = values.from === undefined ? undefined : path.resolve(values.from);
const [command, module = elsewhere === undefined ? '' : await nameIn(elsewhere)] = positionals;
const isKnown = MODULES.some((name) => name === module) || (await readChannel(module)) !== undefined;

async function manifestIn(folder: string): Promise<ModuleManifest> {
  return JSON.parse(await readFile(path.join(folder, 'module.json'), 'utf8')) as ModuleManifest;
}

async function nameIn(folder: string): Promise<string> {
  return (await manifestIn(folder)).name;
}

/** Rejects with what is wrong before anything is stored: the manifest is held against the shell's screens and what other modules offer now. */
async function assertMayBeOffered(name: string, built: string): Promise<void> {
  const others: Claimed[] = [{ owner: 'shell', routes: SHELL_ROUTES }];
  for (const owner of MODULES) {
    const { current, rollout } = (await readChannel(owner)) ?? {};
    for (const version of [current, rollout?.version])
      if (version !== undefined)
        others.push({ owner, routes: (await manifestIn(path.join(releasesDir(), owner, version))).routes });
  }
  const faults = claimFaults(await manifestIn(built), others);
  if (faults.length > 0) throw new Error(`${name} is not offered:\n  ${faults.join('\n  ')}`);
}

const ACTIONS: Readonly<Record<string, () => Promise<unknown>>> = {
  async publish() {
    const folder = elsewhere ?? dirOf(module);
    const version = values.version ?? versionOf(folder);
    if (!/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version)) throw new Error(`"${version}" is not a version like 1.2.3`);
    const percent = Number(values.percent);
    if (!(percent > 0 && percent <= 100))
      throw new Error(`--percent must be above 0 and at most 100, not "${values.percent}"`);
    if (elsewhere === undefined) await buildPackage(module, version);
    const built = path.join(folder, 'dist');
    await assertMayBeOffered(module, built);
    await store(module, version, built);
    return register(module, version, percent);
  },
  promote: () => promote(module),
  rollback: () => rollback(module, values.version),
  async kill() {
    const grace = values.grace === undefined ? undefined : Number(values.grace);
    if (grace !== undefined && !(grace >= 0 && grace <= 120))
      throw new Error(`--grace must be from 0 to 120 seconds, not "${values.grace}"`);
    return setEnabled(module, false, grace);
  },
  revive: () => setEnabled(module, true),
  async status() {
    return Object.fromEntries(await Promise.all(MODULES.map(async (name) => [name, await readChannel(name)] as const)));
  },
};

const action = command === undefined ? undefined : ACTIONS[command];
if (!action || (command !== 'status' && elsewhere === undefined && !isKnown)) {
  console.error(HELP);
  process.exit(2);
}
try {
  console.log(JSON.stringify(await action(), null, 2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
