import type { RequestPort } from '@phr/contract/host-api';
import type { ReleaseEntry } from '@phr/contract/registry';
import { isObject } from '@phr/fhir/json';
import { parseManifest } from '@phr/loader/registry';

/** Builds in development of whoever is signed in: the server decides whose they are. Rejects where it does not answer, or not as it should. */
export async function readOwnBuilds(client: Pick<RequestPort, 'send'>): Promise<readonly ReleaseEntry[]> {
  const { body } = await client.send({ method: 'GET', service: 'identity', path: '/registry/mine.json' });
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
