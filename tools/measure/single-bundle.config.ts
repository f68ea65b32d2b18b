import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import webpack, { type Configuration } from 'webpack';
import shell from '../../shell/webpack.config.ts';
import { dirOf, MODULES, ROOT } from '../workspace.ts';

/** Replaces the federation host in the single bundle: modules are chunks of the shell's own build. */
const STATIC = path.join(ROOT, '.cache/static-modules.ts');
const SOURCE = `const MODULES = {
${MODULES.map((name) => `  '${name}': () => import('../${name}/src/module.ts'),`).join('\n')}
};
export const startFederation = () => ({ load: async (name) => (await MODULES[name]()).default });
`;

/** The same shell and modules as one build with code splitting and without federation, for comparison. */
export default function config(env: unknown, args: { mode?: string }): Configuration {
  mkdirSync(path.dirname(STATIC), { recursive: true });
  writeFileSync(STATIC, SOURCE);
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
      modules: [...MODULES.map((name) => path.join(dirOf(name), 'node_modules')), 'node_modules'],
    },
  };
}
