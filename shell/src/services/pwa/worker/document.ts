import { limited } from './limited.ts';

/** The one page that is kept: that of `/`, so that no address somebody opened, with the ids in it, is ever stored. */
const KEY = '/';
/** How long the network may take before the kept page opens instead, in milliseconds. */
const NETWORK_MS = 4_000;
/** How old the kept page's registry and configuration may become while the network is there, in milliseconds. */
const FRESH_MS = 10 * 60_000;
/** These describe how the bytes came, not the page. */
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
  /** Called when the server has pages and no worker any more. */
  readonly onGone: () => Promise<void>;
}

export interface DocumentKeeper {
  /** Keeps the page as the server gives it now. False when it is not one of this build. */
  keep(): Promise<boolean>;
  /** The answer for a page's address; `asked` is the network's answer on its way. */
  answer(asked: Promise<Response>): Promise<Response>;
  /** Renews the kept page now and then, and looks whether the server still wants a worker. Never rejects. */
  attend(): Promise<void>;
}

/** The page of this build with the registry and the public configuration in it, for starts without a network. */
export function createDocumentKeeper({ cache, fetch: doFetch, build, now, onGone }: DocumentOptions): DocumentKeeper {
  let attendedAt = -Infinity;
  const look = limited(doFetch);

  async function keep(ask = doFetch): Promise<boolean> {
    const answer = await ask(KEY, { cache: 'no-store' });
    if (answer.status !== 200 || answer.headers.get('content-type')?.startsWith('text/html') !== true)
      throw new Error(`Page answered ${answer.status}`);
    const text = await answer.text();
    // A page of another build asks for files that only that build's worker keeps.
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
