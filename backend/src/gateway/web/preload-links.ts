import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { SIGNED_IN_MARK } from '@phr/contract/public-config';
import type { ModuleOffer, RegistryTwo, ReleaseEntry } from '@phr/contract/registry';
import { pathPattern } from '@phr/loader/path-pattern';
import { releaseOf } from '@phr/loader/resolve';
import { z } from 'zod';
import { html, type Html } from '../../kit/html.ts';

const IS_SIGNED_IN = new RegExp(`(?:^|;\\s*)${SIGNED_IN_MARK}=1(?:;|$)`);
/** A build's parts: files with hashes. */
const Parts = z.record(z.string(), z.record(z.string().regex(/^[\w.-]+\.js$/), z.string().regex(/^sha\d+-[\w+/=]+$/)));
export type Parts = z.infer<typeof Parts>;

/** A script the page will need: preloaded with the first one, executed on demand. */
interface Script {
  readonly href: string;
  readonly integrity?: string;
}

/** Text of a release file; undefined if missing. */
export type ReadReleaseFile = (module: string, version: string, file: string) => Promise<string | undefined>;

const PARTS_FILE = 'parts.json';

/** The request: URL and cookies of the shell's origin. */
export interface PageRequest {
  readonly path: string;
  readonly cookie: string | undefined;
}

/**
 * Preload links for the requested screen: the shell's own files (`own`) for every signed-in page and for this screen,
 * then files of its module or of the top places. None if not signed in, and none of a module in rollout, as the browser
 * decides which release it gets.
 */
export function createPreloadLinks(
  readReleaseFile: ReadReleaseFile,
): (ask: PageRequest, registry: RegistryTwo, own: Parts) => Promise<Html> {
  /** Files of a release never change; a build without a list of parts has none to name. */
  const known = new Map<string, Parts>();

  /** Undefined if unreadable: a page is sent without links rather than not at all. */
  const readParts = (module: string, version: string): Promise<Parts | undefined> =>
    readReleaseFile(module, version, PARTS_FILE).then(partsIn, () => undefined);

  const ofModule = async ({ name, current }: Settled, part: string): Promise<readonly Script[]> => {
    const release = `${name}/${current.version}`;
    const parts = known.get(release) ?? (await readParts(name, current.version));
    if (parts !== undefined) known.set(release, parts);
    return [
      { href: current.entry, integrity: current.integrity },
      ...Object.entries(parts?.[part] ?? {}).map(([file, integrity]) => ({
        href: folderOf(current) + file,
        integrity,
      })),
    ];
  };

  return async ({ path: address, cookie }, registry, own) => {
    if (!IS_SIGNED_IN.test(cookie ?? '')) return html``;
    const parts = partsAt(address, settledIn(registry));
    const files = await Promise.all(parts.map(({ entry, part }) => ofModule(entry, part)));
    const ownFiles = ['session', `screen${address}`].flatMap((part) => Object.keys(own[part] ?? {}));
    const scripts: readonly Script[] = [...ownFiles.map((file) => ({ href: `/${file}` })), ...files.flat()];
    // two parts of a module may share a file
    return html`${[...new Map(scripts.map((script) => [script.href, script])).values()].map(linkTo)}`;
  };
}

/** Parts of the shell: `session` for every signed-in page, `screen/<name>` for its own screens; empty without a list. */
export async function readOwnParts(shellDir: string): Promise<Parts> {
  return partsIn(await readFile(path.join(shellDir, PARTS_FILE), 'utf8').catch(() => undefined));
}

/** A module of which every device gets the same release. */
interface Settled {
  readonly name: string;
  readonly current: ReleaseEntry;
}

const settledIn = ({ modules, manifests }: RegistryTwo): readonly Settled[] =>
  modules.filter(isSettled).flatMap((offer) => {
    const current = offer.current === null ? undefined : releaseOf(offer, offer.current, manifests);
    return current === undefined ? [] : [{ name: offer.name, current }];
  });

const isSettled = ({ killed, rollouts }: ModuleOffer): boolean => killed === null && rollouts.length === 0;

const folderOf = ({ entry }: ReleaseEntry): string => entry.slice(0, entry.lastIndexOf('/') + 1);

/** Must match the actual script request: shell files without CORS and hash, module files with both. */
const linkTo = ({ href, integrity }: Script): Html =>
  integrity === undefined
    ? html`<link rel="phr-ahead" as="script" fetchpriority="low" href="${href}">`
    : html`<link rel="phr-ahead" as="script" crossorigin fetchpriority="low" integrity="${integrity}" href="${href}">`;

interface Part {
  readonly entry: Settled;
  readonly part: string;
}

/** Places of sources that a screen of the shell asks at once, all of them. */
const SOURCES: Readonly<Record<string, string>> = { '/dashboard': 'today.signals', '/family': 'today.signals' };

/** First content of a URL: a module's view, or the first slot and the sources at a shell screen's places. */
function partsAt(address: string, modules: readonly Settled[]): readonly Part[] {
  const owner = modules.find(({ current }) =>
    current.manifest.routes.some((route) => pathPattern(route.path).match(address) !== undefined),
  );
  if (owner !== undefined) return [{ entry: owner, part: 'view/app' }];
  const slots = modules
    .flatMap((entry) =>
      entry.current.manifest.slots.map(({ slot, place, order }) => ({ entry, part: `slot/${slot}`, place, order })),
    )
    .toSorted((a, b) => a.place.localeCompare(b.place) || a.order - b.order);
  return [
    ...slots.filter(({ place }) => place.startsWith(`${address.slice(1)}.`)).slice(0, 1),
    ...slots.filter(({ place }) => place === SOURCES[address]),
  ];
}

/** Parts listed by a build; empty without a list. */
function partsIn(text: string | undefined): Parts {
  try {
    return Parts.parse(JSON.parse(text ?? '{}'));
  } catch {
    return {};
  }
}
