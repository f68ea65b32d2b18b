import type { FastifyRateLimitOptions, FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { connectRedis } from './redis.ts';
import { networkOfCall } from './network.ts';
import { ServerError } from './server-error.ts';

export interface Usage {
  /** Uses in the running period, this one included. */
  readonly count: number;
  /** Milliseconds until the period ends. */
  readonly left: number;
}

/** Counts uses in periods starting with the first use, in this process or shared through Redis. */
export interface UsageCounts {
  /** @param amount number of uses; 0 only reads, negative undoes */
  add(name: string, periodMs: number, amount?: number): Promise<Usage>;
  close(): void;
}

export interface Counter {
  /** Counts a use by `who`; false if over the limit in the current period. */
  take(who: string): Promise<boolean>;
  /**
   * The same, but
   * @throws ServerError TOO_MANY_REQUESTS with the retry time
   */
  demand(who: string): Promise<void>;
}

/** Maximum names per process; the oldest are dropped first. */
const REMEMBERED = 50_000;

export function countsOfProcess(now: () => number = Date.now): UsageCounts {
  const known = new Map<string, { count: number; end: number }>();
  return {
    async add(name, periodMs, amount = 1) {
      const found = known.get(name);
      const current = found !== undefined && found.end > now() ? found : { count: 0, end: now() + periodMs };
      current.count += amount;
      if (current.count <= 0) known.delete(name);
      else if (current !== found) {
        known.delete(name);
        known.set(name, current);
        const oldest = known.size > REMEMBERED ? known.keys().next().value : undefined;
        if (oldest !== undefined) known.delete(oldest);
      }
      return { count: current.count, left: current.end - now() };
    },
    close: () => undefined,
  };
}

/**
 * Counts shared through Redis. During an outage each process counts on its own, so that nobody is locked out and
 * nothing is unlimited.
 */
export async function countsOfAll(url: string, log: Pick<FastifyBaseLogger, 'warn'>): Promise<UsageCounts> {
  const own = countsOfProcess();
  // loaded only if shared: it is a fifth of a start's code
  const { createClient } = await import('redis');
  const client = createClient({ url, disableOfflineQueue: true, socket: { connectTimeout: 2_000 } });
  client.on('error', (error: unknown) =>
    log.warn({ err: error }, 'redis connection lost: limits count in each process'),
  );
  await connectRedis(url, client);
  return {
    async add(name, periodMs, amount = 1) {
      if (!client.isReady) return own.add(name, periodMs, amount);
      const key = `phr:uses:${name}`;
      try {
        const [, count, left] = await client
          .multi()
          .set(key, 0, { expiration: { type: 'PX', value: periodMs }, condition: 'NX' })
          .incrBy(key, amount)
          .pTTL(key)
          .execTyped();
        return { count, left: Math.max(0, left) };
      } catch (error) {
        log.warn({ err: error }, 'a use could not be counted for all processes');
        return own.add(name, periodMs, amount);
      }
    },
    close: () => client.destroy(),
  };
}

/** Allows `max` uses per `who` and period. `name` separates counters. */
export function createCounter(counts: UsageCounts, name: string, max: number, periodMs: number): Counter {
  const add = (who: string): Promise<Usage> => counts.add(`${name}:${who}`, periodMs);
  return {
    take: async (who) => (await add(who)).count <= max,
    async demand(who) {
      const { count, left } = await add(who);
      if (count > max)
        throw new ServerError('TOO_MANY_REQUESTS', 'Too many requests', {
          retryAfter: Math.max(1, Math.ceil(left / 1_000)),
        });
    },
  };
}

/** Rate limit key of a call: the person with a valid token (any token or spelling), else the network. */
export function limitKey(auth: {
  holderOf(request: FastifyRequest): Promise<string | undefined>;
}): (request: FastifyRequest) => Promise<string> {
  return async (request) => {
    const network = networkOfCall(request);
    const holder = request.headers.authorization === undefined ? undefined : await auth.holderOf(request);
    return holder === undefined ? `network ${network}` : `person ${holder}`;
  };
}

/** The plugin's data about a route with its own limit. */
const Child = z.object({
  routeInfo: z.object({ method: z.union([z.string(), z.array(z.string())]), url: z.string() }),
});

/** The same counts for the limits that routes declare. */
export function rateLimitStore(counts: UsageCounts, server: string): FastifyRateLimitStoreCtor {
  class Store implements FastifyRateLimitStore {
    readonly #name: string;

    constructor(_options: FastifyRateLimitOptions, name = server) {
      this.#name = name;
    }

    incr(
      key: string,
      callback: (error: Error | null, result?: { current: number; ttl: number }) => void,
      timeWindow: number,
    ): void {
      counts.add(`${this.#name}:${key}`, timeWindow).then(
        ({ count, left }) => callback(null, { current: count, ttl: left }),
        (error: unknown) => callback(error instanceof Error ? error : new Error('not counted')),
      );
    }

    child(route: unknown): FastifyRateLimitStore {
      const {
        routeInfo: { method, url },
      } = Child.parse(route);
      return new Store({}, `${server} ${String(method)} ${url}`);
    }
  }
  return Store;
}
