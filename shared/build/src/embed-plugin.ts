import webpack, { type Compiler } from 'webpack';

const NAME = 'EmbedPlugin';
const EXPORTS = ['mount', 'frame', 'configure', 'version'];

/**
 * Emits, beside a version's script, the same as a module (which knows its own URL), and `build.json`, which says which
 * version this is.
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
          // already minified: minifying again would change the bytes of the script within
          const emit = (file: string, text: string) =>
            compilation.emitAsset(file, new webpack.sources.RawSource(text), { minimized: true });
          emit(`${this.version}/phr-embed.mjs`, asModule(script));
          emit('build.json', `${JSON.stringify({ version: this.version })}\n`);
        },
      );
    });
  }
}

/** The script as a module: without `currentScript` it needs its URL passed in. */
const asModule = (script: string): string =>
  `const phrEmbedAddress = import.meta.url;\n${script}\nexport const { ${EXPORTS.join(', ')} } = globalThis.PhrEmbed;\nexport default globalThis.PhrEmbed;\n`;
