import { z } from 'zod';
import { Approve, changeOfRollout, type Command, commandOf, parse, runCommand, ReasonOnly } from '../commands.ts';
import type { ChannelStore } from '../channel-store.ts';
import type { ReleaseStore } from '../release-store.ts';
import type { Actor } from '../team-keys.ts';

/** Actions that an operator can take on a module's page; the names are those of the command line. */
export const OPS_ACTIONS = [
  'start',
  'raise',
  'pause',
  'resume',
  'stop',
  'promote',
  'rollback',
  'hold',
  'kill',
  'revive',
  'withdraw',
  'mark-good',
  'approve',
] as const;
export type OpsAction = (typeof OPS_ACTIONS)[number];

/** A form as submitted by a browser; an empty field counts as not given. */
const text = z.string().max(5_000).default('');
export const OpsFields = z.object({
  form: text,
  environment: z.string().regex(/^[a-z][a-z0-9-]{1,40}$/),
  revision: z.coerce.number().int().min(0).default(0),
  lang: text,
  reason: text,
  version: text,
  rollout: text,
  percent: text,
  cohorts: text,
  ladder: text,
  beside: text,
  urgent: text,
  takeBack: text,
  hours: text,
  grace: text,
  names: text,
  entry: text,
  chunk: text,
  mayRollBack: text,
});
export type OpsFields = z.output<typeof OpsFields>;

const isTicked = (value: string): boolean => value === 'yes';
/** The words of a field, separated by spaces and commas. */
export const words = (value: string): string[] => value.split(/[\s,]+/).filter((word) => word !== '');
const lines = (value: string): string[] =>
  value
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
/** An empty field is not a number: the command's schema rejects it. */
const times = (value: string, factor: number): number =>
  value.trim() === '' ? Number.NaN : Math.round(Number(value.replace(',', '.')) * factor);
const given = (name: string, value: string): object => (value === '' ? {} : { [name]: value });

type OfChannel = Exclude<OpsAction, 'withdraw' | 'mark-good' | 'approve'>;

const COMMAND: Readonly<Record<OfChannel, (fields: OpsFields, now: Date) => Command>> = {
  start: ({ version, percent, cohorts, ladder, beside, urgent, reason }) =>
    commandOf('rollouts', {
      version,
      share: ladder === '' ? times(percent, 100) : 0,
      cohorts: words(cohorts),
      ...given('ladder', ladder),
      beside: isTicked(beside),
      urgent: isTicked(urgent),
      reason,
    }),
  raise: ({ rollout, percent, takeBack, reason }) =>
    changeOfRollout(rollout, { share: times(percent, 100), takeBack: isTicked(takeBack), reason }),
  pause: ({ rollout, reason }) => changeOfRollout(rollout, { state: 'paused', reason }),
  resume: ({ rollout, reason }) => changeOfRollout(rollout, { state: 'running', reason }),
  stop: ({ rollout, reason }) => changeOfRollout(rollout, { state: 'stopped', reason }),
  promote: ({ version, urgent, reason }) => commandOf('promote', { version, urgent: isTicked(urgent), reason }),
  rollback: ({ version, reason }) => commandOf('rollback', { ...given('to', version), reason }),
  hold: ({ hours, reason }, now) => commandOf('hold', { until: untilOf(times(hours, 3_600_000), now), reason }),
  kill: ({ grace, reason }) => commandOf('kill', { grace: times(grace, 1), reason }),
  revive: ({ reason }) => commandOf('revive', { reason }),
};

/** Nothing for a time that no calendar holds: the shape of the command refuses it. */
function untilOf(ms: number, now: Date): string {
  const until = new Date(now.getTime() + ms);
  return Number.isNaN(until.getTime()) ? '' : until.toISOString();
}

export interface ActionParts {
  readonly channels: ChannelStore;
  readonly releases: ReleaseStore;
  readonly log: { info(facts: object, message: string): void };
}

/** Performs the action of a submitted form of a module's page. Throws ReleaseError with the service's own message. */
export async function doAction(
  { channels, releases, log }: ActionParts,
  actor: Actor,
  module: string,
  { action, fields, requestId }: { readonly action: OpsAction; readonly fields: OpsFields; readonly requestId: string },
): Promise<void> {
  const { environment, revision, version, reason } = fields;
  if (action === 'withdraw' || action === 'mark-good' || action === 'approve') {
    actor.demand('ops', { module });
    const { reason: why } = parse(ReasonOnly, { reason });
    if (action === 'withdraw') return releases.withdraw(module, version, actor.name, why);
    if (action === 'mark-good') return releases.markGood(module, version, actor.name, why);
    const { names, ...limits } = parse(Approve, approvalOf(fields));
    log.info({ module, actor: actor.name, names, ...limits, reason: why }, 'approved');
    await releases.approve(module, names, limits);
    return undefined;
  }
  const command = COMMAND[action](fields, new Date());
  await runCommand(
    channels,
    actor,
    { environment, module, requestId, ...(command.atAnyRevision ? {} : { revision }) },
    command,
  );
  return undefined;
}

function approvalOf({ names, entry, chunk, mayRollBack }: OpsFields): object {
  return {
    names: lines(names),
    ...(entry === '' ? {} : { entry: times(entry, 1_000) }),
    ...(chunk === '' ? {} : { chunk: times(chunk, 1_000) }),
    mayRollBack: isTicked(mayRollBack),
  };
}
