import path from 'node:path';
import type { Config } from '../config.ts';

/** A start that cannot go on, in one sentence for the operator that names the setting. */
export class StartFault extends Error {
  override readonly name = 'StartFault';
}

/** Where a start can meet the machine: each with the name of its setting. */
export interface Places {
  readonly ports: readonly (readonly [string, number | undefined])[];
  readonly folders: readonly (readonly [string, string | undefined])[];
}

/** Codes of the system, and PostgreSQL's own for a full disk. */
const KINDS: Readonly<Record<string, 'full' | 'closed' | 'no folder'>> = {
  ENOSPC: 'full', EDQUOT: 'full', 53100: 'full', EACCES: 'closed', EPERM: 'closed', EROFS: 'closed', ENOTDIR: 'no folder', EEXIST: 'no folder', EISDIR: 'no folder',
};

export function placesOf(config: Config): Places {
  const { ports, mqtt, metricsPort } = config;
  return {
    ports: [['PORT', ports.shell], ['IDENTITY_PORT', ports.identity], ['FILES_PORT', ports.files], ['MQTT_PORT', mqtt.port], ['METRICS_PORT', metricsPort]],
    // the inner ones first: most lie in the data folder
    folders: [['LOG_FILE', config.logFile], ['RELEASES_DIR', config.releasesDir], ['SHELL_DIR', config.shellDir], ['EMBED_DIR', config.embedDir], ['DATA_DIR', config.dataDir]],
  };
}

/** The error of a start as a StartFault where the machine is at fault: a port, a folder, a disk. Any other error as it is. */
export function asStartFault(error: unknown, places: Places): unknown {
  if (typeof error !== 'object' || error === null || error instanceof StartFault) return error;
  const fields = { code: '', path: '', syscall: '', port: 0, address: '', ...error };
  if (fields.syscall === 'listen' || fields.syscall === 'bind') return portFault(error, fields, places);
  const [setting, folder] = places.folders.find(([, where]) => where !== undefined && isIn(String(fields.path), where)) ?? ['DATA_DIR', places.folders.at(-1)?.[1]];
  const where = fields.path === '' ? folder ?? '' : fields.path;
  const kind = KINDS[fields.code];
  if (kind === 'full') return new StartFault(`The disk of ${where} is full: make room, or set ${setting} to a folder on another disk.`, { cause: error });
  if (kind === 'closed' && fields.path !== '') return new StartFault(`${where} cannot be written by this user: give the user the right to, or set ${setting} to another place.`, { cause: error });
  if (kind === 'no folder' && fields.path !== '') return new StartFault(`${where} cannot be made, because a file is in its way: set ${setting} to another place.`, { cause: error });
  return error;
}

/** The same from the words of a program that was run for the folder of `setting`. */
export function faultInWords(words: string, folder: string, setting: string): StartFault | undefined {
  if (/No space left on device|Disk quota exceeded/i.test(words)) return new StartFault(`The disk of ${folder} is full: make room, or set ${setting} to a folder on another disk.`);
  if (/Permission denied|Read-only file system/i.test(words)) return new StartFault(`${folder} cannot be written by the database: give its user the right to, or set ${setting} to another place.`);
  return undefined;
}

function portFault(error: object, { code, port, address }: { readonly code: string; readonly port: number; readonly address: string }, { ports }: Places): unknown {
  const setting = ports.find(([, known]) => known === port)?.[0] ?? 'PORT';
  if (code === 'EADDRINUSE') return new StartFault(`Port ${port} is in use by another program: stop it, or set ${setting} to a free port.`, { cause: error });
  if (code === 'EACCES') return new StartFault(`Port ${port} may not be used by this user: set ${setting} to a port from 1024 up.`, { cause: error });
  if (code === 'EADDRNOTAVAIL') return new StartFault(`This machine has no address ${address}: set HOST to one that it has.`, { cause: error });
  return error;
}

function isIn(file: string, folder: string): boolean {
  const relative = path.relative(folder, file);
  return file !== '' && !relative.startsWith('..') && !path.isAbsolute(relative);
}
