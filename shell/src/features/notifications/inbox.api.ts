import { isAppError } from '@phr/contract/app-error';
import { readSearchset } from '@phr/fhir/bundle';
import { anything, flag, lenientObject, list, number, type Read, text } from '@phr/fhir/json';
import type { Client } from '@phr/http/client';

/** An inbox entry: a reference within a record, without content. */
export interface Entry {
  readonly id: string;
  readonly patientId: string;
  readonly kind: string;
  /** 'Appointment/42' */
  readonly reference: string;
  readonly createdAt: string;
  readonly isRead: boolean;
}

export interface InboxPage {
  readonly entries: readonly Entry[];
  /** Start of the next page; undefined after the last one. */
  readonly next: string | undefined;
  /** Resources the entries refer to, by patient and reference (`keyOf`), as far as currently readable. */
  readonly things: ReadonlyMap<string, InboxResource>;
}

export type InboxResource = Readonly<Record<string, unknown>>;

const asEntry = lenientObject({ id: text, patientId: text, kind: text, reference: text, createdAt: text, read: flag });
const asPage = lenientObject({ entries: list(asEntry), next: text });
const asOpened = lenientObject({ kind: text, entry: asEntry });
const asCount = lenientObject({ unread: number });
/** Statuses of records and resources no longer readable or existing. */
const CLOSED: readonly (number | undefined)[] = [403, 404, 410];

/** Key of a resource: the same reference in another record is a different one. */
export const keyOf = ({ patientId, reference }: Pick<Entry, 'patientId' | 'reference'>): string =>
  `${patientId} ${reference}`;

/**
 * A page of the inbox, newest first, with the entries' resources. Rejects with AppError; 404 and 501 if the server has
 * no inbox.
 */
export async function fetchInbox(client: Client, before: string | undefined, signal: AbortSignal): Promise<InboxPage> {
  const { body } = await client.send({
    service: 'phr',
    method: 'GET',
    path: '/api/phr/inbox',
    query: { before },
    signal,
  });
  const page = asPage(body);
  const entries = (page?.entries ?? []).flatMap((raw) => entryOf(raw) ?? []);
  return { entries, next: page?.next, things: await fetchThings(client, entries, signal) };
}

function entryOf({ id, patientId, kind, reference, createdAt, read }: Read<typeof asEntry>): Entry | undefined {
  return id === undefined || patientId === undefined || kind === undefined || reference === undefined
    ? undefined
    : { id, patientId, kind, reference, createdAt: createdAt ?? '', isRead: read === true };
}

/** Reads the entries' resources, one call per type and record; the server checks access again. */
async function fetchThings(
  client: Client,
  entries: readonly Entry[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, InboxResource>> {
  const groups = Map.groupBy(
    entries.map(({ patientId, reference }) => ({ patientId, ...partsOf(reference) })),
    ({ patientId, type }) => `${patientId} ${type}`,
  );
  const read = await Promise.all(
    [...groups.values()].map(async (group) => {
      const [{ patientId, type } = { patientId: '', type: '' }] = group;
      const ids = [...new Set(group.map(({ id }) => id))];
      const found = await thingsOf(client, { patientId, type, ids }, signal);
      return found.map((thing) => [keyOf({ patientId, reference: `${type}/${String(thing['id'])}` }), thing] as const);
    }),
  );
  return new Map(read.flat());
}

async function thingsOf(
  client: Client,
  { patientId, type, ids }: { readonly patientId: string; readonly type: string; readonly ids: readonly string[] },
  signal: AbortSignal,
): Promise<readonly InboxResource[]> {
  try {
    const { body } = await client.send({
      service: 'fhir',
      method: 'GET',
      path: `/Patient/${encodeURIComponent(patientId)}/${encodeURIComponent(type)}`,
      query: { _id: ids.join(','), _count: ids.length },
      signal,
    });
    return readSearchset(body, anything, type).resources;
  } catch (error) {
    if (isAppError(error) && CLOSED.includes(error.httpStatus)) return [];
    throw error;
  }
}

/**
 * Target of a push notification, as far as readable. 'doses': a dose, shown among the medicines. Undefined for several
 * targets, someone else's, or without server support. Rejects with AppError.
 */
export async function fetchOpened(
  client: Client,
  messageId: string,
  signal: AbortSignal,
): Promise<{ readonly entry: Entry; readonly thing: InboxResource | undefined } | 'doses' | undefined> {
  const { body } = await client.send({
    service: 'phr',
    method: 'GET',
    path: `/api/phr/push/messages/${encodeURIComponent(messageId)}`,
    signal,
  });
  const opened = asOpened(body);
  if (opened?.kind === 'doses') return 'doses';
  const entry = opened?.entry === undefined ? undefined : entryOf(opened.entry);
  if (entry === undefined) return undefined;
  return { entry, thing: (await fetchThings(client, [entry], signal)).get(keyOf(entry)) };
}

/** Marks entries, or all, as read; returns the new unread count. Rejects with AppError. */
export async function markRead(client: Client, ids: readonly string[] | 'all'): Promise<number | undefined> {
  const { body } = await client.send({
    service: 'phr',
    method: 'POST',
    path: '/api/phr/inbox/read',
    body: ids === 'all' ? { all: true } : { ids },
  });
  return asCount(body)?.unread;
}

/** Type and id of a reference such as 'Appointment/42'. */
export function partsOf(reference: string): { readonly type: string; readonly id: string } {
  const [type = '', id = ''] = reference.split('/');
  return { type, id };
}
