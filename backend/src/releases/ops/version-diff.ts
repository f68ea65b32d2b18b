import type { ModuleManifest } from '@phr/contract/registry';
import type { Descriptor } from '@phr/contract/release';

/** What one part of a release added and removed compared with another release. */
export interface Difference {
  readonly part: 'calls' | 'routes' | 'slots' | 'menu' | 'partner' | 'contract' | 'sdk' | 'files';
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

type Parts = Readonly<Record<Difference['part'], (of: Descriptor) => readonly string[]>>;

const PARTS: Parts = {
  calls: ({ manifest }) => manifest.calls,
  routes: ({ manifest }) => manifest.routes.map(({ screen, path, layout }) => `${screen} ${path} (${layout})`),
  slots: ({ manifest }) => manifest.slots.map(({ slot, place }) => `${slot} → ${place}`),
  menu: ({ manifest }) => waysOf(manifest),
  partner: ({ manifest: { partner } }) => (partner === undefined ? [] : ['partner pages']),
  contract: ({ manifest }) => [manifest.contract],
  sdk: ({ sdk }) => Object.entries(sdk).map(([name, version]) => `${name} ${version}`),
  files: ({ files }) => files.map(({ path, bytes }) => `${path} (${bytes} B)`),
};

const waysOf = ({ menu = [], tiles = [], quickLinks = [], shortcuts = [] }: ModuleManifest): readonly string[] => [
  ...menu.map(({ screen }) => `menu ${screen}`),
  ...tiles.map(({ name }) => `tile ${name}`),
  ...quickLinks.map(({ screen }) => `quick link ${screen}`),
  ...shortcuts.map(({ screen }) => `shortcut ${screen}`),
];

/** The differences between two releases, part by part; identical parts are left out. */
export function differencesOf(release: Descriptor, other: Descriptor): readonly Difference[] {
  return (Object.keys(PARTS) as Difference['part'][])
    .map((part) => {
      const [here, there] = [PARTS[part](release), PARTS[part](other)];
      return {
        part,
        added: here.filter((item) => !there.includes(item)),
        removed: there.filter((item) => !here.includes(item)),
      };
    })
    .filter(({ added, removed }) => added.length + removed.length > 0);
}
