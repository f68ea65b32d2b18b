import { wordsIn } from '@phr/i18n/localized';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { RegistryTwo } from '@phr/contract/registry';
import { matchLocale } from '@phr/i18n/locale';
import { z } from 'zod';

/** More than that no system shows. */
const SHORTCUTS = 4;

const AppManifest = z.looseObject({
  lang: z.string().default(''),
  shortcuts: z.array(z.looseObject({ name: z.string(), url: z.string() })).default([]),
});

/** The web app manifest with shortcuts of offered modules before the shell's. Undefined if the file is missing. */
export async function appManifest(
  shellDir: string,
  file: string,
  readRegistry: () => Promise<RegistryTwo>,
): Promise<string | undefined> {
  const text = await readFile(path.join(shellDir, file), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const manifest = AppManifest.parse(JSON.parse(text));
  const registry = await readRegistry().catch(() => undefined);
  const theirs = registry === undefined ? [] : shortcutsOf(registry, manifest.lang);
  const own = manifest.shortcuts.slice(0, SHORTCUTS);
  return JSON.stringify({ ...manifest, shortcuts: [...theirs.slice(0, SHORTCUTS - own.length), ...own] });
}

function shortcutsOf({ modules, manifests }: RegistryTwo, lang: string) {
  const locale = matchLocale(lang);
  return modules
    .filter(({ killed }) => killed === null)
    .flatMap(({ current, releases }) => manifests[releases[current ?? '']?.manifest ?? ''] ?? [])
    .flatMap(({ shortcuts = [], routes }) =>
      shortcuts.flatMap(({ screen, label, order }) => {
        const url = routes.find((route) => route.screen === screen)?.path;
        const name = wordsIn(label, locale);
        return url === undefined || name === undefined ? [] : [{ order, name, url }];
      }),
    )
    .toSorted((a, b) => a.order - b.order)
    .map(({ name, url }) => ({ name, url }));
}
