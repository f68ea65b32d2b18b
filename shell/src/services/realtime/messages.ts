import type { HubMeter, HubStatus, MeasureSessionEvent, TopicMap } from '@phr/contract/host-api';
import { flag, isObject, list, number, lenientObject, text } from '@phr/fhir/json';
import type { CodedNotice } from '../host/notify.ts';

// Parsers of the server's socket messages (api.md §8). Malformed messages are dropped.

const NOTICE_TYPES = ['info', 'success', 'warning', 'error'] as const;
const PAIRINGS = ['INIT', 'STANDBY', 'SCANNING', 'PAIRING'] as const;
const REPLIES = ['passkey', 'success', 'failed', 'stop'] as const;
const oneOf = <T extends string>(value: unknown, known: readonly T[]): T | undefined =>
  known.find((one) => one === value);

/** A server message; its code identifies the subject. */
export type ServerToast = CodedNotice;

/** A toast as JSON text `{ message, code, type }` (NOTI-05). */
export function readToast(value: unknown): ServerToast | undefined {
  if (typeof value !== 'string') return undefined;
  try {
    const read: unknown = JSON.parse(value);
    if (!isObject(read)) return undefined;
    const [title, type, code] = [text(read['message']), oneOf(read['type'], NOTICE_TYPES), text(read['code'])];
    return title === undefined ? undefined : { type: type ?? 'info', title, ...(code === undefined ? {} : { code }) };
  } catch {
    return undefined;
  }
}

const asSession = lenientObject({ id: text, mac: text, minsTimeout: number, startedAt: text, state: text });
export function readSession(value: unknown): MeasureSessionEvent | undefined {
  const read = asSession(value);
  const state = oneOf(read?.state, ['started', 'ended'] as const);
  if (read?.id === undefined || state === undefined) return undefined;
  return {
    id: read.id,
    mac: read.mac ?? '',
    minsTimeout: read.minsTimeout ?? 0,
    startedAt: read.startedAt ?? '',
    state,
  };
}

const asStatus = lenientObject({ mac: text, pairing: text, online: flag });
export function readHubStatus(value: unknown): HubStatus | undefined {
  const read = asStatus(value);
  const pairing = oneOf(read?.pairing, PAIRINGS);
  return read?.mac === undefined || pairing === undefined
    ? undefined
    : { mac: read.mac, pairing, online: read.online ?? false };
}

const asMeter = (value: unknown): HubMeter | undefined => {
  const read = lenientObject({ mac: text, name: text, type: text })(value);
  return read?.mac === undefined ? undefined : { mac: read.mac, name: read.name ?? read.mac, type: read.type ?? '' };
};
const asFound = lenientObject({ mac: text, meters: list(asMeter) });
export function readHubFound(value: unknown): TopicMap['hub:found'] | undefined {
  const read = asFound(value);
  return read?.mac === undefined ? undefined : { mac: read.mac, meters: read.meters ?? [] };
}

const asReply = lenientObject({ mac: text, reply: text, value: text });
export function readHubReply(value: unknown): TopicMap['hub:reply'] | undefined {
  const read = asReply(value);
  const reply = oneOf(read?.reply, REPLIES);
  return read?.mac === undefined || reply === undefined
    ? undefined
    : { mac: read.mac, reply, ...(read.value === undefined ? {} : { value: read.value }) };
}

/** Code of a rejected handshake or command, or of a disconnect. */
export function codeIn(value: unknown): string | undefined {
  return isObject(value)
    ? (text(value['code']) ?? codeIn(value['data']))
    : value instanceof Error && 'data' in value
      ? codeIn(value.data)
      : undefined;
}
