// Trusted Types (S-16): the page's one policy. Scripts are files of the shell's own build, files in the folder of a release that the registry names, or workers
// that our own code made a moment ago; HTML and script text from anywhere are refused. Must run before anything that loads a script, hence the first import of main.ts.
import { isOverridden } from './services/host/override.ts';

interface PolicyFactory {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string; createHTML(html: string): string; createScript(): never },
  ): unknown;
}

const { trustedTypes } = window as Window & { readonly trustedTypes?: PolicyFactory };

/** The shell's build lies flat at the root: 'main.js', 'sw.js', a name and its hash. */
const OWN_FILE = /^\/[\w~-]+(?:\.[0-9a-f]{8,})?\.m?js$/;
/** A release lies in its folder: its entry, its parts, and its workers, some in a folder below ('pdf/worker.mjs'). */
const RELEASE_FILE = /^(\/m\/[\w-]+\/[\w.+-]+\/)(?:[\w-]+\/)*[\w.~-]+\.m?js$/;

/** Folders of releases that scripts may come from. They stay: a module that is in use goes on loading its parts when the registry names another release. */
const folders = new Set<string>();

/** Lets scripts come from the folders of these releases ('/m/mfe-vitals/1.0.0/'). */
export function allowReleases(named: readonly string[]): void {
  for (const folder of named) folders.add(folder);
}

trustedTypes?.createPolicy('default', {
  createScriptURL(url) {
    const { origin, protocol, pathname } = new URL(url, document.baseURI);
    // A blob address carries the origin of the page that made it.
    if (origin === self.origin && (protocol === 'blob:' || (/^https?:$/.test(protocol) && isNamed(pathname))))
      return url;
    if (__PHR_DEV__ && isOverridden(url)) return url;
    throw new TypeError('Script address refused');
  },
  createHTML(html) {
    // The chart library empties its element so when a chart goes; no text, nothing that could run.
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
