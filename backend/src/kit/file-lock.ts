import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, unlink, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Who holds a lock. */
export interface LockOwner {
  readonly pid: number;
  readonly host: string;
}

/** The lock is held by a running process, or one that cannot be inspected. */
export class LockedError extends Error {
  override readonly name = 'LockedError';
  readonly owner: LockOwner;
  readonly file: string;

  constructor(file: string, owner: LockOwner) {
    super(`${file} is held by process ${owner.pid}${owner.host === hostname() ? '' : ` on ${owner.host}`}`);
    this.file = file;
    this.owner = owner;
  }
}

const PAUSE_MS = 3;

/**
 * Acquires the lock `file` until the returned function releases it. A dead local process's lock counts as free. Waits
 * up to `waitMs`, then rejects with LockedError.
 */
export async function takeLock(file: string, waitMs = 0): Promise<() => Promise<void>> {
  await mkdir(path.dirname(file), { recursive: true });
  const end = performance.now() + waitMs;
  for (;;) {
    if (await create(file)) return () => rm(file, { force: true });
    const owner = await ownerOf(file);
    // released meanwhile: retry
    if (owner === undefined) continue;
    if (!(await runs(owner))) {
      if (await release(file)) continue;
    } else if (performance.now() >= end) throw new LockedError(file, owner);
    await pause(PAUSE_MS * (1 + Math.random()));
  }
}

/** Writes the lock atomically: readers never see one without owner. */
async function create(file: string): Promise<boolean> {
  const aside = `${file}.${randomUUID()}`;
  await writeFile(aside, JSON.stringify({ pid: process.pid, host: hostname() } satisfies LockOwner));
  try {
    await link(aside, file);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await unlink(aside);
  }
}

/**
 * Removes a dead process's lock, one remover at a time and after rechecking, so that a new owner's lock is never
 * removed.
 */
async function release(file: string): Promise<boolean> {
  const turn = `${file}.release`;
  if (!(await create(turn))) {
    const other = await ownerOf(turn);
    if (other !== undefined && !(await runs(other))) throw new LockedError(turn, other);
    return false;
  }
  try {
    const owner = await ownerOf(file);
    if (owner !== undefined && !(await runs(owner))) await rm(file, { force: true });
    return true;
  } finally {
    await unlink(turn);
  }
}

async function ownerOf(file: string): Promise<LockOwner | undefined> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const value: unknown = /^\{/.test(text) ? JSON.parse(text) : { pid: Number(text), host: hostname() };
  const { pid, host } = { pid: 0, host: '', ...(typeof value === 'object' ? value : {}) };
  return { pid: typeof pid === 'number' ? pid : 0, host: typeof host === 'string' ? host : '' };
}

/** Process ids are reused, so where possible check for a Node process. Other machines' processes count as running. */
async function runs({ pid, host }: LockOwner): Promise<boolean> {
  if (host !== hostname()) return true;
  if (pid === process.pid) return true;
  if (!(pid > 0) || !isAlive(pid)) return false;
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined);
  return command === undefined ? process.platform !== 'linux' : /\bnode\b/.test(command);
}

/** True while a process of this machine runs. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';
}
