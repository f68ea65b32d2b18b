import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { moduleConfig } from '@phr/build/presets';
import webpack, { type Compiler, type Configuration } from 'webpack';

const dir = import.meta.dirname;
const require = createRequire(import.meta.url);
const pdfjs = path.dirname(require.resolve('pdfjs-dist/package.json'));

/** Puts the files that pdf.js asks for by name beside the module's entry file; src/features/pdf-viewer/pdf-engine.ts names the same places. */
class PdfFiles {
  apply(compiler: Compiler): void {
    const { Compilation, sources } = webpack;
    compiler.hooks.thisCompilation.tap('PdfFiles', (compilation) => {
      // After minimizing and the entry's table of scripts: these are not script tags, and the worker is small already.
      compilation.hooks.processAssets.tap({ name: 'PdfFiles', stage: Compilation.PROCESS_ASSETS_STAGE_REPORT }, () => {
        const emit = (name: string, file: string) =>
          compilation.emitAsset(`pdf/${name}`, new sources.RawSource(readFileSync(path.join(pdfjs, file))));
        emit('worker.mjs', 'build/pdf.worker.min.mjs');
        for (const folder of ['cmaps', 'standard_fonts', 'iccs', 'wasm']) {
          // Left out: the script engine (no document runs scripts here) and decoders for browsers without WebAssembly.
          for (const name of readdirSync(path.join(pdfjs, folder)))
            if (!/quickjs|\.js$/i.test(name)) emit(`${folder}/${name}`, `${folder}/${name}`);
        }
      });
    });
  }
}

/** Where the decode worker stands beside the module's entry file; src/features/dicom-viewer/engine.ts names the same place. */
const DECODE = 'decode';
/** Tests build the module's own page into a folder of theirs. */
const testPage = process.env['PHR_PAGE_DIR'];
const output = testPage ?? path.join(dir, process.env['WEBPACK_SERVE'] ? '.cache/dev' : 'dist');

const viewer = moduleConfig({
  dir,
  port: 4230,
  extra: {
    resolve: {
      // Branches of vtk.js for other environments; the XML builder serves a writer that is never used.
      fallback: { fs: false, path: false, url: false },
      alias: { xmlbuilder2$: false },
    },
    plugins: [new PdfFiles()],
    output: { path: output, clean: { keep: new RegExp(`^${DECODE}/`) } },
  },
});

/** The decode worker: an ES module that finds its codecs beside itself. */
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
