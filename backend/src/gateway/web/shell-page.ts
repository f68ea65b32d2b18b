import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { PublicConfig } from '@phr/contract/public-config';
import type { Registry } from '@phr/contract/registry';
import { html, jsonForHtml } from '../../kit/html.ts';

/** The shell's index.html with the public configuration and the registry filled into its data blocks. Where no registry can be read its block stays empty, and the shell takes its last good copy. */
export function createShellPage(
  dir: string,
  config: PublicConfig,
  readRegistry: () => Promise<Registry>,
): () => Promise<string | undefined> {
  const file = path.join(dir, 'index.html');
  let template: { readonly stamp: number; readonly text: string } | undefined;

  return async () => {
    const stamp = await stat(file).then(
      (info) => info.mtimeMs,
      () => undefined,
    );
    if (stamp === undefined) return undefined;
    if (template?.stamp !== stamp) template = { stamp, text: await readFile(file, 'utf8') };
    const registry = await readRegistry().then(jsonForHtml, () => '');
    // functions as replacements: '$' in the data must stay as it is
    return template.text
      .replace('__PHR_AUTHORITY__', () => html`${config.oidc.authority.replace(/\/$/, '')}`.text)
      .replace('__PHR_CONFIG__', () => jsonForHtml(config))
      .replace('__PHR_REGISTRY__', () => registry);
  };
}
