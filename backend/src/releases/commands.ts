import { z } from 'zod';
import { COHORT } from '../access/cohort.ts';
import type { Action } from './channel.ts';
import type { Change, Changed, ChannelStore } from './channel-store.ts';
import { Version } from './manifest.ts';
import { ReleaseError } from './release-error.ts';
import { FILE_LIMIT } from './release-store.ts';
import type { Actor, KeyAction } from './team-keys.ts';

const reason = z.string().trim().min(3).max(500);
const share = z.number().int().min(0).max(10_000);
const bytes = z.number().int().min(1).max(FILE_LIMIT);

const Start = z.object({
  version: Version,
  share,
  cohorts: z.array(z.string().regex(COHORT)).max(10).default([]),
  ladder: z.enum(['auto', 'manual']).exactOptional(),
  beside: z.boolean().exactOptional(),
  urgent: z.boolean().exactOptional(),
  reason,
});
const Patch = z.union([
  z.strictObject({ share, takeBack: z.boolean().exactOptional(), reason }),
  z.strictObject({ state: z.enum(['running', 'paused', 'stopped']), reason }),
]);
const Promote = z.object({ version: Version, urgent: z.boolean().exactOptional(), reason });
const Rollback = z.object({ to: Version.exactOptional(), reason });
const Kill = z.object({ grace: z.number().int().min(0).max(120).default(30), reason });
const Hold = z.object({ until: z.iso.datetime({ offset: true }), reason });

/** Parameters of a change without others. */
export const ReasonOnly = z.object({ reason });
/** Gate exemptions of a module, and whether its version is rolled back automatically. */
export const Approve = z.object({
  names: z.array(z.string().min(1).max(200)).max(200).default([]),
  entry: bytes.exactOptional(),
  chunk: bytes.exactOptional(),
  mayRollBack: z.boolean().exactOptional(),
});

/** A requested change of a channel. */
export interface Command {
  readonly needs: KeyAction;
  readonly action: Action;
  readonly reason: string;
  /** Applies to the current state: switching off must not wait. */
  readonly atAnyRevision?: true;
  /** HTTP status of the response; 200 by default. */
  readonly status?: number;
}

/** Changes of a channel by their names. */
export const COMMANDS = ['rollouts', 'promote', 'rollback', 'kill', 'revive', 'hold'] as const;
export type CommandName = (typeof COMMANDS)[number];

const READ: Readonly<Record<CommandName, (body: unknown) => Command>> = {
  rollouts(body) {
    const { reason: why, ...start } = parse(Start, body);
    return { needs: 'rollout', reason: why, action: { kind: 'start', ...start }, status: 201 };
  },
  promote(body) {
    const { reason: why, ...promote } = parse(Promote, body);
    return { needs: 'promote', reason: why, action: { kind: 'promote', ...promote } };
  },
  rollback(body) {
    const { reason: why, ...rollback } = parse(Rollback, body);
    return { needs: 'rollback', reason: why, action: { kind: 'rollback', ...rollback } };
  },
  kill(body) {
    const { reason: why, grace } = parse(Kill, body);
    return { needs: 'kill', reason: why, action: { kind: 'kill', grace }, atAnyRevision: true };
  },
  revive: (body) => ({ needs: 'ops', reason: parse(ReasonOnly, body).reason, action: { kind: 'revive' } }),
  hold(body) {
    const { reason: why, until } = parse(Hold, body);
    return { needs: 'ops', reason: why, action: { kind: 'hold', until } };
  },
};

/** The command of a call's body. Throws ReleaseError 422. */
export const commandOf = (name: CommandName, body: unknown): Command => READ[name](body);

const KINDS = { running: 'resume', paused: 'pause', stopped: 'stop' } as const;

/**
 * The rollout change in a call's body.
 * @throws ReleaseError 422
 */
export function changeOfRollout(rollout: string, given: unknown): Command {
  const body = parse(Patch, given);
  if ('state' in body) {
    const needs = body.state === 'running' ? 'rollout' : 'rollback';
    return { needs, reason: body.reason, action: { kind: KINDS[body.state], rollout } };
  }
  const { reason: why, ...raise } = body;
  return { needs: 'rollout', reason: why, action: { kind: 'raise', rollout, ...raise } };
}

/**
 * Executes a command on an actor's behalf.
 * @throws ReleaseError
 */
export async function runCommand(
  channels: ChannelStore,
  actor: Actor,
  place: Pick<Change, 'environment' | 'module' | 'revision' | 'requestId'>,
  { needs, action, reason: why }: Command,
): Promise<Changed> {
  actor.demand(needs, place);
  return channels.change({ ...place, action, actor: actor.name, reason: why });
}

/**
 * Validates the parameters.
 * @throws ReleaseError 422
 */
export function parse<T extends z.ZodType>(shape: T, value: unknown): z.output<T> {
  const result = shape.safeParse(value);
  if (result.success) return result.data;
  throw new ReleaseError(422, 'FORM_INPUT_INVALID', z.prettifyError(result.error));
}
