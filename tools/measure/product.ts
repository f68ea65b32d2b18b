import { rm } from 'node:fs/promises';
import path from 'node:path';
import { readConfig } from '../../backend/src/kit/config.ts';
import { type Backend, startBackend } from '../../backend/src/app/main.ts';
import { buildAll } from '../build.ts';
import { dirOf, moduleBuilds, ROOT } from '../workspace.ts';
import { requireFree } from './free-ports.ts';

export const ACCOUNT = { user: '0901234567', password: 'phr-demo-2026' } as const;

export interface Product {
  readonly url: string;
  readonly backend: Backend;
}

/**
 * Starts the product on separate ports with fresh demo data and the given build of the shell. Rejects when a port is
 * taken.
 */
export async function startProduct(port: number, shellDir = path.join(dirOf('shell'), 'dist')): Promise<Product> {
  await requireFree([port, port + 1, port + 2, port + 3]);
  const data = path.join(ROOT, `.data/measure-${port}`);
  await rm(data, { recursive: true, force: true });
  process.env['RELEASES_DIR'] = path.join(data, 'releases');
  const builds = moduleBuilds(await buildAll());
  const backend = await startBackend(
    readConfig({
      ...process.env,
      DEMO: '1',
      DATA_DIR: data,
      LOG_LEVEL: 'error',
      PORT: String(port),
      IDENTITY_PORT: String(port + 1),
      FILES_PORT: String(port + 2),
      SHELL_DIR: shellDir,
      EMBED_DIR: path.join(dirOf('shared/embed'), 'dist'),
      LIMIT_SIGN_IN_PER_MINUTE_IP: '100000',
      LIMIT_API_PER_MINUTE_USER: '1000000',
      LIMIT_SOCKETS_PER_USER: '100000',
    }),
    { builds },
  );
  return { url: backend.urls.shell, backend };
}
