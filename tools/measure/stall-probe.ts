// Sends four small requests to a running product repeatedly, from a separate process: `measure stall` forks it. Sends
// the times to its parent at the end.
import { createBrowser, type Browser } from '../../backend/test/browser.ts';
import type { Config } from '../../backend/src/kit/config.ts';
import { follow } from '../../backend/test/socket.ts';

/** The settings that the probe receives at its start. */
export interface ProbeStart {
  readonly config: Config;
  readonly url: string;
  readonly phone: string;
  readonly patient: string;
  readonly token: string;
}
/** Milliseconds of each response; `failed` counts missing ones. */
export interface ProbeTimes {
  readonly health: readonly number[];
  readonly signIn: readonly number[];
  readonly socket: readonly number[];
  readonly record: readonly number[];
  readonly failed: number;
  /** The requests of the slowest sign-in, in order. */
  readonly longestSignIn: readonly number[];
}

const EVERY_MS = { health: 10, signIn: 500, socket: 20, record: 100 } as const;

async function probe({ config, url, phone, patient, token }: ProbeStart): Promise<void> {
  let times = {
    health: [] as number[],
    signIn: [] as number[],
    socket: [] as number[],
    record: [] as number[],
    failed: 0,
    longestSignIn: [] as number[],
  };
  const listener = await follow(url, patient, token, 0);
  const transport: unknown = Reflect.get(listener.socket.io.engine.transport, 'ws');
  if (!isPinged(transport)) throw new Error('The socket cannot be pinged');
  const probes = {
    health: async () => {
      if (!(await fetch(`${url}/health`)).ok) throw new Error('not healthy');
    },
    signIn: async () => {
      const { browser, taken } = timed(createBrowser(config));
      if ((await browser.signIn(phone)).searchParams.get('code') === null) throw new Error('not signed in');
      if (sum(taken) > sum(times.longestSignIn)) times.longestSignIn = taken;
    },
    async record() {
      if (!(await fetch(`${url}/fhir/Patient/${patient}`, { headers: { authorization: `Bearer ${token}` } })).ok)
        throw new Error('not read');
    },
    socket: () =>
      new Promise<void>((resolve) => {
        transport.once('pong', () => resolve());
        transport.ping();
      }),
  };
  let isOver = false;
  for (const name of ['health', 'signIn', 'socket', 'record'] as const) {
    void (async () => {
      while (!isOver) {
        const started = performance.now();
        await probes[name]().catch(() => {
          times.failed += 1;
        });
        times[name].push(performance.now() - started);
        await new Promise((resolve) => {
          setTimeout(resolve, EVERY_MS[name]);
        });
      }
    })();
  }
  process.on('message', (word: 'collect' | 'end') => {
    isOver = word === 'end';
    // the channel stays open until all times of a long run have been sent
    process.send?.(times satisfies ProbeTimes, undefined, undefined, () => {
      if (!isOver) return;
      listener.close();
      process.disconnect();
    });
    times = { health: [], signIn: [], socket: [], record: [], failed: 0, longestSignIn: [] };
  });
  process.send?.('probing');
}

/** A browser that records how long each of its requests takes. */
function timed(browser: Browser): { readonly browser: Browser; readonly taken: number[] } {
  const { open } = browser;
  const taken: number[] = [];
  browser.open = async (...args) => {
    const started = performance.now();
    const answer = await open(...args);
    taken.push(performance.now() - started);
    return answer;
  };
  return { browser, taken };
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

function isPinged(value: unknown): value is { ping(): void; once(event: 'pong', listener: () => void): void } {
  return typeof value === 'object' && value !== null && 'ping' in value && typeof value.ping === 'function';
}

process.once('message', (start: ProbeStart) => {
  void probe(start);
});
