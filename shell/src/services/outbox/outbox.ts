import { AppError, isAppError } from '@phr/contract/app-error';
import type { LogPort, ServiceAnswer, ServiceRequest, WaitingWrite } from '@phr/contract/host-api';
import { createStore, type Store } from '@phr/contract/store';
import type { Client } from '@phr/http/client';
import { sourceOf } from '@phr/http/error-from';
import type { Vault } from '../offline/vault.ts';
import { classifyFailure, entryOf, type OutboxEntry, toWaiting } from './entry.ts';
import { createEntryStore } from './entry-store.ts';
import { createOutboxMachine, pauseOf } from './outbox-state.ts';

export interface OutboxOptions {
  readonly vault: () => Promise<Vault>;
  readonly client: Client;
  /** Runs one task at a time across all tabs: a single sender. */
  readonly exclusive: <T>(task: () => Promise<T>) => Promise<T>;
  /** Tells other tabs that the entries have changed; carries no data. */
  readonly broadcast: () => void;
  /** The service accepted a write with this unvalidated response; `isLate` if its form no longer waits. */
  readonly onSent: (entry: OutboxEntry, answer: { readonly isLate: boolean; readonly body: unknown }) => void;
  /** A write was rejected after its form had been left. */
  readonly onRefused: (entry: OutboxEntry) => void;
  readonly onFault: (error: unknown) => void;
  readonly isOnline: () => boolean;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Logs each transition by name and states, never data. */
  readonly log: Pick<LogPort, 'event'>;
}

export interface Outbox {
  /** The account's queued writes, oldest first. */
  readonly waiting: Store<readonly WaitingWrite[]>;
  /**
   * Stores a write, then sends it. Resolves to `waiting` if the service does not respond soon; rejects if it rejects
   * the write, or if nobody is signed in: then nothing is stored, and the form keeps the input.
   */
  send(module: string, request: ServiceRequest): Promise<ServiceAnswer>;
  /** Sends queued writes now. Resolves when each was sent, rejected or failed. Never rejects. */
  flush(): Promise<void>;
  /** Reloads the stored entries, e.g. after a change in another tab or after sign-in. */
  refresh(): Promise<void>;
  /** A stored entry. */
  find(id: string): Promise<OutboxEntry | undefined>;
  /** Removes an entry at the person's request and returns it. */
  take(id: string): Promise<OutboxEntry | undefined>;
  /** Stops retrying. */
  stop(): void;
}

/** How long a form waits for the response before it learns that the write is queued. */
const RESPONSE_WAIT_MS = 8_000;

/**
 * Queue of writes for unreliable networks (ux.md part D). Device storage is authoritative: an entry is stored before
 * its first attempt and removed after the response, so a closed page, lost response or second tab neither loses nor
 * duplicates it.
 */
export function createOutbox({
  vault,
  client,
  exclusive,
  broadcast,
  onSent,
  onRefused,
  onFault,
  isOnline,
  now,
  log,
}: OutboxOptions): Outbox {
  const waiting = createStore<readonly WaitingWrite[]>([]);
  const store = createEntryStore(vault, broadcast);
  const { state, dispatch } = createOutboxMachine(log);
  let running: Promise<void> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function refresh(): Promise<void> {
    const entries = await store.all().catch((error: unknown) => {
      onFault(error);
      return [];
    });
    waiting.set(entries.map((entry) => toWaiting(entry, entry.id === state().sending)));
  }

  async function remove(id: string): Promise<void> {
    await store.remove(id);
    await refresh();
  }

  /** Sends one entry. Returns which others may follow: the same person's, other persons', or none. */
  async function sendEntry(entry: OutboxEntry): Promise<'all' | 'others' | 'none'> {
    dispatch({ type: 'entrySending', id: entry.id });
    await refresh();
    try {
      const answer = await client.send({ ...entry.request, idempotencyKey: entry.id });
      const isLate = !state().forms.has(entry.id);
      dispatch({ type: 'entryAnswered', id: entry.id, answer });
      await remove(entry.id);
      onSent(entry, { isLate, body: answer.body });
      return 'all';
    } catch (error) {
      const verdict = classifyFailure(error);
      if (verdict === 'session' && isAppError(error)) dispatch({ type: 'sessionLost', error });
      if (verdict === 'session' || verdict === 'offline') return 'none';
      if (verdict === 'later' || !isAppError(error)) return 'others';
      const { code, message, source, httpStatus } = error;
      const refused: OutboxEntry = {
        ...entry,
        refusal: { code, message, source, ...(httpStatus === undefined ? {} : { httpStatus }) },
      };
      await store.put(refused);
      if (!state().forms.has(entry.id)) onRefused(refused);
      return 'all';
    } finally {
      dispatch({ type: 'entrySettled' });
      await refresh();
    }
  }

  async function sendAll(): Promise<void> {
    const held = new Set<string>();
    for (const { id } of await store.all()) {
      // look up again: the person or another tab may have removed it
      const entry = await store.find(id);
      if (entry === undefined || entry.refusal !== undefined || held.has(entry.queue.patientId)) continue;
      if (entry.queue.after !== undefined && (await store.find(entry.queue.after)) !== undefined) continue;
      const next = await sendEntry(entry);
      if (next === 'none') break;
      if (next === 'others') held.add(entry.queue.patientId);
    }
  }

  function plan(): void {
    clearTimeout(timer);
    dispatch({ type: 'flushEnded', isAnyWaiting: waiting.get().some((write) => write.state === 'waiting') });
    if (state().queue === 'backoff') timer = setTimeout(() => void flush(), pauseOf(state()));
  }

  function flush(): Promise<void> {
    dispatch({ type: 'flushRequested' });
    running ??= (async () => {
      while (state().isFlushRequested) {
        dispatch({ type: 'roundBegan' });
        await exclusive(sendAll).catch(onFault);
      }
      await refresh();
    })().finally(() => {
      running = undefined;
      plan();
    });
    return running;
  }

  /** Outcome reported to the form when its wait ends. */
  async function outcomeOf(entry: OutboxEntry): Promise<ServiceAnswer> {
    const receivedAt = new Date(now()).toISOString();
    const left = await store.find(entry.id);
    const form = state().forms.get(entry.id);
    if (form?.answer !== undefined) return form.answer;
    // sent by another tab
    if (left === undefined) return { status: 200, body: undefined, receivedAt };
    if (form?.unauthorized !== undefined) {
      await remove(entry.id);
      throw form.unauthorized;
    }
    if (left.refusal === undefined) return { status: 202, body: undefined, receivedAt, waiting: true };
    await remove(entry.id);
    throw new AppError({ ...left.refusal, source: sourceOf(entry.request.service) });
  }

  return {
    waiting,
    flush,
    refresh,
    async send(module, request) {
      const entry = entryOf(module, request, now());
      if (entry === undefined)
        throw new AppError({
          code: 'FORM_INPUT_INVALID',
          message: 'A write that may wait needs an idempotency key',
          source: sourceOf(request.service),
        });
      try {
        await store.put(entry);
      } catch (error) {
        // storage failed: send the write like any other
        onFault(error);
        return client.send(request);
      }
      dispatch({ type: 'formWaits', id: entry.id });
      try {
        const run = flush();
        if (isOnline()) await Promise.race([run, pause(RESPONSE_WAIT_MS)]);
        else await refresh();
        return await outcomeOf(entry);
      } finally {
        dispatch({ type: 'formLeft', id: entry.id });
      }
    },
    find: store.find,
    async take(id) {
      const entry = await store.find(id);
      if (entry === undefined) return undefined;
      await remove(id);
      // drop entries that depend on it
      for (const { id: follower, queue } of await store.all()) if (queue.after === id) await remove(follower);
      return entry;
    },
    stop() {
      clearTimeout(timer);
    },
  };
}

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
