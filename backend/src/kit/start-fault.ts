import path from 'node:path';

/** A failed start, as one sentence for the operator naming the setting. */
export class StartFault extends Error {
  override readonly name = 'StartFault';
}

/** System resources a start needs, with their setting names. */
export interface Places {
  readonly ports: readonly (readonly [string, number | undefined])[];
  readonly folders: readonly (readonly [string, string | undefined])[];
  /** An external database: its disk is not ours. */
  readonly databaseUrl?: string | undefined;
}

type Kind = 'taken port' | 'closed port' | 'no address' | 'full' | 'full database' | 'closed' | 'no folder' | 'missing';

/** Errors of a server that cannot listen. */
const PORT_KINDS: Readonly<Record<string, Kind>> = {
  EADDRINUSE: 'taken port',
  EACCES: 'closed port',
  EADDRNOTAVAIL: 'no address',
};

/** Codes of the system, and PostgreSQL's own for a full disk. */
const FILE_KINDS: Readonly<Record<string, Kind>> = {
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

/** Operator message: `place` is a port, URL, file, folder or database. */
const SENTENCES: Readonly<Record<Kind, (place: string | number, setting: string) => string>> = {
  'taken port': (port, setting) =>
    `Port ${port} is in use by another program: stop it, or set ${setting} to a free port.`,
  'closed port': (port, setting) => `Port ${port} may not be used by this user: set ${setting} to a port from 1024 up.`,
  'no address': (address) => `This machine has no address ${address}: set HOST to one that it has.`,
  full: (place, setting) => `The disk of ${place} is full: make room, or set ${setting} to a folder on another disk.`,
  'full database': (database) =>
    `The disk of the database ${database} is full: make room there, or correct DATABASE_URL.`,
  closed: (place, setting) =>
    `${place} cannot be written by this user: give the user the right to, or set ${setting} to another place.`,
  'no folder': (place, setting) =>
    `${place} cannot be made, because a file is in its way: set ${setting} to another place.`,
  missing: (place, setting) => `${place} does not exist, or its folder does not: make it, or correct ${setting}.`,
};

/** Converts a system error at start (port, folder, disk) to a StartFault; others are unchanged. */
export function asStartFault(error: unknown, places: Places): unknown {
  if (typeof error !== 'object' || error === null || error instanceof StartFault) return error;
  const fields = { code: '', path: '', dest: '', syscall: '', port: 0, address: '', ...error };
  const isPort = fields.syscall === 'listen' || fields.syscall === 'bind';
  const words = isPort ? portFault(fields, places) : fileFault(fields, places);
  if (words !== undefined) return new StartFault(words, { cause: error });
  // the database's own error is the cause of ours
  const deeper = error instanceof Error ? asStartFault(error.cause, places) : undefined;
  return deeper instanceof StartFault ? deeper : error;
}

interface Fields {
  readonly code: string;
  readonly path: string;
  readonly dest: string;
  readonly syscall: string;
  readonly port: number;
  readonly address: string;
}

function portFault({ code, port, address }: Fields, { ports }: Places): string | undefined {
  const kind = PORT_KINDS[code];
  const setting = ports.find(([, known]) => known === port)?.[0] ?? 'PORT';
  return kind === undefined ? undefined : SENTENCES[kind](kind === 'no address' ? address : port, setting);
}

function fileFault({ code, path: from, dest, syscall }: Fields, places: Places): string | undefined {
  const { databaseUrl, folders } = places;
  if (code === '53100' && databaseUrl !== undefined) return SENTENCES['full database'](nameOf(databaseUrl), '');
  // ENOSPC while copying refers to the destination
  const file = String(dest === '' ? from : dest);
  const named = folders.find(([, folder]) => folder !== undefined && isIn(file, folder))?.[0];
  const kind = fileKind(code, syscall, named);
  if (kind === undefined || (file === '' && kind !== 'full')) return undefined;
  const outermost = folders.at(-1)?.[1] ?? '';
  return SENTENCES[kind](file === '' ? outermost : file, named ?? 'DATA_DIR');
}

/** `setting` is the one that the file belongs to. */
function fileKind(code: string, syscall: string, setting: string | undefined): Kind | undefined {
  if (code !== 'ENOENT') return FILE_KINDS[code];
  // Node reports ENOENT for a folder on a read-only disk
  if (syscall === 'mkdir') return 'closed';
  // what is missing in the data folder is our own affair
  return setting === undefined || setting === 'DATA_DIR' ? undefined : 'missing';
}

/**
 * Waits for another server needed at start. Rejects with a StartFault naming its setting, without the URL, which may
 * contain a password.
 */
export async function awaitConnection<T>(setting: string, address: string, connecting: Promise<T>): Promise<T> {
  return connecting.catch((error: unknown) => {
    const why =
      error instanceof Error ? ` (${error.message === '' ? String(Reflect.get(error, 'code')) : error.message})` : '';
    throw new StartFault(`${nameOf(address)} cannot be used${why}: start it, or correct ${setting}.`, { cause: error });
  });
}

/** A URL without its secrets. */
export function nameOf(address: string): string {
  const { host, pathname } = new URL(address);
  return `${host}${pathname === '/' ? '' : pathname}`;
}

/** The same from the output of a program run for the folder of `setting`. */
export function faultInWords(words: string, folder: string, setting: string): StartFault | undefined {
  if (/No space left on device|Disk quota exceeded/i.test(words))
    return new StartFault(SENTENCES.full(folder, setting));
  if (/Permission denied|Read-only file system/i.test(words))
    return new StartFault(
      `${folder} cannot be written by the database: give its user the right to, or set ${setting} to another place.`,
    );
  return undefined;
}

function isIn(file: string, folder: string): boolean {
  const relative = path.relative(folder, file);
  return file !== '' && !relative.startsWith('..') && !path.isAbsolute(relative);
}
