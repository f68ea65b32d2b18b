import type { HubMeter } from '@phr/contract/host-api';

/** A step that can be interrupted (T3). */
export type WorkStep = 'scanning' | 'pairing' | 'saving';

/** Why the last step failed. */
export type Problem = 'stopped' | 'nothing-found' | 'already-paired' | 'failed';

/** State of pairing a meter (DEV-23). */
export interface Pairing {
  readonly step: 'ready' | WorkStep | 'interrupted' | 'retrying' | 'done';
  readonly meters: readonly HubMeter[];
  readonly meter?: HubMeter;
  /** To confirm on the meter. */
  readonly passkey?: string;
  readonly problem?: Problem;
  /** Reason code of the hub or server. */
  readonly code?: string;
  /** Step to resume when the connection is back. */
  readonly interrupted?: WorkStep;
  readonly tries: number;
  /** The hub is scanning and will report when it stops. */
  readonly isScanOpen: boolean;
}

export const READY: Pairing = { step: 'ready', meters: [], tries: 0, isScanOpen: false };
/** Maximum retries of an interrupted step. */
export const MOST_TRIES = 3;

export type PairingEvent =
  | { readonly type: 'scan' }
  | { readonly type: 'found'; readonly meters: readonly HubMeter[] }
  | { readonly type: 'pair'; readonly meter: HubMeter }
  | {
      readonly type: 'reply';
      readonly reply: 'passkey' | 'success' | 'failed' | 'stop';
      readonly value?: string | undefined;
    }
  | { readonly type: 'refused'; readonly problem: Problem; readonly code?: string }
  | { readonly type: 'saved' }
  | { readonly type: 'lost' }
  | { readonly type: 'retry' }
  | { readonly type: 'back' };

/** Reducer; irrelevant events change nothing. */
export function pairingAfter(now: Pairing, event: PairingEvent): Pairing {
  switch (event.type) {
    case 'scan':
      return now.step === 'ready' ? { step: 'scanning', meters: [], tries: 0, isScanOpen: true } : now;
    case 'found':
      return now.step === 'scanning' ? { ...now, meters: merged(now.meters, event.meters) } : now;
    case 'pair':
      return now.step === 'ready' || now.step === 'scanning'
        ? { step: 'pairing', meters: now.meters, meter: event.meter, tries: 0, isScanOpen: now.isScanOpen }
        : now;
    case 'reply':
      return afterReply(now, event.reply, event.value);
    case 'refused':
      return now.step === 'done' ? now : ended(now, event.problem, event.code);
    case 'saved':
      return now.step === 'saving' ? { ...now, step: 'done' } : now;
    case 'lost':
      if (now.step === 'retrying') return { ...now, step: 'interrupted' };
      return isWork(now.step) ? { ...now, step: 'interrupted', interrupted: now.step, isScanOpen: false } : now;
    case 'retry':
      if (now.step !== 'interrupted') return now;
      return now.tries >= MOST_TRIES ? ended(now, 'failed') : { ...now, step: 'retrying', tries: now.tries + 1 };
    case 'back':
      return now.step === 'retrying' && now.interrupted !== undefined
        ? { ...without(now, 'interrupted'), step: now.interrupted, isScanOpen: now.interrupted === 'scanning' }
        : now;
  }
}

function afterReply(
  now: Pairing,
  reply: 'passkey' | 'success' | 'failed' | 'stop',
  value: string | undefined,
): Pairing {
  if (now.step === 'scanning') {
    if (reply === 'stop')
      return {
        ...ended(now, now.meters.length > 0 ? undefined : value === 'TIMEOUT' ? 'nothing-found' : 'stopped'),
        isScanOpen: false,
      };
    return reply === 'failed' ? { ...ended(now, 'failed', value), isScanOpen: false } : now;
  }
  if (now.step !== 'pairing') return now;
  switch (reply) {
    case 'passkey':
      return value === undefined ? now : { ...now, passkey: value };
    // the hub names the paired meter: ignore the success of other commands
    case 'success':
      return value === now.meter?.mac ? { ...without(now, 'passkey'), step: 'saving' } : now;
    case 'stop':
      return now.isScanOpen ? { ...now, isScanOpen: false } : ended(now, 'stopped');
    case 'failed':
      return value === 'NOT_SCANNING'
        ? now
        : ended(now, value === 'ALREADY_BONDED' ? 'already-paired' : 'failed', value);
  }
}

/** Adds the results of a resumed search to earlier ones. */
function merged(before: readonly HubMeter[], found: readonly HubMeter[]): readonly HubMeter[] {
  return [...before.filter(({ mac }) => !found.some((meter) => meter.mac === mac)), ...found];
}

/** Back to the start, keeping found meters and the reason. */
function ended({ meters, isScanOpen }: Pairing, problem: Problem | undefined, code?: string): Pairing {
  return {
    step: 'ready',
    meters,
    tries: 0,
    isScanOpen,
    ...(problem === undefined ? {} : { problem }),
    ...(code === undefined ? {} : { code }),
  };
}

const isWork = (step: Pairing['step']): step is WorkStep =>
  step === 'scanning' || step === 'pairing' || step === 'saving';

function without<K extends 'passkey' | 'interrupted'>(pairing: Pairing, key: K): Omit<Pairing, K> {
  const { [key]: _dropped, ...kept } = pairing;
  return kept;
}
