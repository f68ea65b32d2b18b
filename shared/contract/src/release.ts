import type { ModuleManifest } from './registry.ts';

/** Role of a release file: the federation entry, a chunk, an asset (source map or image), or a worker. */
export type FileRole = 'entry' | 'chunk' | 'style' | 'asset' | 'worker';

/** A file of a release, as signed by its team. */
export interface ReleaseFile {
  /** Path within the release, with '/': 'entry.js', 'chunks/12.js'. */
  readonly path: string;
  /** Of the built bytes, in hex. */
  readonly sha256: string;
  readonly bytes: number;
  readonly role: FileRole;
}

/** What a team signs for a version; together with the files' bytes, the complete input of the release gates. */
export interface Descriptor {
  readonly schema: 1;
  readonly module: string;
  readonly version: string;
  readonly manifest: ModuleManifest;
  readonly files: readonly ReleaseFile[];
  /** Package versions used by the build: '@phr/ui' to '1.3.0'. */
  readonly sdk: Readonly<Record<string, string>>;
  readonly commit?: string;
  /** Results of the team's own checks, as claimed by the team. */
  readonly checks: { readonly typeErrors: number; readonly lintErrors: number; readonly unitTests: number };
}

/** Payload type of a signed registry. */
export const REGISTRY_TYPE = 'application/vnd.phr.registry+json';

/** Payload type of a signed descriptor. */
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

/** Role of a file, by its name. */
export function roleOf(name: string): FileRole {
  if (name === ENTRY_FILE) return 'entry';
  if (/worker\.\w*\.?m?js$/.test(name)) return 'worker';
  if (/\.m?js$/.test(name)) return 'chunk';
  return name.endsWith('.css') ? 'style' : 'asset';
}

/**
 * Signature input (PAE of DSSE 1.0.2): length-prefixed type and body, so that neither can be mistaken for part of the
 * other.
 */
export function preAuthEncoding(type: string, body: Uint8Array): Uint8Array {
  const text = new TextEncoder();
  const head = text.encode(`DSSEv1 ${text.encode(type).length} ${type} ${body.length} `);
  const bytes = new Uint8Array(head.length + body.length);
  bytes.set(head);
  bytes.set(body, head.length);
  return bytes;
}
