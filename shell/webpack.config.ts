import path from 'node:path';
import { AppManifestPlugin } from '@phr/build/app-manifest-plugin';
import { PartsPlugin } from '@phr/build/parts-plugin';
import { shellConfig } from '@phr/build/presets';
import { WorkerTablePlugin } from '@phr/build/worker-table-plugin';
import { LOCALES } from '@phr/contract/locale';
import { appManifest } from './src/services/pwa/manifest.ts';
import { MANIFEST_FILES } from './src/services/pwa/manifest-files.ts';

/** Workers have a fixed URL, independent of content. */
const WORKERS = { sw: './src/services/pwa/worker/sw.ts', 'sw-off': './src/services/pwa/worker/sw-off.ts' };

/** Code every signed-in page loads. */
const OF_SESSION = new Set([
  './signed-in.tsx',
  '../services/loader/start-federation.ts',
  '@tanstack/react-query',
  '@phr/ui/heading',
]);

/** Part name of a screen in its own file, by the request in own-screens.tsx. */
const screenIn = (request: string): string | undefined => {
  const name = /^\.\.\/features\/[\w-]+\/([\w-]+)\.view\.tsx$/.exec(request)?.[1];
  return name === undefined ? undefined : `screen/${name}`;
};

// The page links one style sheet, so this package has one real css file: tokens, frame and start; all other styles are
// bundled with their code.
export default shellConfig({
  dir: import.meta.dirname,
  extra: {
    entry: { main: './src/main.ts', ...WORKERS },
    experiments: { css: true },
    optimization: {
      splitChunks: {
        // one file for everything signed-in pages share: a request costs more than a duplicated icon
        chunks: (chunk) => !chunk.canBeInitial() && chunk.name !== 'signed-in',
        cacheGroups: {
          // named separately, as the live connection loads only when the page is idle
          live: { test: /[\\/](?:socket|engine)\.io/, name: 'live', chunks: 'async', enforce: true },
          // the shared components' texts together with the shell's own
          words: {
            test: /[\\/](?:ui|shell)[\\/]src[\\/]locales[\\/]\w+-\w+\.json$/,
            chunks: 'async',
            name: (words) => `words-${path.basename(words.nameForCondition() ?? '', '.json')}`,
            enforce: true,
          },
        },
      },
    },
    module: {
      rules: [
        // a separate request would cost more than inlining
        { resourceQuery: /inline/, type: 'asset/inline' },
        { test: /\.module\.css$/, type: 'javascript/auto' },
        { test: /[\\/](?:page|base|layout|dashboard)\.css$/, exclude: /node_modules/, type: 'css' },
      ],
    },
    output: {
      filename: ({ chunk }) => ((chunk?.name ?? '') in WORKERS ? '[name].js' : '[name].[contenthash:8].js'),
      cssFilename: '[name].[contenthash:8].css',
    },
    plugins: [
      new AppManifestPlugin({
        icons: path.join(import.meta.dirname, 'src/services/pwa/icons'),
        manifests: Object.fromEntries(
          LOCALES.map((locale) => [MANIFEST_FILES[locale], (addressOf) => appManifest(locale, addressOf)]),
        ),
      }),
      new PartsPlugin((request) => (OF_SESSION.has(request) ? 'session' : screenIn(request))),
      new WorkerTablePlugin('sw.js', 'index.html'),
    ],
  },
});
