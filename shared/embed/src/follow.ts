import { CODES, EmbedError } from './embed-error.ts';
import { ownPolicies } from './page-policies.ts';
import type { Embedded, EmbedOptions } from './options.ts';
import type { PhrEmbedApi } from './view-element.ts';

/**
 * `/embed/2.js`: loads the current version of the embed, by hash. Calls made meanwhile are queued; `<phr-view>`
 * upgrades by itself. To pin a version, use its URL and hash from `/embed/versions.json`.
 */
interface Versions {
  /** Null while the embed is turned off. */
  readonly current: string | null;
  readonly versions: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const script = document.currentScript instanceof HTMLScriptElement ? document.currentScript : undefined;
const { origin } = new URL(script?.src ?? document.baseURI);
const nonce = script?.nonce ?? '';
const LIMIT_MS = 8_000;

async function load(): Promise<PhrEmbedApi> {
  const answer = await fetch(`${origin}/embed/versions.json`, {
    credentials: 'omit',
    cache: 'no-cache',
    signal: AbortSignal.timeout(LIMIT_MS),
  });
  const { current, versions } = (await answer.json()) as Versions;
  if (current === null) throw new EmbedError(CODES.files, 'the embed is turned off');
  const file = document.createElement('script');
  // attributes the page set on this script apply to the loaded one
  Object.assign(file.dataset, script?.dataset);
  file.src = ownPolicies(origin, nonce).address(`${origin}/embed/${current}/phr-embed.js`);
  file.integrity = versions[current]?.['phr-embed.js'] ?? 'sha384-unlisted';
  file.crossOrigin = 'anonymous';
  file.nonce = nonce;
  await new Promise((resolve, reject) => {
    file.addEventListener('load', resolve);
    file.addEventListener('error', () => reject(new EmbedError(CODES.files, 'the embed could not be loaded')));
    document.head.append(file);
  });
  return (window as unknown as { PhrEmbed: PhrEmbedApi }).PhrEmbed;
}

const whole = load();
whole.catch((error: unknown) => console.error('[phr] embed', error));
Object.assign(window, {
  PhrEmbed: {
    version: '',
    mount(options: EmbedOptions) {
      const mounting = whole.then((embed) => embed.mount(options));
      const unmount = () =>
        mounting.then(
          (view: Embedded) => view.unmount(),
          () => undefined,
        );
      return Object.assign(mounting, { unmount });
    },
  },
});
