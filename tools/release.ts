// pnpm release publish|raise|promote|rollback|stop|hold|kill|revive|withdraw|status|history <module> [--version 1.0.1] …
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { ModuleManifest, Registry } from '@phr/contract/registry';
import { CONTRACT_VERSION } from '@phr/contract/version';
import { sha256Of } from '../backend/src/releases/blob-store.ts';
import { readBuild } from '../backend/src/releases/from-folders.ts';
import { type MachineKey, readMachineKey } from '../backend/src/releases/machine-key.ts';
import type { Descriptor } from '../backend/src/releases/ports.ts';
import { roleOf } from '../backend/src/releases/release-store.ts';
import { SHELL_ROUTES } from '../shell/src/core/routes.ts';
import { buildPackage } from './build-package.ts';
import { type Claimed, claimFaults } from './claims.ts';
import { createReleaseCalls } from './release-calls.ts';
import { manageKeys } from './release-keys.ts';
import { dataDir, dirOf, manifestOf, MODULES, versionOf } from './workspace.ts';

const HELP = `usage: pnpm release <command> <module> [--reason "why"]
  publish <module> [--version X] [--percent N] [--beside]   build, upload, pass the gates, offer to N % of devices (5); 100: to everybody.
                                                            --unit-tests N: how many your run passed, with types and lint good
                                                            --from <folder>: a module of another repository, built there
  raise <module> --percent N [--version X] [--take-back]    more devices; fewer only with --take-back
  promote <module> [--version X]                            give the version in rollout to everybody
  stop <module> [--version X]                               take a rollout back
  rollback <module> [--version X]                           return to the newest good version; to any accepted one by name
  hold <module> --until 2026-01-31T00:00:00Z                nothing reaches more people until then
  kill <module> [--grace N]                                 off for everybody; views with typed text stay N s (30; 0: at once)
  revive <module>                                           on again
  withdraw <module> --version X                             gone everywhere, for good
  status | history <module>                                 what is offered now; what was ever done
  keys <add | revoke | list>                                keys of teams, on the machine of the product
The service is that of the product on DATA_DIR, or RELEASES_URL with RELEASE_KEY, RELEASE_SIGNING_ID and RELEASE_SIGNING_KEY (a file).
modules: ${MODULES.join(', ')}`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    version: { type: 'string' },
    percent: { type: 'string' },
    from: { type: 'string' },
    grace: { type: 'string' },
    until: { type: 'string' },
    reason: { type: 'string' },
    beside: { type: 'boolean', default: false },
    urgent: { type: 'boolean', default: false },
    'unit-tests': { type: 'string', default: '0' },
    team: { type: 'string' },
    module: { type: 'string', multiple: true },
    environment: { type: 'string', multiple: true },
    action: { type: 'string', multiple: true },
    days: { type: 'string' },
    'public-key': { type: 'string' },
    'take-back': { type: 'boolean', default: false },
  },
});
/** Where a module of another repository lies. */
const elsewhere = values.from === undefined ? undefined : path.resolve(values.from);
const [command = '', module = elsewhere === undefined ? '' : manifestOf(elsewhere).name] = positionals;
const folder = elsewhere ?? dirOf(module);
const reason = values.reason ?? `pnpm release ${command}`;
type Calls = ReturnType<typeof createReleaseCalls>;

/** The key of the environment, else that of the product on DATA_DIR. Throws Error that says what is missing. */
async function keyOf(env: NodeJS.ProcessEnv): Promise<MachineKey> {
  const known = await readMachineKey(dataDir());
  const { RELEASES_URL: url, RELEASE_KEY: key, RELEASE_SIGNING_ID: id, RELEASE_SIGNING_KEY: file } = env;
  if (url === undefined && known !== undefined) return known;
  if (url === undefined || key === undefined)
    throw new Error(
      `No product has run on ${dataDir()} that takes releases: start it, or set RELEASES_URL and RELEASE_KEY.`,
    );
  const privateKey = file === undefined ? '' : await readFile(file, 'utf8');
  return { url, key, environment: env['RELEASE_ENVIRONMENT'] ?? 'staging', signing: { id: id ?? '', privateKey } };
}

function percentOf(usual?: string): number {
  const percent = Number(values.percent ?? usual);
  if (!(percent > 0 && percent <= 100))
    throw new Error(`--percent must be above 0 and at most 100, not "${values.percent}"`);
  return Math.round(percent * 100);
}

/** Rejects with what is wrong before anything is uploaded: the manifest is held against the shell's screens and what other modules offer now. */
async function assertMayBeOffered(calls: Calls, name: string): Promise<void> {
  const text = await readFile(path.join(folder, 'dist/module.json'), 'utf8');
  const { modules = [] } = (await calls.registry().catch(() => ({}))) as Partial<Registry>;
  const others: Claimed[] = modules.flatMap(({ name: owner, current, rollout }) =>
    [current, rollout?.release].flatMap((one) => (one === undefined ? [] : [{ owner, routes: one.manifest.routes }])),
  );
  const faults = claimFaults(JSON.parse(text) as ModuleManifest, [{ owner: 'shell', routes: SHELL_ROUTES }, ...others]);
  if (faults.length > 0) throw new Error(`${name} is not offered:\n  ${faults.join('\n  ')}`);
}

/** Builds, uploads, and offers a version: to a share, or to everybody where that is asked for or nobody has any. */
async function publish(calls: Calls): Promise<unknown> {
  const version = values.version ?? versionOf(folder);
  if (!/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version)) throw new Error(`"${version}" is not a version like 1.2.3`);
  const share = percentOf('5');
  if (elsewhere === undefined) await buildPackage(module, version);
  await assertMayBeOffered(calls, module);
  const files = await readBuild(path.join(folder, 'dist'));
  const descriptor = descriptorOf(version, files);
  await calls.upload(descriptor, async (name) => files.get(name) ?? Buffer.alloc(0));
  const { current, rollouts } = await calls.channel(module);
  if (current === version) return calls.channel(module);
  const asked = { version, urgent: values.urgent, reason };
  if (current === null) return calls.change(module, 'POST', 'promote', asked);
  const running = rollouts.find((one) => one.version === version && one.state !== 'stopped');
  const started =
    running === undefined
      ? await calls.change(module, 'POST', 'rollouts', { ...asked, share, beside: values.beside })
      : await calls.change(module, 'PATCH', `rollouts/${running.id}`, { share, reason });
  return share === 10_000 ? calls.change(module, 'POST', 'promote', asked) : started;
}

const COPY = /\.(?:br|gz)$/;

function descriptorOf(version: string, files: ReadonlyMap<string, Buffer>): Descriptor {
  return {
    schema: 1,
    module,
    version,
    manifest: JSON.parse(String(files.get('module.json'))) as ModuleManifest,
    files: [...files]
      .filter(([name]) => !COPY.test(name))
      .map(([name, bytes]) => ({ path: name, sha256: sha256Of(bytes), bytes: bytes.length, role: roleOf(name) })),
    sdk: {
      '@phr/contract': CONTRACT_VERSION,
      '@phr/module-kit': versionOf('shared/module-kit'),
      '@phr/ui': versionOf('shared/ui'),
    },
    checks: { typeErrors: 0, lintErrors: 0, unitTests: Number(values['unit-tests']) },
  };
}

/** The rollout of `--version`, or the only one. */
async function rolloutOf(calls: Calls): Promise<{ readonly id: string; readonly version: string }> {
  const { rollouts } = await calls.channel(module);
  const alive = rollouts.filter(({ state, version }) => state !== 'stopped' && version === (values.version ?? version));
  const [rollout, second] = alive;
  if (rollout === undefined) throw new Error(`${module} has no version in rollout`);
  if (second !== undefined) throw new Error(`Two versions of ${module} are in rollout: name one with --version`);
  return rollout;
}

function graceOf(): number | undefined {
  const grace = values.grace === undefined ? undefined : Number(values.grace);
  if (grace !== undefined && !(grace >= 0 && grace <= 120))
    throw new Error(`--grace must be from 0 to 120 seconds, not "${values.grace}"`);
  return grace;
}

const ACTIONS: Readonly<Record<string, (calls: Calls) => Promise<unknown>>> = {
  publish,
  raise: async (calls) =>
    calls.change(module, 'PATCH', `rollouts/${(await rolloutOf(calls)).id}`, {
      share: percentOf(),
      takeBack: values['take-back'],
      reason,
    }),
  promote: async (calls) =>
    calls.change(module, 'POST', 'promote', { version: values.version ?? (await rolloutOf(calls)).version, reason }),
  stop: async (calls) =>
    calls.change(module, 'PATCH', `rollouts/${(await rolloutOf(calls)).id}`, { state: 'stopped', reason }),
  rollback: (calls) =>
    calls.change(module, 'POST', 'rollback', {
      ...(values.version === undefined ? {} : { to: values.version }),
      reason,
    }),
  hold: (calls) => calls.change(module, 'POST', 'hold', { until: values.until ?? '', reason }),
  async kill(calls) {
    const grace = graceOf();
    return calls.kill(module, { ...(grace === undefined ? {} : { grace }), reason });
  },
  revive: (calls) => calls.change(module, 'POST', 'revive', { reason }),
  withdraw: (calls) => calls.withdraw(module, values.version ?? '', { reason }),
  history: (calls) => calls.history(module),
  status: async (calls) =>
    Object.fromEntries((await calls.all()).modules.map(({ name, ...channel }) => [name, channel])),
};

const action = Object.hasOwn(ACTIONS, command) ? ACTIONS[command] : undefined;
if (command !== 'keys' && (!action || (command !== 'status' && module === ''))) {
  console.error(HELP);
  process.exit(2);
}
try {
  console.log(
    action === undefined
      ? await manageKeys(positionals.slice(1), values)
      : JSON.stringify(await action(createReleaseCalls(await keyOf(process.env))), null, 2),
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
