// Trusted Types (S-16): the page's only policy. Allows scripts from the shell's own build, from folders of releases in
// the registry, and workers just created by our own code; refuses HTML and script text. Must run before anything loads
// a script, hence the first import of main.ts.
import { isOverridden } from './services/host/override.ts';

interface PolicyFactory {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string; createHTML(html: string): string; createScript(): never },
  ): unknown;
}

const { trustedTypes } = window as Window & { readonly trustedTypes?: PolicyFactory };

/** The shell's build is flat at the root: 'main.js', 'sw.js', a name with a hash. */
const OWN_FILE = /^\/[\w~-]+(?:\.[0-9a-f]{8,})?\.m?js$/;
/** Files in a release folder: entry, chunks and workers, some in a subfolder ('pdf/worker.mjs'). */
const RELEASE_FILE = /^(\/m\/[\w-]+\/[\w.+-]+\/)(?:[\w-]+\/)*[\w.~-]+\.m?js$/;

/**
 * Allowed release folders. Never removed: a module in use keeps loading chunks after the registry names another
 * release.
 */
const folders = new Set<string>();

/** Allows scripts from these release folders ('/m/mfe-vitals/1.0.0/'). */
export function allowReleases(named: readonly string[]): void {
  for (const folder of named) folders.add(folder);
}

trustedTypes?.createPolicy('default', {
  createScriptURL(url) {
    const { origin, protocol, pathname } = new URL(url, document.baseURI);
    // a blob URL carries the origin of the page that created it
    if (origin === self.origin && (protocol === 'blob:' || (/^https?:$/.test(protocol) && isNamed(pathname))))
      return url;
    if (__PHR_DEV__ && isOverridden(url)) return url;
    throw new TypeError('Script address refused');
  },
  createHTML(html) {
    // the chart library empties its element this way on dispose; no content, so nothing can run
    if (html === '') return html;
    throw new TypeError('HTML refused');
  },
  createScript() {
    throw new TypeError('Script text refused');
  },
});

function isNamed(path: string): boolean {
  const folder = RELEASE_FILE.exec(path)?.[1];
  return folder === undefined ? OWN_FILE.test(path) : folders.has(folder);
}
