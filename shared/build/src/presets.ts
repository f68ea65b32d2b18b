import { readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import { containerName } from '@phr/contract/release';
import HtmlWebpackPlugin from 'html-webpack-plugin';
import MinimizerPlugin from 'minimizer-webpack-plugin';
import webpack, { type Chunk, type ChunkGroup, type Configuration } from 'webpack';
import type {} from 'webpack-dev-server';
import { EmbedPlugin } from './embed-plugin.ts';
import { IntegrityPlugin } from './integrity-plugin.ts';
import { packageNameOf } from './package-name.ts';
import { partOfModule, PartsPlugin } from './parts-plugin.ts';

const require = createRequire(import.meta.url);
const here = import.meta.dirname;
/** A loader of this package: source in the workspace, script when installed. */
const loaderOf = (name: string): string => path.join(here, `${name}${path.extname(import.meta.filename)}`);

interface PackageInfo {
  readonly name: string;
  readonly version: string;
}
const infoOf = (dir: string): PackageInfo =>
  JSON.parse(readFileSync(path.join(dir, 'package.json'), 'utf8')) as PackageInfo;
/** Version of a library as the package in `dir` depends on it, else as the module kit does. */
const versionOf = (name: string, dir: string): string => {
  const kit = path.dirname(realpathSync(require.resolve('@phr/module-kit/package.json', { paths: [dir] })));
  return infoOf(path.dirname(require.resolve(`${name}/package.json`, { paths: [dir, kit] }))).version;
};
/** Files of the packages modules are built from, in the workspace or installed. */
const filesOf = (name: string, files: string): string =>
  String.raw`[\\/](?:shared|@phr)[\\/]${name}[\\/](?:src|dist)[\\/]${files}`;

export interface BuildOptions {
  /** The package's folder. */
  readonly dir: string;
  /** Merged over the preset's configuration. */
  readonly extra?: Configuration;
  /** Version to build; defaults to the package's own. */
  readonly version?: string;
}

interface Args {
  readonly mode?: string;
}
type ConfigFunction = (env: unknown, args: Args) => Configuration;

/** The exposed chunk: all others load after it, except fallbacks for shared libraries. */
const EXPOSED = '__federation_expose_module';

function isBelowExposed(chunk: Chunk): boolean {
  const visited = new Set<ChunkGroup>();
  const isBelow = (group: ChunkGroup): boolean => {
    if (visited.has(group) || group.chunks.some(({ name }) => name === EXPOSED)) return true;
    visited.add(group);
    return group.getNumberOfParents() > 0 && group.getParents().every(isBelow);
  };
  return [...chunk.groupsIterable].every(isBelow);
}

/** Chunks shared by several parts of a module. */
const OWN_FILES = {
  ui: {
    test: new RegExp(
      `${filesOf('ui', '(?!combobox|date-picker\\.)')}|${filesOf('i18n', 'catalog')}|[\\\\/]@tabler[\\\\/]icons-react[\\\\/]`,
    ),
    name: 'ui',
    enforce: true,
  },
  // shared by the screens: put into the module's first file, to save a request
  common: {
    test: new RegExp([filesOf('time', ''), filesOf('i18n', 'format'), filesOf('fhir', 'normalize-text')].join('|')),
    name: EXPOSED,
    chunks: isBelowExposed,
    enforce: true,
  },
  // the searchable list with its kit, also used by the calendar: one file for both
  kit: {
    test: new RegExp(`${filesOf('ui', 'combobox')}|[\\\\/]@mantine[\\\\/]`),
    name: 'kit',
    enforce: true,
  },
  libraries: {
    test: /[\\/]node_modules[\\/](?:i18next|react-i18next|@tanstack|html-parse-stringify|void-elements)[\\/]/,
    name: 'libraries',
    enforce: true,
  },
};

/** A remote with one exposed file and no entry of its own. Output in dist/. */
export function remoteConfig(options: BuildOptions): ConfigFunction {
  return (_env, args) => {
    const manifest = JSON.parse(readFileSync(path.join(options.dir, 'module.json'), 'utf8')) as { name: string };
    const version = options.version ?? process.env['PHR_MODULE_VERSION'] ?? infoOf(options.dir).version;
    const container = containerName(manifest.name, version);
    const production = args.mode === 'production';
    return merge(
      common({ ...options, version }, production),
      {
        entry: {},
        output: { path: path.join(options.dir, 'dist'), publicPath: 'auto', uniqueName: container },
        module: { rules: [{ test: /\/module\.json$/, loader: loaderOf('manifest-loader') }] },
        plugins: [
          new ModuleFederationPlugin({
            name: container,
            filename: 'remoteEntry.js',
            exposes: { './module': './src/module.ts' },
            shared: remoteShared(options.dir),
            shareStrategy: 'loaded-first',
            manifest: true,
            dts: false,
            experiments: {
              externalRuntime: true,
              optimization: { target: 'web', disableSnapshot: true, disableRemote: true },
            },
          }),
          new IntegrityPlugin('remoteEntry.js'),
          // the first file needs two words of the manifest, the screens its routes: split, so that each loads only its
          // part
          new webpack.NormalModuleReplacementPlugin(/\/module\.json$/, (resource) => {
            if (/\/src\/module\.ts$/.test(resource.contextInfo.issuer)) resource.request += '?named';
          }),
          new PartsPlugin(partOfModule),
        ],
        // fallbacks for what the shell shares are only used on partner pages: two files instead of forty names in every
        // entry
        optimization: {
          // release files are named by version, so ids need not be stable; numeric ids are shorter, and the entry names
          // each twice
          ...(production ? { moduleIds: 'natural' as const, chunkIds: 'natural' as const } : {}),
          splitChunks: {
            // each file costs a line in the entry, so small parts shared by two screens are duplicated
            minSize: 60_000,
            cacheGroups: OWN_FILES,
          },
        },
      },
      options.extra,
    );
  };
}

/**
 * The host's federation runtime without manifest loading and Node support: our own registry names modules, files and
 * hashes.
 */
const runtimeInBrowser = () =>
  new webpack.DefinePlugin({ FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: 'true', ENV_TARGET: JSON.stringify('web') });

/** The shell: an ordinary page using federation through its runtime API (docs/adr/0001). */
export function shellConfig(options: BuildOptions): ConfigFunction {
  return (_env, args) =>
    merge(
      common(options, args.mode === 'production', false),
      {
        entry: { main: './src/main.ts' },
        output: { path: path.join(options.dir, 'dist'), publicPath: '/', uniqueName: 'phr_shell' },
        plugins: [
          runtimeInBrowser(),
          new HtmlWebpackPlugin({
            template: path.join(options.dir, 'src/index.html'),
            chunks: ['main'],
            // the template decides: the first script precedes everything loaded in parallel
            inject: false,
            minify: false,
          }),
        ],
      },
      options.extra,
    );
}

/** Scripts for partner pages in a folder per version, plus what leads to them (EmbedPlugin). */
export function embedConfig(options: BuildOptions): ConfigFunction {
  return (_env, args) => {
    const { version } = infoOf(options.dir);
    const [major] = version.split('.');
    return merge(
      common(options, args.mode === 'production'),
      {
        entry: {
          [`${version}/phr-embed`]: './src/main.ts',
          [`${version}/phr-frame`]: './src/frame-page.ts',
          [String(major)]: './src/follow.ts',
        },
        output: { path: path.join(options.dir, 'dist'), publicPath: 'auto', uniqueName: 'phr_embed' },
        module: {
          rules: [
            { test: /\/base\.css$/, loader: loaderOf('foreign-page-loader') },
            { test: /[\\/]runtime-core[\\/]dist[\\/]global\.js$/, loader: loaderOf('own-federation-loader') },
          ],
        },
        plugins: [new EmbedPlugin(version)],
      },
      options.extra,
    );
  };
}

/** A module's dev page with a fake host and hot reload: no federation, no backend. `port` is arbitrary. */
export function devConfig(options: BuildOptions & { readonly port: number }): ConfigFunction {
  return () =>
    merge(
      common(options, false),
      {
        entry: { main: './src/dev/main.tsx' },
        output: { path: path.join(options.dir, '.cache/dev'), publicPath: '/', uniqueName: 'phr_dev' },
        plugins: [new HtmlWebpackPlugin({ template: path.join(here, 'dev.html') })],
        devServer: {
          port: options.port,
          host: '127.0.0.1',
          hot: true,
          historyApiFallback: true,
          static: false,
          client: { overlay: false },
        },
      },
      options.extra,
    );
}

/** Configuration for a module's webpack.config.ts: the dev page under `webpack serve`, otherwise the remote. */
export function moduleConfig(options: BuildOptions & { readonly port: number }): ConfigFunction {
  return (env, args) => (process.env['WEBPACK_SERVE'] ? devConfig(options) : remoteConfig(options))(env, args);
}

/** React only from the host; libraries by version range with a fallback; shared components by sub-path. */
function remoteShared(dir: string) {
  const react = { singleton: true, strictVersion: true, requiredVersion: '^19.0.0', import: false as const };
  const library = (name: string) => {
    const version = versionOf(name, dir);
    return { requiredVersion: `^${version}`, version };
  };
  const ui = library('@phr/ui');
  return {
    react,
    'react/': react,
    'react-dom': react,
    'react-dom/': react,
    '@tanstack/react-query': library('@tanstack/react-query'),
    i18next: library('i18next'),
    'react-i18next': library('react-i18next'),
    '@phr/ui/': ui,
  };
}

/** Loaders of this package. */
const OWN_STEPS =
  'sheet-loader pixel-base foreign-page-loader own-federation-loader manifest-loader integrity-plugin parts-plugin embed-plugin'.split(
    ' ',
  );

function common(options: BuildOptions, production: boolean, onForeignPages = true): Configuration {
  const { dir } = options;
  const { version } = infoOf(dir);
  return {
    context: dir,
    mode: production ? 'production' : 'development',
    target: ['web', 'es2022'],
    devtool: production ? false : 'cheap-module-source-map',
    output: {
      clean: true,
      filename: '[name].js',
      // a runtime chunk must not have a hash in its name: the federation runtime cannot name such a file yet
      chunkFilename: production ? '[name].[contenthash:8].js' : '[name].js',
      assetModuleFilename: '[name].[contenthash:8][ext]',
      crossOriginLoading: 'anonymous',
      chunkLoadTimeout: 10_000,
      hashFunction: 'xxhash64',
    },
    resolve: { extensions: ['.tsx', '.ts', '.js', '.mjs'] },
    resolveLoader: {
      alias: Object.fromEntries(['css-loader', 'swc-loader'].map((name) => [name, require.resolve(name)])),
    },
    cache: {
      type: 'filesystem',
      name: `${production ? 'production' : 'development'}-${process.env['WEBPACK_SERVE'] ? 'serve' : 'build'}`,
      cacheDirectory: path.join(dir, '.cache/webpack'),
      version: options.version ?? version,
      buildDependencies: {
        preset: [import.meta.filename, ...OWN_STEPS.map(loaderOf)],
        config: [path.join(dir, 'package.json')],
      },
    },
    module: {
      rules: [
        compiled(production),
        { test: /\.module\.css$/, use: sheets(onForeignPages) },
        { test: /\.css$/, exclude: /\.module\.css$/, type: 'asset/source' },
        { test: /\.(?:woff2|svg|png)$/, type: 'asset/resource' },
      ],
    },
    plugins: [
      new webpack.DefinePlugin({
        __PHR_VERSION__: JSON.stringify(options.version ?? version),
        // developer builds; guarded code is absent from all others
        __PHR_DEV__: String(process.env['PHR_DEV'] === '1'),
      }),
    ],
    optimization: {
      minimize: production,
      minimizer: [new MinimizerPlugin({ minify: MinimizerPlugin.swcMinify, extractComments: false })],
      moduleIds: production ? 'deterministic' : 'named',
      chunkIds: production ? 'deterministic' : 'named',
    },
    performance: { hints: false },
    stats: 'errors-warnings',
  };
}

/** TypeScript and JSX, for browsers of 2022. */
function compiled(production: boolean) {
  return {
    test: /\.tsx?$/,
    exclude: /node_modules/,
    use: {
      loader: 'swc-loader',
      options: {
        jsc: {
          parser: { syntax: 'typescript', tsx: true },
          target: 'es2022',
          transform: { react: { runtime: 'automatic', development: !production } },
        },
      },
    },
  };
}

/** Class names contain package, file and name, so packages never collide. */
const sheets = (onForeignPages: boolean) => [
  { loader: loaderOf('sheet-loader'), options: { registry: '@phr/ui/sheets', onForeignPages } },
  {
    loader: 'css-loader',
    options: {
      exportType: 'string',
      modules: {
        namedExport: true,
        exportLocalsConvention: 'as-is',
        getLocalIdent: ({ resourcePath }: { resourcePath: string }, _pattern: string, name: string) =>
          `${packageNameOf(resourcePath).replace(/^@phr\//, '')}_${path.basename(resourcePath, '.module.css')}_${name}`,
      },
    },
  },
];

function merge(...parts: readonly (Configuration | undefined)[]): Configuration {
  const result: Configuration = {};
  for (const part of parts) {
    if (!part) continue;
    const { output, module, plugins, optimization, resolve, ...rest } = part;
    Object.assign(result, rest);
    result.output = { ...result.output, ...output };
    result.resolve = { ...result.resolve, ...resolve };
    result.optimization = { ...result.optimization, ...optimization };
    result.plugins = [...(result.plugins ?? []), ...(plugins ?? [])];
    result.module = { ...result.module, ...module, rules: [...(result.module?.rules ?? []), ...(module?.rules ?? [])] };
  }
  return result;
}
