import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { ENTRY_FILE } from '@phr/contract/release';
import { dirOf, manifestOf, MODULES } from './workspace.ts';

const KB = 1000;
/** Files that a host loads from a module before it can show anything: one line per file. */
const ENTRY_LIMIT = 12 * KB;
const CHUNK_LIMIT = 100 * KB;
const EMBED_LIMIT = 95 * KB;
const FOLLOW_LIMIT = 2 * KB;

export interface Measured {
  readonly file: string;
  readonly gzip: number;
  readonly limit: number;
}

/** Every script of every built module with its gzip size and its limit. */
export async function measureChunks(): Promise<Measured[]> {
  const found: Measured[] = [];
  for (const name of MODULES) {
    const dist = path.join(dirOf(name), 'dist');
    for (const file of await readdir(dist, { recursive: true })) {
      if (!/\.m?js$/.test(file)) continue;
      const gzip = (await stat(path.join(dist, `${file}.gz`))).size;
      found.push({
        file: `${name}/${file}`,
        gzip,
        limit: file === ENTRY_FILE ? ENTRY_LIMIT : await limitOf(name, path.join(dist, file), gzip),
      });
    }
  }
  return found;
}

/** The limit of a module's file: the usual one, or that of a larger file declared in the manifest (`budgets`). */
async function limitOf(name: string, file: string, gzip: number): Promise<number> {
  if (gzip <= CHUNK_LIMIT) return CHUNK_LIMIT;
  const text = (await readFile(file, 'utf8')).toLowerCase();
  const large = manifestOf(name).budgets?.find(({ mark }) => text.includes(mark.toLowerCase()));
  return large === undefined ? CHUNK_LIMIT : large.kB * KB;
}

/** How a page's address requests a module from the developer's machine: this text is only in developer builds. */
export const FOR_DEVELOPERS = '#override=';

/** Files of the shell that contain developer code; none unless the build was made for developers. */
export async function filesForDevelopers(dist = path.join(dirOf('shell'), 'dist')): Promise<string[]> {
  const files = (await readdir(dist, { recursive: true })).filter((file) => /\.m?js$/.test(file));
  const texts = await Promise.all(files.map((file) => readFile(path.join(dist, file), 'utf8')));
  return files.filter((_, at) => texts[at]?.includes(FOR_DEVELOPERS));
}

/** Scripts for partners' pages: transferred bytes (brotli), and their limits. */
export async function measureEmbed(): Promise<{ file: string; brotli: number; limit: number }[]> {
  const dist = path.join(dirOf('shared/embed'), 'dist');
  const files = (await readdir(dist, { recursive: true })).filter((file) => /\.m?js$/.test(file));
  return Promise.all(
    files.map(async (file) => ({
      file: `shared/embed/${file}`,
      brotli: (await stat(path.join(dist, `${file}.br`))).size,
      // a file named by a number alone redirects to the current version of that number
      limit: /^\d+\.js$/.test(file) ? FOLLOW_LIMIT : EMBED_LIMIT,
    })),
  );
}

/** Files over their limit, and files that must not be in a release, as text. */
export async function sizeFaults(): Promise<string[]> {
  const strayed = process.env['PHR_DEV'] === '1' ? [] : await filesForDevelopers();
  const chunks = (await measureChunks())
    .filter(({ gzip, limit }) => gzip > limit)
    .map(({ file, gzip, limit }) => `${file}: ${(gzip / KB).toFixed(1)} kB gzip, limit ${limit / KB} kB`);
  const scripts = (await measureEmbed())
    .filter(({ brotli, limit }) => brotli > limit)
    .map(({ file, brotli, limit }) => `${file}: ${(brotli / KB).toFixed(1)} kB brotli, limit ${limit / KB} kB`);
  return [...chunks, ...scripts, ...strayed.map((file) => `shell/${file} has code that is for developers`)];
}

if (import.meta.main) {
  for (const { file, gzip, limit } of await measureChunks())
    console.log(
      `${gzip > limit ? 'OVER ' : 'ok   '}${(gzip / KB).toFixed(1).padStart(7)} / ${String(limit / KB).padStart(4)} kB  ${file}`,
    );
  process.exitCode = (await sizeFaults()).length > 0 ? 1 : 0;
}
