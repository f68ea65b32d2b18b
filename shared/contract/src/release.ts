import type { ModuleManifest } from './registry.ts';

/** What a file of a release is for: the federation entry, a part that the entry loads, a map or picture, or a worker. */
export type FileRole = 'entry' | 'chunk' | 'style' | 'asset' | 'worker';

/** One file of a release as its team signed it. */
export interface ReleaseFile {
  /** Inside the release, with '/': 'entry.js', 'chunks/12.js'. */
  readonly path: string;
  /** Of the bytes as built, in hex. */
  readonly sha256: string;
  readonly bytes: number;
  readonly role: FileRole;
}

/** What a team signs of a version: with the bytes of the files, all that the gates look at. */
export interface Descriptor {
  readonly schema: 1;
  readonly module: string;
  readonly version: string;
  readonly manifest: ModuleManifest;
  readonly files: readonly ReleaseFile[];
  /** Versions of the packages that the build used: '@phr/ui' to '1.3.0'. */
  readonly sdk: Readonly<Record<string, string>>;
  readonly commit?: string;
  /** What the team's own run said; its word, not ours. */
  readonly checks: { readonly typeErrors: number; readonly lintErrors: number; readonly unitTests: number };
}

/** What a registry is called where it is signed. */
export const REGISTRY_TYPE = 'application/vnd.phr.registry+json';

/** What a descriptor is called in its envelope. */
export const DESCRIPTOR_TYPE = 'application/vnd.phr.release+json';

/** What the descriptor of a build in development is called in its envelope: neither can be taken for the other. */
export const DEV_BUILD_TYPE = 'application/vnd.phr.dev-build+json';

/** Version of a build in development: nobody else finds its files, and no release has such a number. */
export const isDevVersion = (version: string): boolean => /-dev\.[0-9a-f]{32}$/.test(version);

/** Name of the federation container of one version; versions of one module live side by side in a page. */
export const containerName = (name: string, version: string): string =>
  `${name.replace(/\W/g, '_')}__${version.replace(/\W/g, '_')}`;

/** File that a module's build makes as its entry. */
export const ENTRY_FILE = 'remoteEntry.js';

/** What a file is for, by its name. */
export function roleOf(name: string): FileRole {
  if (name === ENTRY_FILE) return 'entry';
  if (/worker\.\w*\.?m?js$/.test(name)) return 'worker';
  if (/\.m?js$/.test(name)) return 'chunk';
  return name.endsWith('.css') ? 'style' : 'asset';
}

/** What is signed (PAE of DSSE 1.0.2): lengths stand before type and body, so that neither can be taken for a part of the other. */
export function preAuthEncoding(type: string, body: Uint8Array): Uint8Array {
  const text = new TextEncoder();
  const head = text.encode(`DSSEv1 ${text.encode(type).length} ${type} ${body.length} `);
  const bytes = new Uint8Array(head.length + body.length);
  bytes.set(head);
  bytes.set(body, head.length);
  return bytes;
}
