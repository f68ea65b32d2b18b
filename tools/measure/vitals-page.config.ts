import path from 'node:path';
import { embedConfig } from '../../shared/build/src/presets.ts';
import type { Configuration } from 'webpack';
import { dirOf, ROOT } from '../workspace.ts';

/** The charts of mfe-vitals and uPlot in one script, to be added to an empty page. */
export default function config(env: unknown, args: { mode?: string }): Configuration {
  const base = embedConfig({ dir: dirOf('mfe-vitals') })(env, args);
  return {
    ...base,
    entry: { vitals: path.join(ROOT, 'tools/measure/vitals-page.tsx') },
    output: { ...base.output, path: path.join(ROOT, '.cache/measure-vitals'), publicPath: '/' },
    cache: false,
    resolve: {
      ...base.resolve,
      modules: [path.join(ROOT, 'mfe-vitals/node_modules'), path.join(ROOT, 'tools/node_modules'), 'node_modules'],
    },
  };
}
