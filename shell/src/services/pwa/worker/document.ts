import { limited } from './limited.ts';

/** The only cached page is `/`, so URLs with ids are never stored. */
const KEY = '/';
/** Network timeout before the cached page is used, in milliseconds. */
const NETWORK_MS = 4_000;
/** Maximum age of the cached registry and configuration while online, in milliseconds. */
const FRESH_MS = 10 * 60_000;
/** Headers about the transfer, not the page. */
const OF_TRANSPORT = [
  'content-encoding',
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'date',
  'vary',
];

export interface DocumentOptions {
  /** This build's cache. */
  readonly cache: () => Promise<Cache>;
  readonly fetch: typeof fetch;
  readonly build: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Called if the server has pages but no worker any more. */
  readonly onGone: () => Promise<void>;
}

export interface DocumentKeeper {
  /** Caches the page as the server sends it now. False if it belongs to another build. */
  keep(): Promise<boolean>;
  /** Response for a page URL; `asked` is the pending network response. */
  answer(asked: Promise<Response>): Promise<Response>;
  /** Refreshes the cached page occasionally, and checks that the server still serves a worker. Never rejects. */
  attend(): Promise<void>;
}

/** Caches this build's page, including registry and public configuration, for offline starts. */
export function createDocumentKeeper({ cache, fetch: doFetch, build, now, onGone }: DocumentOptions): DocumentKeeper {
  let attendedAt = -Infinity;
  const look = limited(doFetch);

  async function keep(ask = doFetch): Promise<boolean> {
    const answer = await ask(KEY, { cache: 'no-store' });
    if (answer.status !== 200 || answer.headers.get('content-type')?.startsWith('text/html') !== true)
      throw new Error(`Page answered ${answer.status}`);
    const text = await answer.text();
    // another build's page needs files that only its own worker caches
    if (!text.includes(`data-build="${build}"`)) return false;
    const headers = new Headers(answer.headers);
    for (const name of OF_TRANSPORT) headers.delete(name);
    await (await cache()).put(KEY, new Response(text.replace('<html ', '<html data-kept '), { headers }));
    return true;
  }

  const cached = async () => (await cache()).match(KEY);

  return {
    keep: () => keep(),
    async answer(asked) {
      const network = asked.catch(() => undefined);
      const first = await Promise.race([network, after(NETWORK_MS)]);
      if (first !== undefined && first.status < 500) return first;
      return (await cached()) ?? (await network) ?? Response.error();
    },
    async attend() {
      if (now() - attendedAt < FRESH_MS) return;
      attendedAt = now();
      try {
        await keep(look);
        const { status } = await look('/sw.js', { method: 'HEAD', cache: 'no-store' });
        if (status === 404 || status === 410) await onGone();
      } catch {
        attendedAt = -Infinity;
      }
    },
  };
}

const after = (ms: number): Promise<undefined> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms, undefined);
  });
