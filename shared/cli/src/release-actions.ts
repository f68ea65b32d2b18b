import { parseArgs } from 'node:util';
import { Failed } from './failed.ts';
import type { Release } from './release-files.ts';
import type { ReleaseService } from './release-service.ts';

/** Options of actions, named as on the operators' pages. */
export const RELEASE_OPTIONS = {
  environment: { type: 'string' },
  version: { type: 'string' },
  percent: { type: 'string' },
  grace: { type: 'string' },
  until: { type: 'string' },
  reason: { type: 'string' },
  cohort: { type: 'string', multiple: true },
  wish: { type: 'string', multiple: true },
  ladder: { type: 'string' },
  urgent: { type: 'boolean', default: false },
  beside: { type: 'boolean', default: false },
  'take-back': { type: 'boolean', default: false },
} as const;

const optionsIn = (words: readonly string[]) => parseArgs({ args: [...words], options: RELEASE_OPTIONS }).values;
export type ReleaseWords = ReturnType<typeof optionsIn>;
/**
 * Parses an action's options.
 * @throws TypeError for an unknown one
 */
export const readReleaseWords: (words: readonly string[]) => ReleaseWords = optionsIn;

/** Source of a release to publish. */
export interface Source {
  /** Default version. */
  version(): Promise<string>;
  /** Checks and builds it. */
  release(version: string): Promise<Release>;
}

/** A parsed command. */
export interface Asked {
  readonly service: ReleaseService;
  readonly module: string;
  readonly source: Source;
  readonly reason: string;
  readonly values: ReleaseWords;
  /** Reports warnings of gates that passed. */
  readonly warn: (finding: string) => void;
}

interface Action {
  /** Options and description for the help text. */
  readonly help: readonly [options: string, meaning: string];
  readonly run: (asked: Asked) => Promise<unknown>;
}

/** Release actions by command name: thin calls of the service, which has the rules and texts. */
export const ACTIONS: Readonly<Record<string, Action>> = {
  publish: {
    help: [
      '[--version X] [--percent N] [--beside]',
      'builds, uploads, passes the gates; N % of devices get it, with 100 everybody',
    ],
    async run(asked) {
      const version = await versionOf(asked);
      tell(asked, await asked.service.upload(await asked.source.release(version)));
      return offered(asked, version);
    },
  },
  recheck: {
    help: [
      '[--version X] [--percent N]',
      'has a refused version checked once more, after operators agreed to what it wishes',
    ],
    async run(asked) {
      const version = await versionOf(asked);
      tell(asked, await asked.service.checked(version));
      return offered(asked, version);
    },
  },
  start: {
    help: [
      '--version X --percent N',
      'begins a rollout; --cohort staff, --ladder auto (climbs by itself), --beside, --urgent (without the half hour in staging)',
    ],
    run: ({ service, reason, values: { version, percent, cohort = [], ladder, urgent, beside } }) =>
      service.change('POST', 'rollouts', {
        version,
        // a ladder defines its own shares, and a cohort alone needs none
        share: ladder === undefined && (percent !== undefined || cohort.length === 0) ? shareOf(percent) : 0,
        cohorts: cohort,
        ladder,
        urgent,
        beside,
        reason,
      }),
  },
  raise: {
    help: ['--percent N [--version X]', 'more devices; fewer only with --take-back'],
    run: async ({ service, reason, values: { version, percent, 'take-back': takeBack } }) =>
      service.change('PATCH', `rollouts/${(await service.rolloutOf(version)).id}`, {
        share: shareOf(percent),
        takeBack,
        reason,
      }),
  },
  promote: {
    help: ['[--version X] [--urgent]', 'gives the version in rollout to everybody'],
    run: async ({ service, reason, values: { version, urgent } }) =>
      service.change('POST', 'promote', {
        version: version ?? (await service.rolloutOf(version)).version,
        urgent,
        reason,
      }),
  },
  stop: {
    help: ['[--version X]', 'takes a rollout back'],
    run: async ({ service, reason, values: { version } }) =>
      service.change('PATCH', `rollouts/${(await service.rolloutOf(version)).id}`, { state: 'stopped', reason }),
  },
  rollback: {
    help: ['[--version X]', 'returns to the newest good version, or to any accepted one by name'],
    run: ({ service, reason, values: { version } }) => service.change('POST', 'rollback', { to: version, reason }),
  },
  hold: {
    help: ['--until 2026-01-31T00:00:00Z', 'nothing reaches more people until then'],
    run: ({ service, reason, values: { until } }) =>
      service.change('POST', 'hold', { until: needed('until', until), reason }),
  },
  kill: {
    help: ['[--grace N]', 'off for everybody; views with typed text stay N s (30; 0: at once)'],
    run: ({ service, reason, values: { grace } }) =>
      service.kill({ ...(grace === undefined ? {} : { grace: numberIn('grace', grace) }), reason }),
  },
  revive: {
    help: ['', 'on again'],
    run: ({ service, reason }) => service.change('POST', 'revive', { reason }),
  },
  approve: {
    help: [
      '--wish "partner pages" [--wish …]',
      'agrees to what gates say that a module wishes: calls, partner pages, permissions',
    ],
    run: ({ service, values: { wish } }) => service.approve(needed('wish', wish)),
  },
  'mark-good': {
    help: ['--version X', 'devices may fall back on it'],
    run: ({ service, reason, values: { version } }) => service.markGood(needed('version', version), { reason }),
  },
  withdraw: {
    help: ['--version X', 'gone everywhere, for good'],
    run: ({ service, reason, values: { version } }) => service.withdraw(needed('version', version), { reason }),
  },
  status: { help: ['', 'what is offered now'], run: ({ service }) => service.channel() },
  history: { help: ['', 'what was ever done, by whom and why'], run: ({ service }) => service.history() },
};

/** One line of help per action. */
export const actionsHelp = (): string =>
  Object.entries(ACTIONS)
    .map(
      ([
        name,
        {
          help: [options, meaning],
        },
      ]) => `  ${`${name} ${options}`.padEnd(46)} ${meaning}`,
    )
    .join('\n');

/** The action of a name; undefined if unknown. */
export const actionOf = (name: string): Action | undefined =>
  Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;

const versionOf = async ({ source, values: { version } }: Asked): Promise<string> => version ?? source.version();

const tell = ({ warn }: Asked, findings: readonly string[]): void => findings.forEach((finding) => warn(finding));

/** If a share is given, the accepted version is offered in the same step. */
async function offered({ service, module, reason, values: { percent, urgent, beside } }: Asked, version: string) {
  if (percent === undefined) return { module, version, state: 'accepted' };
  return service.offer({ version, share: shareOf(percent), urgent, beside, reason });
}

function needed<T>(name: string, value: T | undefined): T {
  if (value === undefined) throw new Failed(`--${name} is missing`);
  return value;
}

function numberIn(name: string, text: string): number {
  const number = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isNaN(number)) throw new Failed(`--${name} must be a number, not "${text}"`);
  return number;
}

/** A share in the service's unit: per 10,000 devices. */
function shareOf(percent: string | undefined): number {
  const share = Math.round(numberIn('percent', needed('percent', percent)) * 100);
  if (!(share > 0 && share <= 10_000)) throw new Failed('--percent must be above 0 and at most 100');
  return share;
}
