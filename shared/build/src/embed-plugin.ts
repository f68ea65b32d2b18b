import webpack, { type Compiler } from 'webpack';
import { sri } from './integrity-plugin.ts';

const NAME = 'EmbedPlugin';
/** File name of the first embed version, used by unchanged pages: its API is a subset of today's. */
const FIRST = '1.0.0.js';
const EXPORTS = ['mount', 'frame', 'configure', 'version'];

/**
 * Emits, beside a version's script, the same as a module (which knows its own URL), the first version's file name, and
 * `versions.json` with each file's hash, so that pages can pin them.
 */
export class EmbedPlugin {
  private readonly version: string;

  constructor(version: string) {
    this.version = version;
  }

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      compilation.hooks.processAssets.tap(
        { name: NAME, stage: webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT },
        (assets) => {
          const script = assets[`${this.version}/phr-embed.js`]?.source().toString();
          if (script === undefined || compilation.errors.length > 0) return;
          // already minified: minifying again would change the bytes and break the hash
          const emit = (file: string, text: string) =>
            compilation.emitAsset(file, new webpack.sources.RawSource(text), { minimized: true });
          emit(FIRST, script);
          emit(`${this.version}/phr-embed.mjs`, asModule(script));
          const hashes: Record<string, string> = {};
          for (const file of ['phr-embed.js', 'phr-embed.mjs', 'phr-frame.js'])
            hashes[file] = sri(compilation.getAsset(`${this.version}/${file}`)?.source.buffer() ?? '');
          const versions = { schema: 1, current: this.version, versions: { [this.version]: hashes } };
          emit('versions.json', `${JSON.stringify(versions, null, 1)}\n`);
        },
      );
    });
  }
}

/** The script as a module: without `currentScript` it needs its URL passed in. */
const asModule = (script: string): string =>
  `const phrEmbedAddress = import.meta.url;\n${script}\nexport const { ${EXPORTS.join(', ')} } = globalThis.PhrEmbed;\nexport default globalThis.PhrEmbed;\n`;
