import { ENTRY_FILE } from '@phr/contract/release';
import { sha256Of, sriOf } from '../blob-store.ts';
import type { CheckedRelease, Finding, GateContext } from '../ports.ts';
import type { Gate } from './gate.ts';
import { INTEGRITY_FILE, isChunk, isScript, isText, PARTS_FILE } from './release-files.ts';
import { hostsIn, readScript, type ScriptFault } from './script-faults.ts';

/**
 * Hosts in scripts that are code systems, licences or library messages, never fetched and blocked by CSP. Names
 * reserved by RFC 2606 need no entry.
 */
const NAMES = new Set([
  'www.w3.org',
  'hl7.org',
  'terminology.hl7.org',
  'loinc.org',
  'snomed.info',
  'unitsofmeasure.org',
  'www.whocc.no',
  'ns.adobe.com',
  'www.xfa.org',
  'dicom.nema.org',
  'nema.org',
  'react.dev',
  'reactjs.org',
  'reactrouter.com',
  'react.i18next.com',
  'www.i18next.com',
  'module-federation.io',
  'mantine.dev',
  'github.com',
  'echarts.apache.org',
  'mozilla.github.io',
  'developer.mozilla.org',
]);
const NOBODYS = /(?:^|\.)(?:example|invalid|test|localhost|example\.(?:com|net|org))$/;

/**
 * Bytes must match signature and build hashes; no source maps; no eval, script-location detection or foreign URLs in
 * scripts. Operators may approve 'address <host>', 'eval' or 'eval <path>'.
 */
export const filesGate: Gate = {
  id: 'FILES',
  findings: async (release, { approved }) => fileFindings(await filesToRead(release, approved)),
};

/** All that the gate reads; it can be sent to another thread. */
export interface FilesToRead extends Pick<CheckedRelease, 'files'>, Pick<GateContext, 'approved'> {
  readonly bytes: ReadonlyMap<string, Uint8Array>;
}

export async function filesToRead(release: CheckedRelease, approved: GateContext['approved']): Promise<FilesToRead> {
  const bytes = new Map<string, Buffer>();
  for (const { path } of release.files) bytes.set(path, await release.read(path));
  return { files: release.files, bytes, approved };
}

/** Faults of the files. Takes seconds per megabyte of script. */
export function fileFindings({ files, bytes: given, approved }: FilesToRead): readonly Finding[] {
  // what comes from another thread is no Buffer any more
  const bytes = new Map([...given].map(([path, own]) => [path, Buffer.from(own.buffer, own.byteOffset, own.length)]));
  return [
    ...signedBytes(files, bytes),
    ...ownHashes(bytes),
    ...chunkHashes(bytes),
    ...maps(bytes),
    ...files.filter(isText).flatMap(({ path }) => textFindings(path, bytes.get(path), approved)),
  ];
}

function signedBytes(files: CheckedRelease['files'], bytes: ReadonlyMap<string, Buffer>): readonly Finding[] {
  return files.flatMap((file): readonly Finding[] => {
    const { path } = file;
    if (!/^(?:[\w@-][\w.@-]*\/)*[\w@-][\w.@-]*$/.test(path))
      return [{ where: path, message: 'No name for a file of a release', fix: 'Use letters, digits, ".", "-", "_"' }];
    const own = bytes.get(path);
    const isSame = own !== undefined && own.length === file.bytes && sha256Of(own) === file.sha256;
    return isSame
      ? []
      : [{ where: path, message: 'Other bytes than those that were signed', fix: 'Build, sign and upload in one run' }];
  });
}

/** `integrity.json` lists every script with its hash. Workers are separate builds, covered by the signature. */
function ownHashes(bytes: ReadonlyMap<string, Buffer>): readonly Finding[] {
  const listed = textsOf(bytes.get(INTEGRITY_FILE));
  const fix = 'Build anew with the preset of @phr/build, and change no file afterwards';
  if (listed === undefined) return [{ where: INTEGRITY_FILE, message: 'It is missing, or no list of hashes', fix }];
  const found: Finding[] = [];
  for (const [path, own] of bytes) {
    const hash = listed.get(path);
    if (hash === undefined) {
      if (isChunk({ path })) found.push({ where: path, message: `${INTEGRITY_FILE} does not name it`, fix });
    } else if (hash !== sriOf(own))
      found.push({ where: path, message: `Its hash is not the one in ${INTEGRITY_FILE}`, fix });
  }
  for (const path of listed.keys())
    if (!bytes.has(path))
      found.push({ where: INTEGRITY_FILE, message: `It names ${path}, which the release has not`, fix });
  return bytes.has(ENTRY_FILE) ? found : [...found, { where: ENTRY_FILE, message: 'The entry is missing', fix }];
}

/** The entry has the hash of each script it loads, as does `parts.json`. */
function chunkHashes(bytes: ReadonlyMap<string, Buffer>): readonly Finding[] {
  const entry = bytes.get(ENTRY_FILE)?.toString('utf8') ?? '';
  const fix = 'Build anew with the preset of @phr/build: its plugin writes the hashes into the entry';
  const found: Finding[] = [];
  for (const [path, own] of bytes)
    if (path !== ENTRY_FILE && isChunk({ path }) && !entry.includes(sriOf(own, 'sha256')))
      found.push({ where: path, message: `${ENTRY_FILE} does not hold its hash: a browser would refuse it`, fix });
  const parts = bytes.get(PARTS_FILE);
  for (const [path, hash] of partHashes(parts)) {
    const own = bytes.get(path);
    if (own === undefined || sriOf(own, 'sha256') !== hash)
      found.push({ where: PARTS_FILE, message: `It names ${path} with a hash that it has not`, fix });
  }
  return found;
}

function maps(bytes: ReadonlyMap<string, Buffer>): readonly Finding[] {
  const fix = "Build for production ('devtool: false'); keep maps where you look at faults";
  return [...bytes].flatMap(([path, own]): readonly Finding[] => {
    if (/\.map$/i.test(path)) return [{ where: path, message: 'A source map', fix }];
    return isText({ path }) && /[#@]\s*sourceMappingURL=\S/.test(own.toString('utf8'))
      ? [{ where: path, message: 'It names a source map', fix }]
      : [];
  });
}

function textFindings(path: string, bytes: Buffer | undefined, approved: GateContext['approved']): readonly Finding[] {
  const text = bytes?.toString('utf8') ?? '';
  const { faults, addresses } = isScript({ path })
    ? readScript(text, /\.mjs$/i.test(path))
    : { faults: [], addresses: hostsIn(text).map((host) => ({ line: 1, host })) };
  const foreign = addresses.filter(
    ({ host }) => !NAMES.has(host) && !NOBODYS.test(host.replace(/:\d+$/, '')) && !approved.includes(`address ${host}`),
  );
  return [
    ...faults
      .filter(({ kind }) => kind !== 'eval' || !(approved.includes('eval') || approved.includes(`eval ${path}`)))
      .map((fault) => ({ where: `${path}:${fault.line}`, ...WORDS[fault.kind](fault.what, path) })),
    ...foreign
      .filter(({ host }, at) => foreign.findIndex((other) => other.host === host) === at)
      .map(({ line, host }) => ({
        where: `${path}:${line}`,
        message: `It names ${host}, an address of others`,
        fix: `Go through request.send of the host; where it is only a name, ask the operators to approve "address ${host}"`,
      })),
  ];
}

const WORDS: Readonly<Record<ScriptFault['kind'], (what: string, path: string) => Omit<Finding, 'where'>>> = {
  syntax: (what) => ({ message: `No script that a browser reads: ${what}`, fix: 'Build it anew' }),
  eval: (what, path) => ({
    message: `It makes code from text (${what}), which the policy of the page refuses`,
    fix: `Replace the library that does so; for a worker that cannot do without, ask the operators to approve "eval ${path}"`,
  }),
  'public-path': () => ({
    message: 'It says by itself where its files lie (getPublicPath)',
    fix: "Take 'getPublicPath' out of the federation options: the host knows the address",
  }),
};

/** A JSON object of texts; undefined for anything else. */
function textsOf(bytes: Buffer | undefined): ReadonlyMap<string, string> | undefined {
  const value = jsonOf(bytes);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const entries: [string, unknown][] = Object.entries(value);
  return entries.every((entry): entry is [string, string] => typeof entry[1] === 'string')
    ? new Map(entries)
    : undefined;
}

function partHashes(bytes: Buffer | undefined): readonly [string, string][] {
  const value = jsonOf(bytes);
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((files: unknown) =>
    typeof files === 'object' && files !== null
      ? Object.entries(files).map(([path, hash]): [string, string] => [path, String(hash)])
      : [],
  );
}

function jsonOf(bytes: Buffer | undefined): unknown {
  try {
    return bytes === undefined ? undefined : JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
