import type { ReleaseEntry } from '@phr/contract/registry';
import { folderOf, type ModulePart } from './module-part.ts';

const LIMIT_MS = 5_000;

/** True if a release's entry, and the files its build lists for these parts, can be fetched now. Never rejects. */
export async function filesAnswer(release: ReleaseEntry, parts: readonly ModulePart[]): Promise<boolean> {
  try {
    const folder = folderOf(release);
    const files = new Set([release.entry]);
    const listed = await ask(`${folder}parts.json`, 'GET');
    const known = (listed.ok ? await listed.json() : {}) as Readonly<Record<string, Readonly<Record<string, string>>>>;
    for (const { kind, part } of parts)
      for (const file of Object.keys(known[`${kind}/${part}`] ?? {})) files.add(folder + file);
    const answers = await Promise.all([...files].map((file) => ask(file, 'HEAD')));
    return answers.every(({ ok }) => ok);
  } catch {
    return false;
  }
}

function ask(address: string, method: 'GET' | 'HEAD'): Promise<Response> {
  return fetch(address, {
    method,
    cache: 'no-store',
    credentials: 'omit',
    signal: AbortSignal.timeout(LIMIT_MS),
  });
}
