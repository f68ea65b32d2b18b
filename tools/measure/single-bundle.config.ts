import path from 'node:path';
import webpack, { type Configuration } from 'webpack';
import shell from '../../shell/webpack.config.ts';
import { dirOf, ROOT } from '../workspace.ts';

const STATIC = path.join(ROOT, 'tools/measure/static-modules.ts');

/** The same shell and modules as one build with code splitting, without federation: what federation is measured against. */
export default function config(env: unknown, args: { mode?: string }): Configuration {
  const base = shell(env, args);
  return {
    ...base,
    output: { ...base.output, path: path.join(ROOT, '.cache/single-bundle') },
    cache: false,
    plugins: [
      ...(base.plugins ?? []),
      new webpack.NormalModuleReplacementPlugin(/start-federation\.ts$/, (resource) => {
        resource.request = STATIC;
      }),
    ],
    resolve: {
      ...base.resolve,
      modules: [
        path.join(dirOf('mfe-vitals'), 'node_modules'),
        path.join(dirOf('mfe-imaging'), 'node_modules'),
        'node_modules',
      ],
    },
  };
}
