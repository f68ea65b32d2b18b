import { readFileSync } from 'node:fs';
import type { ModuleManifest, RouteEntry, SlotEntry } from '@phr/contract/registry';

/** What hosts knew about a module before its manifest stated it. */
interface Known extends Pick<ModuleManifest, 'title' | 'menu' | 'tiles' | 'quickLinks' | 'shortcuts' | 'partner'> {
  readonly routes: Readonly<Record<string, Partial<RouteEntry>>>;
  readonly slots: Readonly<Record<string, Partial<SlotEntry>>>;
}

const KNOWN = new Map(
  Object.entries(JSON.parse(readFileSync(new URL('v1.json', import.meta.url), 'utf8')) as Record<string, Known>),
);

/**
 * Completes a release whose manifest has schema 1 with what hosts then knew about its module. A rollback to such a
 * release thereby keeps menu, titles and partner pages. `v1.json` can be removed when no such release is offered
 * anywhere, and nothing is ever added to it.
 */
export function asSchema2(manifest: ModuleManifest): ModuleManifest {
  const known = manifest.schema === 2 ? undefined : KNOWN.get(manifest.name);
  if (known === undefined) return manifest;
  const { routes, slots, menu, tiles, quickLinks, shortcuts, ...rest } = known;
  const isThere = ({ screen }: { readonly screen: string }) => manifest.routes.some((route) => route.screen === screen);
  return {
    ...rest,
    ...(menu && { menu: menu.filter(isThere) }),
    ...(tiles && { tiles: tiles.filter(isThere) }),
    ...(quickLinks && { quickLinks: quickLinks.filter(isThere) }),
    ...(shortcuts && { shortcuts: shortcuts.filter(isThere) }),
    ...manifest,
    routes: manifest.routes.map((route) => ({ ...routes[route.screen], ...route })),
    slots: manifest.slots.map((slot) => ({ ...slots[slot.slot], ...slot })),
  };
}
