import { AppError, isAppError } from '@phr/contract/app-error';
import type { LogPort, ServiceAnswer, ServiceRequest, WaitingWrite } from '@phr/contract/host-api';
import { createStore, type Store } from '@phr/contract/store';
import type { Client } from '@phr/http/client';
import { sourceOf } from '@phr/http/error-from';
import type { Vault } from '../offline/vault.ts';
import { classifyFailure, entryOf, type OutboxEntry, toWaiting } from './entry.ts';
import { createKeptEntries } from './kept-entries.ts';
import { createOutboxMachine, pauseOf } from './outbox-state.ts';

export interface OutboxOptions {
  readonly vault: () => Promise<Vault>;
  readonly client: Client;
  /** Runs one task at a time among all tabs: one sender. */
  readonly exclusive: <T>(task: () => Promise<T>) => Promise<T>;
  /** Tells the other tabs that the entries have changed; no data in it. */
  readonly broadcast: () => void;
  /** The service has taken a write and answered `body`, unchecked; `isLate` when its form no longer waits for the answer. */
  readonly onSent: (entry: OutboxEntry, answer: { readonly isLate: boolean; readonly body: unknown }) => void;
  /** A write was refused after its form had been left. */
  readonly onRefused: (entry: OutboxEntry) => void;
  readonly onFault: (error: unknown) => void;
  readonly isOnline: () => boolean;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Told of each step by its name and the states around it, never of data. */
  readonly log: Pick<LogPort, 'event'>;
}

export interface Outbox {
  /** All waiting writes of the account, the oldest first. */
  readonly waiting: Store<readonly WaitingWrite[]>;
  /**
   * Keeps a write, then sends it. Answers `waiting` when the service is not reached soon; rejects when it refuses, and when nobody is
   * signed in any more: then nothing is kept here, and the form has what was typed.
   */
  send(module: string, request: ServiceRequest): Promise<ServiceAnswer>;
  /** Sends what waits, now. Done when each entry was sent, refused, or could not be sent. Never rejects. */
  flush(): Promise<void>;
  /** Reads again what is kept, e.g. after another tab's change or after sign-in. */
  refresh(): Promise<void>;
  /** A kept entry. */
  find(id: string): Promise<OutboxEntry | undefined>;
  /** Takes an entry out, as the person wishes; answers it. */
  take(id: string): Promise<OutboxEntry | undefined>;
  /** Ends the repeated tries. */
  stop(): void;
}

/** How long a form waits for the answer before it is told that the write is kept. */
const RESPONSE_WAIT_MS = 8_000;

/**
 * Writes that wait for the network (ux.md part D). What is on the device is the truth: an entry is put there before its first try and
 * taken out after the answer, so that a closed page, a lost answer or a second tab neither loses nor doubles it.
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
  const store = createKeptEntries(vault, broadcast);
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

  /** Sends one entry. Answers whether others may follow: those of the same person, of other persons, or none. */
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
      // Looked up again: the person or another tab may have taken it out meanwhile.
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

  /** What a form is told of its entry when its waiting is over. */
  async function outcomeOf(entry: OutboxEntry): Promise<ServiceAnswer> {
    const receivedAt = new Date(now()).toISOString();
    const left = await store.find(entry.id);
    const form = state().forms.get(entry.id);
    if (form?.answer !== undefined) return form.answer;
    // Another tab was the sender.
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
        // Nothing can be kept here: the write is sent as any other.
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
      // what was to follow it has nothing to follow
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
