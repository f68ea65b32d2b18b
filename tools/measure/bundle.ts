import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { dirOf, ROOT } from '../workspace.ts';

/** Builds one of the configurations of this folder for production. Throws with webpack's message. */
export function bundle(config: string): void {
  const built = spawnSync(
    process.execPath,
    [
      path.join(ROOT, 'shared/build/node_modules/webpack-cli/bin/cli.js'),
      '--mode',
      'production',
      '-c',
      path.join(ROOT, 'tools/measure', config),
    ],
    { cwd: dirOf('shell'), encoding: 'utf8', env: { ...process.env, NODE_NO_WARNINGS: '1' } },
  );
  if (built.status !== 0) throw new Error(built.stdout + built.stderr);
}
