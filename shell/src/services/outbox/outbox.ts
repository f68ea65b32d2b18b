import { AppError, isAppError } from '@phr/contract/app-error';
import type { ServiceAnswer, ServiceRequest, WaitingWrite } from '@phr/contract/host-api';
import { createStore, type Store } from '@phr/contract/store';
import type { Client } from '@phr/http/client';
import { sourceOf } from '@phr/http/error-from';
import type { Vault } from '../offline/vault.ts';
import { entryOf, type OutboxEntry, readEntry, toWaiting, classifyFailure } from './entry.ts';

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
const LONGEST_PAUSE_MS = 60_000;

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
}: OutboxOptions): Outbox {
  const waiting = createStore<readonly WaitingWrite[]>([]);
  const answers = new Map<string, ServiceAnswer>();
  // Forms that still stand and want to hear of a refusal themselves.
  const hasListeners = new Set<string>();
  // Forms that still stand and whose write needs a sign-in.
  const unauthorized = new Map<string, AppError>();
  let sending: string | undefined;
  let running: Promise<void> | undefined;
  let again = false;
  let tries = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function entries(): Promise<readonly OutboxEntry[]> {
    const kept = await (await vault()).all('outbox');
    return kept
      .map(readEntry)
      .filter((entry) => entry !== undefined)
      .sort((a, b) => a.keptAt - b.keptAt || a.id.localeCompare(b.id));
  }

  async function refresh(): Promise<void> {
    const kept = await entries().catch((error: unknown) => {
      onFault(error);
      return [];
    });
    waiting.set(kept.map((entry) => toWaiting(entry, entry.id === sending)));
  }

  async function find(id: string): Promise<OutboxEntry | undefined> {
    return readEntry(await (await vault()).get('outbox', id));
  }

  async function remove(id: string): Promise<void> {
    await (await vault()).remove('outbox', id);
    broadcast();
    await refresh();
  }

  /** Sends one entry. Answers whether others may follow: those of the same person, of other persons, or none. */
  async function sendEntry(entry: OutboxEntry): Promise<'all' | 'others' | 'none'> {
    sending = entry.id;
    await refresh();
    try {
      const answer = await client.send({ ...entry.request, idempotencyKey: entry.id });
      const hasListener = hasListeners.has(entry.id);
      if (hasListener) answers.set(entry.id, answer);
      await remove(entry.id);
      onSent(entry, { isLate: !hasListener, body: answer.body });
      return 'all';
    } catch (error) {
      const verdict = classifyFailure(error);
      if (verdict === 'session' && isAppError(error)) for (const id of hasListeners) unauthorized.set(id, error);
      if (verdict === 'session' || verdict === 'unreached') return 'none';
      if (verdict === 'later' || !isAppError(error)) return 'others';
      const { code, message, source, httpStatus } = error;
      const refused: OutboxEntry = {
        ...entry,
        refusal: { code, message, source, ...(httpStatus === undefined ? {} : { httpStatus }) },
      };
      await (await vault()).put('outbox', entry.id, refused);
      broadcast();
      if (!hasListeners.has(entry.id)) onRefused(refused);
      return 'all';
    } finally {
      sending = undefined;
      await refresh();
    }
  }

  async function sendAll(): Promise<void> {
    const held = new Set<string>();
    for (const { id } of await entries()) {
      // Looked up again: the person or another tab may have taken it out meanwhile.
      const entry = await find(id);
      if (entry === undefined || entry.refusal !== undefined || held.has(entry.queue.patientId)) continue;
      if (entry.queue.after !== undefined && (await find(entry.queue.after)) !== undefined) continue;
      const next = await sendEntry(entry);
      if (next === 'none') break;
      if (next === 'others') held.add(entry.queue.patientId);
    }
  }

  function plan(): void {
    clearTimeout(timer);
    if (!waiting.get().some(({ state }) => state === 'waiting')) {
      tries = 0;
      return;
    }
    timer = setTimeout(
      () => {
        void flush();
      },
      Math.min(1_000 * 2 ** tries, LONGEST_PAUSE_MS),
    );
    tries += 1;
  }

  function flush(): Promise<void> {
    // A run that is under way may have passed the place where a new entry stands.
    again = true;
    running ??= (async () => {
      while (again) {
        again = false;
        await exclusive(sendAll).catch(onFault);
      }
      await refresh();
    })().finally(() => {
      running = undefined;
      plan();
    });
    return running;
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
        await (await vault()).put('outbox', entry.id, entry);
      } catch (error) {
        // Nothing can be kept here: the write is sent as any other.
        onFault(error);
        return client.send(request);
      }
      broadcast();
      hasListeners.add(entry.id);
      try {
        tries = 0;
        const run = flush();
        if (isOnline()) await Promise.race([run, pause(RESPONSE_WAIT_MS)]);
        else await refresh();
        const answer = answers.get(entry.id);
        if (answer !== undefined) return answer;
        const kept = await find(entry.id);
        // Another tab was the sender.
        if (kept === undefined)
          return answers.get(entry.id) ?? { status: 200, body: undefined, receivedAt: new Date(now()).toISOString() };
        const signInNeeded = unauthorized.get(entry.id);
        if (signInNeeded !== undefined) {
          await remove(entry.id);
          throw signInNeeded;
        }
        if (kept.refusal === undefined)
          return { status: 202, body: undefined, receivedAt: new Date(now()).toISOString(), waiting: true };
        await remove(entry.id);
        throw new AppError({ ...kept.refusal, source: sourceOf(request.service) });
      } finally {
        hasListeners.delete(entry.id);
        answers.delete(entry.id);
        unauthorized.delete(entry.id);
      }
    },
    find,
    async take(id) {
      const entry = await find(id);
      if (entry === undefined) return undefined;
      await remove(id);
      // what was to follow it has nothing to follow
      for (const { id: follower, queue } of await entries()) if (queue.after === id) await remove(follower);
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
