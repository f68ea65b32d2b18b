import path from 'node:path';

/** A start that cannot go on, in one sentence for the operator that names the setting. */
export class StartFault extends Error {
  override readonly name = 'StartFault';
}

/** Where a start can meet the machine: each with the name of its setting. */
export interface Places {
  readonly ports: readonly (readonly [string, number | undefined])[];
  readonly folders: readonly (readonly [string, string | undefined])[];
  /** The database of somebody else, where there is one: its disk is not ours. */
  readonly databaseUrl?: string | undefined;
}

/** Codes of the system, and PostgreSQL's own for a full disk. */
const KINDS: Readonly<Record<string, 'full' | 'closed' | 'no folder'>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  53100: 'full',
  EACCES: 'closed',
  EPERM: 'closed',
  EROFS: 'closed',
  ENOTDIR: 'no folder',
  EEXIST: 'no folder',
  EISDIR: 'no folder',
};

/** The error of a start as a StartFault where the machine is at fault: a port, a folder, a disk. Any other error as it is. */
export function asStartFault(error: unknown, places: Places): unknown {
  if (typeof error !== 'object' || error === null || error instanceof StartFault) return error;
  const fields = { code: '', path: '', dest: '', syscall: '', port: 0, address: '', ...error };
  if (fields.syscall === 'listen' || fields.syscall === 'bind') return portFault(error, fields, places);
  // what is copied lies where there is room
  const file = fields.dest === '' ? fields.path : fields.dest;
  const [setting, folder] = places.folders.find(([, where]) => where !== undefined && isIn(String(file), where)) ?? [
    'DATA_DIR',
    places.folders.at(-1)?.[1],
  ];
  const where = file === '' ? (folder ?? '') : file;
  // Node says of a folder on a read-only disk that it does not exist
  const kind = fields.code === 'ENOENT' && fields.syscall === 'mkdir' ? 'closed' : KINDS[fields.code];
  if (fields.code === '53100' && places.databaseUrl !== undefined)
    return new StartFault(
      `The disk of the database ${nameOf(places.databaseUrl)} is full: make room there, or correct DATABASE_URL.`,
      { cause: error },
    );
  if (kind === 'full')
    return new StartFault(`The disk of ${where} is full: make room, or set ${setting} to a folder on another disk.`, {
      cause: error,
    });
  if (kind === 'closed' && file !== '')
    return new StartFault(
      `${where} cannot be written by this user: give the user the right to, or set ${setting} to another place.`,
      { cause: error },
    );
  if (kind === 'no folder' && file !== '')
    return new StartFault(`${where} cannot be made, because a file is in its way: set ${setting} to another place.`, {
      cause: error,
    });
  // the database's own error stands behind ours
  const deeper = error instanceof Error ? asStartFault(error.cause, places) : undefined;
  return deeper instanceof StartFault ? deeper : error;
}

/** Waits until another server that a start needs is connected. Rejects with a StartFault that names its setting, and tells nothing else of an address that may hold a password. */
export async function reached<T>(setting: string, address: string, connecting: Promise<T>): Promise<T> {
  return connecting.catch((error: unknown) => {
    const why =
      error instanceof Error ? ` (${error.message === '' ? String(Reflect.get(error, 'code')) : error.message})` : '';
    throw new StartFault(`${nameOf(address)} cannot be used${why}: start it, or correct ${setting}.`, { cause: error });
  });
}

/** An address without what may be secret in it. */
export function nameOf(address: string): string {
  const { host, pathname } = new URL(address);
  return `${host}${pathname === '/' ? '' : pathname}`;
}

/** The same from the words of a program that was run for the folder of `setting`. */
export function faultInWords(words: string, folder: string, setting: string): StartFault | undefined {
  if (/No space left on device|Disk quota exceeded/i.test(words))
    return new StartFault(`The disk of ${folder} is full: make room, or set ${setting} to a folder on another disk.`);
  if (/Permission denied|Read-only file system/i.test(words))
    return new StartFault(
      `${folder} cannot be written by the database: give its user the right to, or set ${setting} to another place.`,
    );
  return undefined;
}

function portFault(
  error: object,
  { code, port, address }: { readonly code: string; readonly port: number; readonly address: string },
  { ports }: Places,
): unknown {
  const setting = ports.find(([, known]) => known === port)?.[0] ?? 'PORT';
  if (code === 'EADDRINUSE')
    return new StartFault(`Port ${port} is in use by another program: stop it, or set ${setting} to a free port.`, {
      cause: error,
    });
  if (code === 'EACCES')
    return new StartFault(`Port ${port} may not be used by this user: set ${setting} to a port from 1024 up.`, {
      cause: error,
    });
  if (code === 'EADDRNOTAVAIL')
    return new StartFault(`This machine has no address ${address}: set HOST to one that it has.`, { cause: error });
  return error;
}

function isIn(file: string, folder: string): boolean {
  const relative = path.relative(folder, file);
  return file !== '' && !relative.startsWith('..') && !path.isAbsolute(relative);
}
