// pnpm release publish|raise|promote|rollback|stop|hold|kill|revive|withdraw|status|history <module> [--version 1.0.1] …
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readSigner } from '@phr/cli/envelope';
import { readRelease } from '@phr/cli/release-files';
import { createReleaseService, readChannels, type ReleaseService } from '@phr/cli/release-service';
import { type MachineKey, readMachineKey } from '../backend/src/releases/machine-key.ts';
import { buildPackage } from './build-package.ts';
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
  approve <module> --wish "partner pages" [--wish …]        agree to what gates say that it wishes: calls, partner pages, permissions
  mark-good <module> --version X                            devices may fall back on it
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
    wish: { type: 'string', multiple: true },
    'take-back': { type: 'boolean', default: false },
  },
});
/** Where a module of another repository lies. */
const elsewhere = values.from === undefined ? undefined : path.resolve(values.from);
const [command = '', module = elsewhere === undefined ? '' : manifestOf(elsewhere).name] = positionals;
const folder = elsewhere ?? dirOf(module);
const reason = values.reason ?? `pnpm release ${command}`;

/** The key of the environment, else that of the product on DATA_DIR. Throws Error that says what is missing. */
async function keyOf(env: NodeJS.ProcessEnv): Promise<MachineKey> {
  const known = await readMachineKey(dataDir());
  const { RELEASES_URL: url, RELEASE_KEY: key, RELEASE_SIGNING_ID: id, RELEASE_SIGNING_KEY: file } = env;
  if (url === undefined && known !== undefined) return known;
  if (url === undefined || key === undefined)
    throw new Error(
      `No product has run on ${dataDir()} that takes releases: start it, or set RELEASES_URL and RELEASE_KEY.`,
    );
  const privateKey = await readSigner(file ?? '');
  return { url, key, environment: env['RELEASE_ENVIRONMENT'] ?? 'staging', signing: { id: id ?? '', privateKey } };
}

function percentOf(usual?: string): number {
  const percent = Number(values.percent ?? usual);
  if (!(percent > 0 && percent <= 100))
    throw new Error(`--percent must be above 0 and at most 100, not "${values.percent}"`);
  return Math.round(percent * 100);
}

/** Builds, uploads, and offers a version: to a share, or to everybody where that is asked for or nobody has any. */
async function publish(service: ReleaseService): Promise<unknown> {
  const version = values.version ?? versionOf(folder);
  if (!/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version)) throw new Error(`"${version}" is not a version like 1.2.3`);
  const share = percentOf('5');
  if (elsewhere === undefined) await buildPackage(module, version);
  await service.upload(await readRelease(folder, version, Number(values['unit-tests'])));
  return service.offer({ version, share, beside: values.beside, urgent: values.urgent, reason });
}

function graceOf(): number | undefined {
  const grace = values.grace === undefined ? undefined : Number(values.grace);
  if (grace !== undefined && !(grace >= 0 && grace <= 120))
    throw new Error(`--grace must be from 0 to 120 seconds, not "${values.grace}"`);
  return grace;
}

const ACTIONS: Readonly<Record<string, (service: ReleaseService) => Promise<unknown>>> = {
  publish,
  raise: async (service) =>
    service.change('PATCH', `rollouts/${(await service.rolloutOf(values.version)).id}`, {
      share: percentOf(),
      takeBack: values['take-back'],
      reason,
    }),
  promote: async (service) =>
    service.change('POST', 'promote', {
      version: values.version ?? (await service.rolloutOf(values.version)).version,
      reason,
    }),
  stop: async (service) =>
    service.change('PATCH', `rollouts/${(await service.rolloutOf(values.version)).id}`, { state: 'stopped', reason }),
  rollback: (service) =>
    service.change('POST', 'rollback', {
      ...(values.version === undefined ? {} : { to: values.version }),
      reason,
    }),
  hold: (service) => service.change('POST', 'hold', { until: values.until ?? '', reason }),
  async kill(service) {
    const grace = graceOf();
    return service.kill({ ...(grace === undefined ? {} : { grace }), reason });
  },
  revive: (service) => service.change('POST', 'revive', { reason }),
  approve: (service) => service.approve(values.wish ?? []),
  'mark-good': (service) => service.markGood(values.version ?? '', { reason }),
  withdraw: (service) => service.withdraw(values.version ?? '', { reason }),
  history: (service) => service.history(),
};

/** What a command has to say; undefined for one that is none. */
async function answerOf(): Promise<string | undefined> {
  if (command === 'keys') return manageKeys(positionals.slice(1), values);
  if (command === 'status') return JSON.stringify(await readChannels(await keyOf(process.env)), null, 2);
  const action = Object.hasOwn(ACTIONS, command) ? ACTIONS[command] : undefined;
  if (action === undefined || module === '') return undefined;
  return JSON.stringify(await action(createReleaseService(await keyOf(process.env), module)), null, 2);
}

try {
  const answer = await answerOf();
  console.log(answer ?? HELP);
  if (answer === undefined) process.exitCode = 2;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
