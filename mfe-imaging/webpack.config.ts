import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { moduleConfig } from '@phr/build/presets';
import webpack, { type Compiler, type Configuration } from 'webpack';

const dir = import.meta.dirname;
const require = createRequire(import.meta.url);
const pdfjs = path.dirname(require.resolve('pdfjs-dist/package.json'));

/**
 * Emits the files pdf.js requests by name beside the entry file; src/features/pdf-viewer/pdf-engine.ts uses the same
 * paths.
 */
class PdfFiles {
  apply(compiler: Compiler): void {
    const { Compilation, sources } = webpack;
    compiler.hooks.thisCompilation.tap('PdfFiles', (compilation) => {
      // after minification and the entry's script table: these are not script tags, and the worker is already minified
      compilation.hooks.processAssets.tap({ name: 'PdfFiles', stage: Compilation.PROCESS_ASSETS_STAGE_REPORT }, () => {
        const emit = (name: string, file: string) =>
          compilation.emitAsset(`pdf/${name}`, new sources.RawSource(readFileSync(path.join(pdfjs, file))));
        emit('worker.mjs', 'build/pdf.worker.min.mjs');
        for (const folder of ['cmaps', 'standard_fonts', 'iccs', 'wasm']) {
          // omits the script engine (no document scripts run here) and fallbacks for browsers without WebAssembly
          for (const name of readdirSync(path.join(pdfjs, folder)))
            if (!/quickjs|\.js$/i.test(name)) emit(`${folder}/${name}`, `${folder}/${name}`);
        }
      });
    });
  }
}

/** Path of the decode worker beside the entry file; src/features/dicom-viewer/engine.ts uses the same. */
const DECODE = 'decode';
/** Tests build the dev page into their own folder. */
const testPage = process.env['PHR_PAGE_DIR'];
const output = testPage ?? path.join(dir, process.env['WEBPACK_SERVE'] ? '.cache/dev' : 'dist');

const viewer = moduleConfig({
  dir,
  port: 4230,
  extra: {
    resolve: {
      // vtk.js code for other environments; the XML builder serves an unused writer
      fallback: { fs: false, path: false, url: false },
      alias: { xmlbuilder2$: false },
    },
    plugins: [new PdfFiles()],
    output: { path: output, clean: { keep: new RegExp(`^${DECODE}/`) } },
  },
});

/** The decode worker: an ES module that loads codecs from beside itself. */
const decodeWorker = (args: { readonly mode?: string }): Configuration => ({
  name: 'decode-worker',
  context: dir,
  mode: args.mode === 'production' ? 'production' : 'development',
  devtool: false,
  target: 'webworker',
  entry: { worker: path.join(dir, 'src/decode-worker/worker.ts') },
  experiments: { outputModule: true },
  output: {
    module: true,
    path: path.join(output, DECODE),
    publicPath: 'auto',
    filename: '[name].mjs',
    chunkFilename: '[name].[contenthash:8].mjs',
    assetModuleFilename: '[name].[contenthash:8][ext]',
    clean: true,
  },
  resolve: { extensions: ['.ts', '.js'], fallback: { fs: false, path: false } },
  resolveLoader: { modules: [path.join(dir, '../shared/build/node_modules'), 'node_modules'] },
  module: {
    rules: [
      {
        test: /\.ts$/,
        exclude: /node_modules/,
        use: { loader: 'swc-loader', options: { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } } },
      },
    ],
  },
  performance: { hints: false },
  stats: 'errors-warnings',
});

export default (env: unknown, args: { readonly mode?: string }): Configuration[] => [
  decodeWorker(args),
  viewer(env, args),
];
