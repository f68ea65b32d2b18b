import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import webpack, { type Compiler } from 'webpack';

const LoadScriptRuntimeModule = createRequire(import.meta.url)('webpack/lib/runtime/LoadScriptRuntimeModule') as {
  getCompilationHooks(compilation: webpack.Compilation): {
    createScript: { tap(name: string, fn: (source: string) => string): void };
  };
};

const NAME = 'IntegrityPlugin';
const MARK = '@@integrity-table@@';
const TABLE = '__webpack_require__.integrity';
/** Matches the whole call, since the minifier chooses the quotes. */
const PLACE = new RegExp(`JSON\\.parse\\((["'\`])${MARK}\\1\\)`);

/** A hash in `integrity` notation. The short one keeps tables small; entry and release files use the long one. */
export const sri = (bytes: Buffer | string, algorithm: 'sha256' | 'sha384' = 'sha384'): string =>
  `${algorithm}-${createHash(algorithm).update(bytes).digest('base64')}`;

class TableModule extends webpack.RuntimeModule {
  constructor() {
    super('integrity table', webpack.RuntimeModule.STAGE_BASIC);
  }

  override generate(): string {
    return `${TABLE} = JSON.parse('${MARK}');`;
  }
}

/**
 * Added to a remote's chunk loading: a failed or corrupt file is requested again after 0.3 and 2 s, with a
 * cache-busting URL. Not when offline or when it is merely slow, where retrying does not help.
 */
export const ASK_AGAIN = `const load = __webpack_require__.l, pauses = [300, 2000];
__webpack_require__.l = (url, done, key, chunk) => {
  const ask = (tries) => load(
    tries ? url + '?r=' + Math.random().toString(36).slice(2) : url,
    (event) => event?.type === 'error' && navigator.onLine && tries < 2 ? setTimeout(ask, pauses[tries], tries + 1) : done(event),
    key,
    chunk,
  );
  ask(0);
};`;

/**
 * webpack's code for the nonce (which only a partner's page knows), for cross-origin files (all that have a hash), and
 * for setting the URL.
 */
const NONCE = /if \(__webpack_require__\.nc\) \{[^}]*\}/;
const OTHER_ORIGIN = /if \(script\.src\.indexOf\([^{]*\{[^}]*\}/;
const ADDRESS = 'script.src = url;';

/**
 * Applies the page's policies to a file: on another page, `Symbol.for('phr.page')` holds its nonce and its Trusted
 * Types conversion (see @phr/embed/page-policies). The shell has its own policy and does not set it.
 */
export function underPolicies(source: string): string {
  if (!NONCE.test(source) || !source.includes(ADDRESS)) throw new Error('webpack loads scripts in another way');
  return source
    .replace(NONCE, '')
    .replace(OTHER_ORIGIN, '')
    .replace(
      ADDRESS,
      "const page = globalThis[Symbol.for('phr.page')];\nscript.src = page ? page.address(url) : url;\nif (page) script.nonce = page.nonce;",
    );
}

class AskAgainModule extends webpack.RuntimeModule {
  constructor() {
    // must run after the function it wraps
    super('ask again', webpack.RuntimeModule.STAGE_ATTACH);
  }

  override generate(): string {
    return ASK_AGAIN;
  }
}

/**
 * Gives every chunk of a remote its hash. The table is in the entry file, whose own hash is in the registry, so
 * browsers reject changed or unknown chunks. `integrity.json` lists all files for the release tool.
 */
export class IntegrityPlugin {
  private readonly entry: string;

  constructor(entry: string) {
    this.entry = entry;
  }

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      compilation.hooks.additionalTreeRuntimeRequirements.tap(NAME, (chunk, needs) => {
        if (needs.has(webpack.RuntimeGlobals.loadScript) || needs.has(webpack.RuntimeGlobals.ensureChunk))
          compilation.addRuntimeModule(chunk, new TableModule());
      });
      compilation.hooks.runtimeRequirementInTree
        .for(webpack.RuntimeGlobals.loadScript)
        .tap(NAME, (chunk) => compilation.addRuntimeModule(chunk, new AskAgainModule()));
      // unknown files get an impossible hash, so they never run
      LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(
        NAME,
        (source) =>
          `${underPolicies(source)}\nscript.integrity = ${TABLE}[url.split(/[?#]/)[0].split('/').pop()] || 'sha256-unlisted';\nscript.crossOrigin = 'anonymous';`,
      );

      // after real content hashes are known; the entry's name has no hash, so nothing depends on its text
      compilation.hooks.processAssets.tap(
        { name: NAME, stage: webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_HASH + 1 },
        (assets) => {
          const entry = assets[this.entry]?.source().toString();
          if (compilation.errors.length > 0) return;
          if (!entry || !PLACE.test(entry)) throw new Error(`${this.entry} holds no place for the integrity table`);
          const table: Record<string, string> = {};
          for (const [file, asset] of Object.entries(assets)) {
            if (/\.m?js$/.test(file) && file !== this.entry)
              table[file.split('/').pop() ?? file] = sri(asset.buffer(), 'sha256');
          }
          compilation.updateAsset(
            this.entry,
            new webpack.sources.RawSource(entry.replace(PLACE, () => JSON.stringify(table))),
          );
        },
      );
      compilation.hooks.processAssets.tap(
        { name: NAME, stage: webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT + 10 },
        (assets) => {
          const all = Object.fromEntries(Object.entries(assets).map(([file, asset]) => [file, sri(asset.buffer())]));
          compilation.emitAsset('integrity.json', new webpack.sources.RawSource(JSON.stringify(all, null, 1)));
        },
      );
    });
  }
}
