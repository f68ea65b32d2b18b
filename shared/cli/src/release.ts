import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { createReleaseService, type ReleaseService } from './release-service.ts';
import { readRelease } from './release-files.ts';
import { readSigner } from './envelope.ts';
import { Failed } from './failed.ts';
import { check, moduleFolder } from './work.ts';

const OPTIONS = {
  environment: { type: 'string', default: 'staging' },
  version: { type: 'string' },
  percent: { type: 'string' },
  grace: { type: 'string' },
  until: { type: 'string' },
  reason: { type: 'string' },
  cohort: { type: 'string', multiple: true },
  ladder: { type: 'string' },
  urgent: { type: 'boolean', default: false },
  beside: { type: 'boolean', default: false },
  'take-back': { type: 'boolean', default: false },
} as const;

interface Asked {
  readonly service: ReleaseService;
  readonly module: string;
  readonly version: string | undefined;
  readonly reason: string;
  readonly values: ReturnType<typeof optionsIn>;
}

const optionsIn = (words: readonly string[]) => parseArgs({ args: [...words], options: OPTIONS }).values;

const ACTIONS: Readonly<Record<string, (asked: Asked) => Promise<unknown>>> = {
  async publish(asked) {
    const { service, version } = asked;
    const named = version ?? (await ownVersion());
    const unitTests = await check(['--version', named]);
    const release = await readRelease(moduleFolder(), named, unitTests);
    await service.upload(release);
    return offered(asked, named);
  },
  async recheck(asked) {
    const named = asked.version ?? (await ownVersion());
    await asked.service.checked(named);
    return offered(asked, named);
  },
  start: ({ service, version, reason, values: { percent, cohort = [], ladder, urgent, beside } }) =>
    service.change('POST', 'rollouts', {
      version,
      // a ladder has its own shares
      share: ladder === undefined ? shareOf(percent) : 0,
      cohorts: cohort,
      ladder,
      urgent,
      beside,
      reason,
    }),
  raise: async ({ service, version, reason, values }) =>
    service.change('PATCH', `rollouts/${(await service.rolloutOf(version)).id}`, {
      share: shareOf(values.percent),
      takeBack: values['take-back'],
      reason,
    }),
  stop: async ({ service, version, reason }) =>
    service.change('PATCH', `rollouts/${(await service.rolloutOf(version)).id}`, { state: 'stopped', reason }),
  promote: async ({ service, version, reason, values: { urgent } }) =>
    service.change('POST', 'promote', {
      version: version ?? (await service.rolloutOf(version)).version,
      urgent,
      reason,
    }),
  rollback: ({ service, version, reason }) => service.change('POST', 'rollback', { to: version, reason }),
  hold: ({ service, reason, values }) => service.change('POST', 'hold', { until: values.until, reason }),
  revive: ({ service, reason }) => service.change('POST', 'revive', { reason }),
  kill: ({ service, reason, values }) => service.kill({ grace: Number(values.grace ?? 30), reason }),
  withdraw: ({ service, version, reason }) => service.withdraw(version ?? '', { reason }),
  'mark-good': ({ service, version, reason }) => service.markGood(version ?? '', { reason }),
  status: ({ service }) => service.channel(),
  history: ({ service }) => service.history(),
};

/** An accepted version is offered in the same step where a share is named. */
async function offered({ service, module, reason, values: { percent, urgent, beside } }: Asked, version: string) {
  if (percent === undefined) return { module, version, state: 'accepted' };
  return service.offer({ version, share: shareOf(percent), urgent, beside, reason });
}

/** `phr release <action>`: one call of the release service each. Rejects with the service's own words. */
export async function release(words: readonly string[]): Promise<void> {
  const [action = '', ...rest] = words;
  const run = ACTIONS[action];
  if (run === undefined) throw new Failed(`phr release ${Object.keys(ACTIONS).join('|')}`);
  const values = optionsIn(rest);
  const { environment, version, reason = `phr release ${action}` } = values;
  const { name: module } = (await ownFile('module.json')) as { name: string };
  const service = createReleaseService({ environment, ...(await keysIn(process.env)) }, module);
  console.log(JSON.stringify(await run({ service, module, version, reason, values }), null, 2));
}

const ownFile = async (name: string): Promise<unknown> =>
  JSON.parse(await readFile(`${moduleFolder()}/${name}`, 'utf8'));
const ownVersion = async () => ((await ownFile('package.json')) as { version: string }).version;

/** What CI hands over; the signing key itself or a file with it. */
async function keysIn(env: NodeJS.ProcessEnv) {
  const { RELEASES_URL: url, RELEASE_KEY: key, RELEASE_SIGNING_ID: id = '', RELEASE_SIGNING_KEY: signer = '' } = env;
  if (url === undefined || key === undefined)
    throw new Failed('RELEASES_URL and RELEASE_KEY are not set: the README of the module says where they come from');
  return {
    url,
    key,
    signing: { id, privateKey: await readSigner(signer) },
  };
}

/** A share as the service counts it: in 10,000 devices. */
function shareOf(percent: string | undefined): number {
  const share = Math.round(Number(percent) * 100);
  if (!(share > 0 && share <= 10_000)) throw new Failed('--percent must be above 0 and at most 100');
  return share;
}
