import path from 'node:path';
import { AppManifestPlugin } from '@phr/build/app-manifest-plugin';
import { PartsPlugin } from '@phr/build/parts-plugin';
import { shellConfig } from '@phr/build/presets';
import { WorkerTablePlugin } from '@phr/build/worker-table-plugin';
import { LOCALES } from '@phr/contract/locale';
import { appManifest } from './src/services/pwa/manifest.ts';
import { MANIFEST_FILES } from './src/services/pwa/manifest-files.ts';

/** Workers are asked for by one address, whatever they hold. */
const WORKERS = { sw: './src/services/pwa/worker/sw.ts', 'sw-off': './src/services/pwa/worker/sw-off.ts' };

/** What every page of somebody who is signed in takes, whatever it shows. */
const OF_SESSION = new Set([
  './signed-in.tsx',
  '../services/loader/start-federation.ts',
  '@tanstack/react-query',
  '@phr/ui/heading',
]);

/** A screen in a file of its own is a part of its name: own-screens.tsx asks for it so. */
const screenIn = (request: string): string | undefined => {
  const name = /^\.\.\/features\/[\w-]+\/([\w-]+)\.view\.tsx$/.exec(request)?.[1];
  return name === undefined ? undefined : `screen/${name}`;
};

// The page links one style sheet, so this package has one real css file: tokens, frame and start; everything else keeps its styles with its code.
export default shellConfig({
  dir: import.meta.dirname,
  extra: {
    entry: { main: './src/main.ts', ...WORKERS },
    experiments: { css: true },
    optimization: {
      splitChunks: {
        // What every signed-in page takes is one file: a request costs more than it saves to share an icon.
        chunks: (chunk) => !chunk.canBeInitial() && chunk.name !== 'signed-in',
        cacheGroups: {
          // The live connection comes when the page is quiet: a name by which it is told from what a screen needs.
          live: { test: /[\\/](?:socket|engine)\.io/, name: 'live', chunks: 'async', enforce: true },
          // The words of the shared components with the shell's own.
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
        // a request of its own would cost more than the mark
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
