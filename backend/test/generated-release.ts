import { createHash } from 'node:crypto';
import type { ModuleManifest } from '@phr/contract/registry';
import type { Descriptor, FileRole, ReleaseFile } from '@phr/contract/release';
import type { CheckedRelease, GateContext } from '../src/releases/ports.ts';

export const sri = (text: string, algorithm: 'sha256' | 'sha384'): string =>
  `${algorithm}-${createHash(algorithm).update(text).digest('base64')}`;

const MANIFEST: ModuleManifest = {
  name: 'mfe-notes',
  contract: '^1.2.0',
  access: 'signed-in',
  door: 'record',
  routes: [
    { screen: 'notes', path: '/notes', layout: 'app', needsMainPatient: true },
    { screen: 'note-create', path: '/notes/new', layout: 'app', needsMainPatient: true },
    { screen: 'note-details', path: '/notes/:id', layout: 'app', needsMainPatient: true, door: 'none' },
  ],
  slots: [
    {
      slot: 'latest-notes',
      place: 'dashboard.main',
      order: 50,
      height: 200,
      ahead: ['GET fhir /Patient/:id/Observation?_count=5'],
    },
    {
      slot: 'new-notes',
      place: 'today.signals',
      order: 5,
      source: true,
      text: { 'vi-VN': 'Ghi chú', 'en-US': 'Notes' },
    },
  ],
  actions: [{ screen: 'note-create', text: { 'vi-VN': 'Ghi chú', 'en-US': 'Note' }, icon: 'form', order: 5 }],
  calls: ['GET fhir /Patient/:id/Observation', 'POST fhir /Observation', 'GET phr /api/phr/advice'],
};

/** The files of a build, without the two lists of hashes: those are made from them. */
const FILES: Readonly<Record<string, string>> = {
  'remoteEntry.js': 'var mfe_notes__1_0_0;(()=>{let integrity=@@table@@;mfe_notes__1_0_0={get:()=>integrity}})();',
  'view.1a2b3c4d.js':
    'self.chunk=[[1],{1:(e,t)=>{t.shows=`${e} of http://hl7.org/fhir`;/* eval("1") is only told of */}}];',
  'pdf/worker.mjs': 'export const draws = () => new URL("./cmaps/x.bcmap", import.meta.url);',
  'pdf/cmaps/x.bcmap': 'bytes',
};

const ROLES: readonly (readonly [RegExp, FileRole])[] = [
  [/^remoteEntry\.js$/, 'entry'],
  [/worker/, 'worker'],
  [/\.js$/, 'chunk'],
  [/./, 'asset'],
];

/** Changes to the good release; files are given before their hashes are computed. */
export interface Changes {
  readonly manifest?: object;
  readonly files?: Readonly<Record<string, string>>;
  readonly descriptor?: Partial<Descriptor>;
  /** Bytes changed after the hashes were computed. */
  readonly afterwards?: Readonly<Record<string, string | undefined>>;
  /** Sizes that the descriptor declares, by file. */
  readonly sizes?: Readonly<Record<string, number>>;
}

/** A release as a build makes it, good in every part that is not changed. */
export function generatedRelease({
  manifest: changed,
  files: more,
  descriptor,
  afterwards = {},
  sizes = {},
}: Changes = {}): CheckedRelease {
  const manifest = { ...MANIFEST, ...changed } as ModuleManifest;
  const built = withHashes({ ...FILES, 'module.json': JSON.stringify(manifest), ...more });
  for (const [path, text] of Object.entries(afterwards))
    if (text === undefined) delete built[path];
    else built[path] = text;
  const files: readonly ReleaseFile[] = Object.entries(built).map(([path, text]) => ({
    path,
    sha256: createHash('sha256').update(text).digest('hex'),
    bytes: sizes[path] ?? Buffer.byteLength(text),
    role: ROLES.find(([pattern]) => pattern.test(path))?.[1] ?? 'asset',
  }));
  const { name: module } = manifest;
  return {
    module,
    version: '1.0.0',
    manifest,
    files,
    descriptor: {
      schema: 1,
      module,
      version: '1.0.0',
      manifest,
      files,
      sdk: { '@phr/contract': '1.3.0', '@phr/module-kit': '1.0.0', '@phr/ui': '1.0.0' },
      commit: '0123456789abcdef',
      checks: { typeErrors: 0, lintErrors: 0, unitTests: 12 },
      ...descriptor,
    },
    read: async (path) => {
      const text = built[path];
      if (text === undefined) throw new Error(`no ${path}`);
      return Buffer.from(text);
    },
  };
}

/** The build with its table in the entry, its parts and its list of hashes, as the preset makes them. */
function withHashes(files: Readonly<Record<string, string>>): Record<string, string> {
  const chunks = Object.keys(files).filter((path) => path !== 'remoteEntry.js' && /\.m?js$/.test(path));
  const table = Object.fromEntries(chunks.map((path) => [path.split('/').at(-1), sri(files[path] ?? '', 'sha256')]));
  const built: Record<string, string> = {
    ...files,
    'remoteEntry.js': (files['remoteEntry.js'] ?? '').replace('@@table@@', JSON.stringify(table)),
    'parts.json': JSON.stringify({
      'view/app': { 'view.1a2b3c4d.js': sri(files['view.1a2b3c4d.js'] ?? '', 'sha256') },
    }),
  };
  return {
    ...built,
    'integrity.json': JSON.stringify(
      Object.fromEntries(Object.entries(built).map(([path, text]) => [path, sri(text, 'sha384')])),
    ),
  };
}

/**
 * Environment of the good release: two hosts in use, a shell and another module with claims, and all requested
 * approvals granted.
 */
export const WORLD: GateContext = {
  environment: 'staging',
  team: 'notes',
  claims: [
    { kind: 'segment', value: 'dashboard', module: 'shell' },
    { kind: 'screen', value: 'dashboard', module: 'shell' },
    { kind: 'segment', value: 'health-indexes', module: 'mfe-vitals' },
    { kind: 'screen', value: 'health-indexes', module: 'mfe-vitals' },
    { kind: 'screen', value: 'doses', module: 'mfe-vitals' },
    { kind: 'screen', value: 'Consent', module: 'mfe-vitals' },
    { kind: 'tile', value: 'readings', module: 'mfe-vitals' },
    { kind: 'segment', value: 'notes', module: 'mfe-notes' },
  ],
  current: undefined,
  others: [],
  budgets: {},
  hostContracts: ['1.2.0', '1.3.0'],
  approved: MANIFEST.calls,
};

/** A server as the gate of calls knows it. */
export const ROUTES = {
  routes: async () => [
    { method: 'GET', url: '/fhir/:type/:id/:list' },
    { method: 'POST', url: '/fhir/:type' },
    { method: 'GET', url: '/api/phr/advice' },
    { method: 'POST', url: '/api/phr/import' },
  ],
  types: ['Patient', 'Observation'],
} as const;
