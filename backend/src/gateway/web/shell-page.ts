import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { PublicConfig } from '@phr/contract/public-config';
import type { Registry, RegistryTwo } from '@phr/contract/registry';
import { html, jsonForHtml } from '../../kit/html.ts';
import {
  createPreloadLinks,
  type PageRequest,
  type Parts,
  type ReadReleaseFile,
  readOwnParts,
} from './preload-links.ts';

/** Location of the shell's build, and access to release files. */
export interface PageSources {
  readonly shellDir: string;
  readonly readReleaseFile: ReadReleaseFile;
}

/**
 * The shell's index.html with configuration, registry and preload links. If the registry is unreadable its block stays
 * empty, and the shell uses its last good copy.
 */
export function createShellPage(
  { shellDir, readReleaseFile }: PageSources,
  config: PublicConfig,
  readRegistry: () => Promise<{ readonly registry: RegistryTwo; readonly schemaOne: Registry }>,
): (ask: PageRequest) => Promise<string | undefined> {
  const file = path.join(shellDir, 'index.html');
  const ahead = createPreloadLinks(readReleaseFile);
  let template: { readonly stamp: number; readonly text: string; readonly own: Parts } | undefined;

  return async (ask) => {
    const stamp = await stat(file).then(
      (info) => info.mtimeMs,
      () => undefined,
    );
    if (stamp === undefined) return undefined;
    if (template?.stamp !== stamp)
      template = { stamp, text: await readFile(file, 'utf8'), own: await readOwnParts(shellDir) };
    const { text, own } = template;
    const read = await readRegistry().catch(() => undefined);
    const links = read === undefined ? '' : (await ahead(ask, read.registry, own)).text;
    // replacement functions, so that '$' in the data stays literal
    return (
      text
        .replace('__PHR_AUTHORITY__', () => html`${config.oidc.authority.replace(/\/$/, '')}`.text)
        .replace('__PHR_CONFIG__', () => jsonForHtml(config))
        .replace('__PHR_REGISTRY_2__', () => (read === undefined ? '' : jsonForHtml(read.registry)))
        // a shell of before schema 2
        .replace('__PHR_REGISTRY__', () => (read === undefined ? '' : jsonForHtml(read.schemaOne)))
        .replace('__PHR_AHEAD__', () => links)
    );
  };
}
