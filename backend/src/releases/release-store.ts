import {
  type Descriptor,
  DESCRIPTOR_TYPE,
  ENTRY_FILE,
  isDevVersion,
  type ReleaseFile,
  roleOf,
} from '@phr/contract/release';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { z } from 'zod';
import { checkContent } from '../kit/content/read-content.ts';
import type { Db, ServerLog, Sql } from '../kit/platform.ts';
import { type BlobStore, bytesOf, sha256Of, sriOf } from './blob-store.ts';
import { claimedByOthers, claimsOf, storeClaims } from './claims.ts';
import { compressedCopies } from './compressed-copies.ts';
import type { ChannelStore } from './channel-store.ts';
import { Envelope, openEnvelope } from './dsse.ts';
import { EMBED, EMBED_ENTRY, EMBED_MANIFEST } from './embed.ts';
import { FilePath, Manifest, Name, Version } from './manifest.ts';
import { hostsInUse } from './hosts.ts';
import type { Check, Claim, GateResult, ReleaseKind, GateContext } from './ports.ts';
import { ReleaseError } from './release-error.ts';
import { type Actor, publicKeyOf } from './team-keys.ts';

/** Biggest file of a release, and biggest release, in bytes. */
export const FILE_LIMIT = 20 * 1_048_576;
const RELEASE_LIMIT = 60 * 1_048_576;

const DescriptorShape = z.object({
  schema: z.literal(1),
  module: Name,
  version: Version,
  manifest: Manifest,
  files: z
    .array(
      z.object({
        path: FilePath,
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
        bytes: z.number().int().min(0),
        role: z.enum(['entry', 'chunk', 'style', 'asset', 'worker']),
      }),
    )
    .min(1)
    .max(2_000),
  sdk: z.record(z.string().max(80), z.string().max(80)),
  commit: z.string().max(80).exactOptional(),
  checks: z.object({
    typeErrors: z.number().int().min(0),
    lintErrors: z.number().int().min(0),
    unitTests: z.number().int().min(0),
  }),
}) satisfies z.ZodType<Descriptor>;

/** 'removed': its files are gone, and its version number stays taken; 'dev': its developer alone gets it. */
export type ReleaseState = 'uploading' | 'checking' | 'accepted' | 'refused' | 'withdrawn' | 'removed' | 'dev';

/** A file of a release as it is served. */
export interface StoredFile {
  readonly sha256: string;
  readonly br: string | null;
  readonly gz: string | null;
}

/** Files of a build by path; a compressed copy is listed as 'x.js.br' or 'x.js.gz' beside its file. */
export type BuildFiles = ReadonlyMap<string, Buffer>;

/** Who brought a build that nobody uploaded, and since when it is known as good. */
export interface BroughtBy {
  readonly actor: string;
  readonly team: string;
  readonly goodAt?: Date;
}

export interface ReleaseParts {
  readonly db: Db;
  readonly blobs: BlobStore;
  readonly channels: ChannelStore;
  readonly checks: readonly Check[];
  /** What gates compare a release with. */
  readonly environment: string;
  readonly log: ServerLog;
  readonly now?: () => Date;
}

export type ReleaseStore = ReturnType<typeof createReleaseStore>;

/**
 * The store of releases: they are uploaded file by file, checked and kept permanently. Each method throws ReleaseError.
 */
export function createReleaseStore(parts: ReleaseParts) {
  const { db, blobs, log, now = () => new Date() } = parts;
  const running = new Set<Promise<void>>();
  let last: Promise<unknown> = Promise.resolve();

  /**
   * Releases are checked one at a time: a browser and a thread for each of a hundred releases would take all of the
   * machine's capacity.
   */
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const own = last.then(work);
    last = own.catch(() => undefined);
    return own;
  };

  const stateOf = async (module: string, version: string) => {
    const [row] = await db.query<{ state: ReleaseState; gates: readonly GateResult[]; envelope: Envelope | null }>(
      'select state, gates, envelope from release where module = $1 and version = $2',
      [module, version],
    );
    if (row === undefined) throw new ReleaseError(404, 'NOT_FOUND', `${module} ${version} is not known`);
    return row;
  };

  /** Also for a known build: its files may still be on another machine only. */
  const storeBuild = async (
    kind: ReleaseKind,
    descriptor: Descriptor,
    files: BuildFiles,
    by: BroughtBy,
  ): Promise<void> => {
    await ensureTeam(db, by.team);
    const actor: Actor = { name: by.actor, team: by.team, demand: () => undefined };
    const fresh = await db.tx((sql) => insertRelease(sql, descriptor, { actor, envelope: undefined, kind }));
    for (const { sha256, path: name } of descriptor.files) await keepBlob(parts, sha256, fileIn(files, name));
    if (!fresh && (await stateOf(descriptor.module, descriptor.version)).state !== 'uploading') return;
    await storeFiles(parts, descriptor, (name, suffix) => files.get(`${name}.${suffix}`));
    await accept(db, descriptor, [], by.goodAt);
  };

  return {
    stateOf,

    /**
     * Begins a release with the text signed by its team. Returns which files still have to be uploaded, and whether the
     * release is new.
     */
    async begin(actor: Actor, module: string, given: unknown): Promise<{ fresh: boolean; missing: readonly string[] }> {
      actor.demand('upload', { module });
      const { descriptor, envelope } = await verifiedDescriptor(db, actor, given);
      if (descriptor.module !== module)
        throw new ReleaseError(422, 'FORM_INPUT_INVALID', `The descriptor is that of ${descriptor.module}`);
      if (isDevVersion(descriptor.version))
        throw new ReleaseError(422, 'FORM_INPUT_INVALID', `${descriptor.version} is a build in development`);
      requireLimits(descriptor.files);
      const fresh = await db.tx((sql) => insertRelease(sql, descriptor, { actor, envelope }));
      const wanted = [...new Set(descriptor.files.map(({ sha256 }) => sha256))];
      const there = await Promise.all(wanted.map((sha256) => blobs.has(sha256)));
      return { fresh, missing: wanted.filter((_, at) => there[at] !== true) };
    },

    /**
     * Accepts a file that a release of the caller's team is waiting for, provided that its size is the declared one:
     * the size limits of a release were checked against the declared sizes.
     */
    async putBlob(actor: Actor, sha256: string, bytes: Buffer): Promise<void> {
      actor.demand(actor.developer === undefined ? 'upload' : 'dev', {});
      if (bytes.length > FILE_LIMIT) throw tooLarge();
      if (sha256Of(bytes) !== sha256)
        throw new ReleaseError(422, 'DIGEST_MISMATCH', 'The bytes have another SHA-256 than the address says');
      const [waiting] = await db.query(
        `select 1 from release join module on module.name = release.module
          where team = $1 and state = 'uploading' and descriptor->'files' @> $2::jsonb limit 1`,
        [actor.team, JSON.stringify([{ sha256, bytes: bytes.length }])],
      );
      if (waiting === undefined) throw new ReleaseError(404, 'NOT_FOUND', 'No release of yours waits for this file');
      await keepBlob(parts, sha256, bytes);
    },

    /**
     * All files are uploaded: the gates start, or start again for a refused release. Returns at once; `stateOf` gives
     * the results. The signature is checked again, since the key may have been revoked since the release began.
     */
    async finish(actor: Actor, module: string, version: string): Promise<void> {
      actor.demand('upload', { module });
      const { state, envelope } = await stateOf(module, version);
      if (state !== 'uploading' && state !== 'refused') return;
      const { descriptor } = await verifiedDescriptor(db, actor, envelope);
      const missing = (await missingFiles(blobs, descriptor.files)).map((file) => file.path);
      if (missing.length > 0)
        throw new ReleaseError(409, 'FILES_MISSING', `Files are still to come: ${missing.join(', ')}`, {
          detail: missing,
        });
      // what is checked must be what will be offered: the same files may meanwhile have been signed again with another
      // manifest
      const claimed = await db.query(
        `update release set state = 'checking'
          where module = $1 and version = $2 and state in ('uploading', 'refused') and descriptor = $3::jsonb returning version`,
        [module, version, JSON.stringify(descriptor)],
      );
      if (claimed.length === 0) return;
      const work = inTurn(() => check(parts, descriptor)).catch(async (error: unknown) => {
        log.error({ err: error, module, version }, 'a release could not be checked');
        await db
          .query(`update release set state = 'uploading' where module = $1 and version = $2 and state = 'checking'`, [
            module,
            version,
          ])
          .catch(() => undefined);
      });
      running.add(work);
      void work.finally(() => running.delete(work));
    },

    /**
     * Checks that were interrupted by the end of their process start again when their team asks. To be called before
     * this process checks any release.
     */
    async forgetChecks(): Promise<void> {
      await db.query(`update release set state = 'uploading' where state = 'checking'`);
    },

    /**
     * Stores a build made on this machine as accepted, without checks. Storing the same build again only replaces
     * missing files. Throws 409 for other content under the same version.
     */
    async ingest(module: string, version: string, files: BuildFiles, by: BroughtBy): Promise<void> {
      const manifest: unknown = JSON.parse(fileIn(files, 'module.json').toString('utf8'));
      await storeBuild('module', describe(module, version, manifest, files, ENTRY_FILE), files, by);
    },

    /** The same for a version of the embed, which has no manifest. */
    async ingestEmbed(version: string, files: BuildFiles, by: BroughtBy): Promise<void> {
      await storeBuild('embed', describe(EMBED, version, EMBED_MANIFEST, files, EMBED_ENTRY), files, by);
    },

    /** The version has been current for a day without being stopped, or a person marked it as good. */
    async markGood(module: string, version: string, actor: string, reason: string): Promise<void> {
      await db.tx(async (sql) => {
        const rows = await sql.query(
          `update release set good_at = $3 where module = $1 and version = $2 and state = 'accepted' and good_at is null returning version`,
          [module, version, now()],
        );
        if (rows.length > 0)
          await inEachEnvironment(sql, module, (environment) =>
            parts.channels.changeIn(sql, { environment, module, action: { kind: 'mark-good' }, actor, reason }),
          );
      });
    },

    /**
     * What gates may allow for a module: calls and views by name, and sizes in bytes, in addition to what was approved
     * before. Also sets whether a version that fails for many people is rolled back automatically.
     */
    async approve(
      module: string,
      approved: readonly string[],
      { mayRollBack, ...budgets }: GateContext['budgets'] & { readonly mayRollBack?: boolean },
    ): Promise<object> {
      const [row] = await db.query<{ budgets: object }>(
        `update module set may_roll_back = coalesce($4, may_roll_back), budgets = budgets || $2::jsonb || jsonb_build_object('approved',
             (select coalesce(jsonb_agg(distinct name), '[]') from (
                select jsonb_array_elements_text(coalesce(budgets->'approved', '[]')) union select unnest($3::text[])) as names (name)))
          where name = $1 returning budgets`,
        [module, JSON.stringify(budgets), approved, mayRollBack ?? null],
      );
      if (row === undefined) throw new ReleaseError(404, 'NOT_FOUND', `There is no module ${module}`);
      return row.budgets;
    },

    /** Permanently withdraws a version in all environments: its files return 410. */
    async withdraw(module: string, version: string, actor: string, reason: string): Promise<void> {
      await stateOf(module, version);
      await db.tx(async (sql) => {
        await inEachEnvironment(sql, module, (environment) =>
          parts.channels.changeIn(sql, { environment, module, action: { kind: 'withdraw', version }, actor, reason }),
        );
        await sql.query(`update release set state = 'withdrawn' where module = $1 and version = $2`, [module, version]);
      });
    },

    /**
     * Where the bytes of a file are; 'gone' for a file of a withdrawn release, undefined when no accepted release has
     * it.
     */
    async file(module: string, version: string, name: string): Promise<StoredFile | 'gone' | undefined> {
      const [row] = await db.prepared<StoredFile & { state: ReleaseState }>(
        `select sha256, br, gz, state from release left join release_file file
             on file.module = release.module and file.version = release.version and path = $3
          where release.module = $1 and release.version = $2 and (state = 'withdrawn' or (sha256 is not null and (state = 'accepted'
            or (state = 'dev' and exists (select 1 from shown_dev_build where module = $1 and version = $2)))))`,
        [module, version, name],
      );
      return row?.state === 'withdrawn' ? 'gone' : row;
    },

    /** The names of all files of a release; empty for a release that was not uploaded. */
    async filesOf(module: string, version: string): Promise<readonly string[]> {
      const rows = await db.query<{ path: string }>(
        'select path from release_file where module = $1 and version = $2',
        [module, version],
      );
      return rows.map((row) => row.path);
    },

    /** Resolves when no gate is running any more; used for shutdown and in tests. */
    async settled(): Promise<void> {
      await Promise.all(running);
    },
  };
}

/** The files of a release that are not here, or are not as long as was signed. */
export async function missingFiles(blobs: BlobStore, files: readonly ReleaseFile[]): Promise<readonly ReleaseFile[]> {
  const there = await Promise.all(files.map(({ sha256 }) => blobs.get(sha256)));
  return files.filter(({ bytes }, at) => there[at]?.bytes !== bytes);
}

/** Verifies a signed document of a type. Throws 403 SIGNER_UNKNOWN, 422 for another type. */
export async function verifiedDescriptor(
  db: Db,
  { team = '' }: Actor,
  given: unknown,
  type = DESCRIPTOR_TYPE,
): Promise<{ descriptor: Descriptor; envelope: Envelope }> {
  const envelope = parsed(Envelope, given);
  const opened =
    envelope.payloadType === type ? await openEnvelope(envelope, (keyid) => publicKeyOf(db, team, keyid)) : undefined;
  if (opened === undefined)
    throw new ReleaseError(403, 'SIGNER_UNKNOWN', `No key of the team ${team} that is in force signed this`);
  // the request carried it as one string, so the request schema did not check its content
  checkContent(opened.bytes);
  let text: unknown;
  try {
    text = JSON.parse(opened.bytes.toString('utf8'));
  } catch (error) {
    throw new ReleaseError(422, 'FORM_INPUT_INVALID', 'The descriptor is no JSON', { cause: error });
  }
  const descriptor = parsed(DescriptorShape, text);
  if (descriptor.manifest.name !== descriptor.module)
    throw new ReleaseError(422, 'FORM_INPUT_INVALID', `The manifest is that of ${descriptor.manifest.name}`);
  return { descriptor, envelope };
}

function parsed<T extends z.ZodType>(shape: T, value: unknown): z.output<T> {
  const result = shape.safeParse(value);
  if (result.success) return result.data;
  throw new ReleaseError(422, 'FORM_INPUT_INVALID', z.prettifyError(result.error));
}

const tooLarge = (): ReleaseError =>
  new ReleaseError(413, 'TOO_LARGE', 'A file has 20 MB at most, and a release 60 MB');

/** Throws 413 for a file that is too large, 422 for an invalid list of files. */
export function requireLimits(files: readonly ReleaseFile[], entry = ENTRY_FILE): void {
  const sum = files.reduce((total, { bytes }) => total + bytes, 0);
  if (sum > RELEASE_LIMIT || files.some(({ bytes }) => bytes > FILE_LIMIT)) throw tooLarge();
  const paths = new Set(files.map((file) => file.path));
  if (paths.size < files.length || !paths.has(entry))
    throw new ReleaseError(422, 'FORM_INPUT_INVALID', `Each path stands once, and one of them is ${entry}`);
}

/** One hash over the names and bytes of a build: two releases with the same hash are the same. */
function digestOf(files: readonly ReleaseFile[]): string {
  const hash = createHash('sha256');
  for (const { path: name, sha256 } of files.toSorted((a, b) => (a.path < b.path ? -1 : 1)))
    hash.update(`${name}\0${sha256}\n`);
  return hash.digest('hex');
}

/**
 * True for a new release. A module belongs to the team that released it first; what comes with the product is nobody's
 * to upload.
 */
export async function insertRelease(
  sql: Sql,
  descriptor: Descriptor,
  { actor, envelope, kind = 'module' }: { actor: Actor; envelope: Envelope | undefined; kind?: ReleaseKind },
): Promise<boolean> {
  const { module, version, files } = descriptor;
  await sql.query(`insert into module (name, team, kind) values ($1, $2, $3) on conflict do nothing`, [
    module,
    actor.team,
    kind,
  ]);
  const [owner] = await sql.query<{ team: string; kind: ReleaseKind }>(
    'select team, kind from module where name = $1',
    [module],
  );
  if (owner?.kind !== kind)
    throw new ReleaseError(
      422,
      'FORM_INPUT_INVALID',
      kind === 'module'
        ? `${module} comes with the product: its start takes it from the build, and nobody uploads it`
        : `${module} is a module of the team ${owner?.team}`,
    );
  if (owner?.team !== actor.team)
    throw new ReleaseError(403, 'NOT_YOURS', `${module} is released by the team ${owner?.team}`);
  const digest = digestOf(files);
  const rows = await sql.query(
    `insert into release (module, version, digest, descriptor, envelope, state, uploaded_by) values ($1, $2, $3, $4, $5, 'uploading', $6)
     on conflict do nothing returning version`,
    [module, version, digest, JSON.stringify(descriptor), envelope ? JSON.stringify(envelope) : null, actor.name],
  );
  if (rows.length > 0) return true;
  const [known] = await sql.query<{ digest: string; state: ReleaseState }>(
    'select digest, state from release where module = $1 and version = $2 for update',
    [module, version],
  );
  // signed again, because a key has ended meanwhile
  if (known?.digest === digest && envelope !== undefined)
    await sql.query(
      `update release set descriptor = $3, envelope = $4, uploaded_by = $5
        where module = $1 and version = $2 and state in ('uploading', 'refused')`,
      [module, version, JSON.stringify(descriptor), JSON.stringify(envelope), actor.name],
    );
  if (known?.digest !== digest)
    throw new ReleaseError(
      409,
      'VERSION_TAKEN',
      `${module} ${version} is already released with other content: raise the version`,
    );
  // its files were deleted long ago: the same ones may be uploaded again
  if (known.state === 'removed')
    await sql.query(
      `update release set state = 'uploading', gates = '[]', uploaded_at = now(), served_on = null, uploaded_by = $3
        where module = $1 and version = $2`,
      [module, version, actor.name],
    );
  return false;
}

async function ensureTeam(sql: Sql, team: string): Promise<void> {
  await sql.query(`insert into team (id, name, contact) values ($1, $1, '') on conflict do nothing`, [team]);
}

/** The row is written first: bytes without a row would never be cleaned up. */
async function keepBlob({ db, blobs }: ReleaseParts, sha256: string, bytes: Buffer): Promise<void> {
  await db.query(
    `insert into blob (sha256, bytes, orphan_since) values ($1, $2, now()) on conflict (sha256)
       do update set orphan_since = case when blob.orphan_since is null then null else now() end`,
    [sha256, bytes.length],
  );
  await blobs.put(sha256, bytes);
}

function fileIn(files: BuildFiles, name: string): Buffer {
  const bytes = files.get(name);
  if (bytes === undefined) throw new Error(`the build has no ${name}`);
  return bytes;
}

const COPY = /\.(?:br|gz)$/;

/** The descriptor of a build of this machine. Throws 422 when it is not a valid release. */
function describe(module: string, version: string, manifest: unknown, files: BuildFiles, entry: string): Descriptor {
  const descriptor = parsed(DescriptorShape, {
    schema: 1,
    module,
    version,
    manifest,
    files: [...files]
      .filter(([name]) => !COPY.test(name))
      .map(([name, bytes]) => ({ path: name, sha256: sha256Of(bytes), bytes: bytes.length, role: roleOf(name) })),
    sdk: {},
    checks: { typeErrors: 0, lintErrors: 0, unitTests: 0 },
  });
  requireLimits(descriptor.files, entry);
  if (descriptor.manifest.name !== module)
    throw new ReleaseError(422, 'FORM_INPUT_INVALID', `The manifest is that of ${descriptor.manifest.name}`);
  return descriptor;
}

/** Lists the files of a release with their hashes, and keeps compressed copies: those given, or made here. */
export async function storeFiles(
  parts: ReleaseParts,
  { module, version, files }: Descriptor,
  given: (name: string, suffix: 'br' | 'gz') => Buffer | undefined,
): Promise<void> {
  for (const { path: name, sha256, role } of files) {
    const bytes = await bytesOf(parts.blobs, sha256);
    const copies = await compressedCopies(name, bytes, (suffix) => given(name, suffix));
    const [br, gz] = await Promise.all(
      [copies.br, copies.gz].map(async (copy) => {
        if (copy === null) return null;
        const hash = sha256Of(copy);
        await keepBlob(parts, hash, copy);
        return hash;
      }),
    );
    await parts.db.query(
      `insert into release_file (module, version, path, sha256, br, gz, sri, role) values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing`,
      [module, version, name, sha256, br ?? null, gz ?? null, sriOf(bytes), role],
    );
  }
  await parts.db.query(
    `update blob set orphan_since = null from release_file file
      where module = $1 and version = $2 and blob.sha256 in (file.sha256, file.br, file.gz)`,
    [module, version],
  );
}

/** Runs every gate, stores the results, and accepts the release when all gates pass. */
async function check(parts: ReleaseParts, descriptor: Descriptor): Promise<void> {
  const { module, version, manifest, files } = descriptor;
  await storeFiles(parts, descriptor, () => undefined);
  const world = await worldOf(parts, module);
  const byPath = new Map(files.map((file) => [file.path, file.sha256]));
  // several gates look at the same file
  const cache = new Map<string, Promise<Buffer>>();
  const release = {
    module,
    version,
    manifest,
    files,
    descriptor,
    read(name: string): Promise<Buffer> {
      const sha256 = byPath.get(name);
      if (sha256 === undefined) return Promise.reject(new Error(`${module} ${version} has no ${name}`));
      const bytes = cache.get(sha256) ?? bytesOf(parts.blobs, sha256);
      cache.set(sha256, bytes);
      return bytes;
    },
  };
  const results: GateResult[] = [];
  for (const gate of parts.checks) results.push(...(await gate(release, world).catch(asRefusal)));
  await accept(parts.db, descriptor, results);
}

function asRefusal(error: unknown): readonly GateResult[] {
  const message = error instanceof Error ? error.message : String(error);
  return [
    { id: 'CHECK', ok: false, findings: [{ where: 'gate', message, fix: 'Tell the operators: a gate failed.' }] },
  ];
}

async function worldOf({ db, environment }: ReleaseParts, module: string): Promise<GateContext> {
  const [claims, offered, [own], hostContracts] = await Promise.all([
    db.query<Claim & Record<string, string>>('select kind, value, module from claim'),
    db.query<{ module: string; version: string; manifest: Descriptor['manifest'] }>(
      `select module, version, descriptor->'manifest' as manifest from module_channel join release using (module)
        where environment = $1 and version = current`,
      [environment],
    ),
    db.query<{ team: string; budgets: GateContext['budgets'] & { approved?: string[] } }>(
      'select team, budgets from module where name = $1',
      [module],
    ),
    hostsInUse(db, environment),
  ]);
  const { approved = [], ...budgets } = own?.budgets ?? {};
  return {
    environment,
    team: own?.team ?? '',
    claims,
    current: offered.find((one) => one.module === module),
    others: offered.filter((one) => one.module !== module).map(({ manifest }) => manifest),
    budgets,
    hostContracts,
    approved,
  };
}

/** Stores the gates' results; an accepted release reserves the names that it is the first to claim. */
async function accept(
  db: Db,
  { module, version, manifest }: Descriptor,
  gates: readonly GateResult[],
  goodAt?: Date,
): Promise<void> {
  await db.tx(async (sql) => {
    const claims = claimsOf(manifest);
    // a build of this machine has no gates, and is taken as it is
    const said = gates.length === 0 ? [] : [...gates, ...(await claimedMeanwhile(sql, claims))];
    const isGood = said.every(({ ok }) => ok);
    const rows = await sql.query(
      `update release set state = $3, gates = $4, good_at = $5
        where module = $1 and version = $2 and state in ('uploading', 'checking') returning version`,
      [module, version, isGood ? 'accepted' : 'refused', JSON.stringify(said), goodAt ?? null],
    );
    // one that was withdrawn meanwhile stays so
    if (isGood && rows.length > 0) await storeClaims(sql, claims);
  });
}

/** Another release may have been accepted with the same names while the gates checked this one, which takes minutes. */
async function claimedMeanwhile(sql: Sql, claims: readonly Claim[]): Promise<readonly GateResult[]> {
  const findings = (await claimedByOthers(sql, claims)).map(({ kind, value, module }) => ({
    where: 'module.json',
    message: `COLLISION: the ${kind} "${value}" belongs to ${module} since a moment ago`,
    fix: 'Take another name',
  }));
  return findings.length === 0 ? [] : [{ id: 'CLAIMS', ok: false, findings }];
}

async function inEachEnvironment(
  sql: Sql,
  module: string,
  work: (environment: string) => Promise<unknown>,
): Promise<void> {
  const rows = await sql.query<{ environment: string }>(
    'select environment from channel where module = $1 order by environment',
    [module],
  );
  for (const { environment } of rows) await work(environment);
}

/** Content type of a published file by its name. */
export function contentTypeOf(name: string): string {
  return TYPES[path.extname(name)] ?? 'application/octet-stream';
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.map': 'application/json; charset=utf-8',
};
