import type { ReleaseEntry } from '@phr/contract/registry';
import { isObject } from '@phr/fhir/json';
import { parseManifest } from '@phr/loader/registry';

/**
 * Development builds of the signed-in person, as determined by the server. Manifests are passed on unchanged and parsed
 * as received. Rejects if the server does not respond, or responds unexpectedly.
 */
export async function readOwnBuilds(
  accessToken: () => Promise<string>,
  doFetch: typeof fetch = (...args) => fetch(...args),
): Promise<readonly ReleaseEntry[]> {
  const headers = { authorization: `Bearer ${await accessToken()}` };
  const answer = await doFetch('/registry/mine.json', { headers, cache: 'no-store', credentials: 'omit' });
  if (!answer.ok) throw new Error(`The server answered ${answer.status}`);
  const body: unknown = await answer.json();
  const builds = isObject(body) && Array.isArray(body['builds']) ? body['builds'] : [];
  return builds.map((build: unknown) => releaseIn(isObject(build) ? build['release'] : undefined));
}

function releaseIn(value: unknown): ReleaseEntry {
  const { version, container, entry, integrity, manifest } = isObject(value) ? value : {};
  const name = isObject(manifest) ? String(manifest['name']) : '';
  const isOwn =
    typeof container === 'string' &&
    typeof integrity === 'string' &&
    integrity.startsWith('sha384-') &&
    typeof version === 'string' &&
    typeof entry === 'string' &&
    entry.startsWith(`/m/${name}/${version}/`);
  if (!isOwn) throw new Error('A build in development is not as it should be');
  return { version, container, entry, integrity, manifest: parseManifest(manifest, name, 'builds') };
}
