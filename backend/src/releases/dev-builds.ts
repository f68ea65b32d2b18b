import type { DevBuild, ModuleManifest } from '@phr/contract/registry';
import { containerName, DEV_BUILD_TYPE, ENTRY_FILE, isDevVersion } from '@phr/contract/release';
import { manifestForHosts } from './offered-rows.ts';
import { ReleaseError } from './release-error.ts';
import {
  insertRelease,
  storeFiles,
  missingFiles,
  verifiedDescriptor,
  type ReleaseParts,
  requireLimits,
} from './release-store.ts';
import type { Actor } from './team-keys.ts';

/** How long a build is shown. */
const SHOWN_MS = 24 * 3_600_000;

/** Files still to upload for a pushed build; once there are none, until when it is shown. */
export interface Pushed {
  readonly missing: readonly string[];
  readonly endsAt?: string;
}

export type DevBuilds = ReturnType<typeof createDevBuilds>;

/**
 * Development builds: shown in the product to their developer only, in addition to the released modules. They pass no
 * gates and cannot be rolled out.
 */
export function createDevBuilds(parts: ReleaseParts) {
  const { db, log, now = () => new Date() } = parts;
  return {
    /**
     * Accepts a build signed by its developer, and shows it once all its files are uploaded; the developer's previous
     * build of the module then ends. The key alone determines who sees it, so nobody can push a build to somebody else.
     * Throws ReleaseError.
     */
    async push(actor: Actor, { environment, module }: OfChannel, given: unknown): Promise<Pushed> {
      actor.demand('dev', { module, environment });
      const { developer, keyId } = actor;
      if (developer === undefined || keyId === undefined)
        throw new ReleaseError(403, 'ACCESS_DENIED', 'This key is of no developer: operators make one for her account');
      const { descriptor, envelope } = await verifiedDescriptor(db, actor, given, DEV_BUILD_TYPE);
      const { version, files } = descriptor;
      if (descriptor.module !== module || !isDevVersion(version))
        throw new ReleaseError(422, 'FORM_INPUT_INVALID', `${descriptor.module} ${version} is no build of ${module}`);
      requireLimits(files);
      await db.tx((sql) => insertRelease(sql, descriptor, { actor, envelope }));
      const missing = await missingFiles(parts.blobs, files);
      if (missing.length > 0) return { missing: [...new Set(missing.map(({ sha256 }) => sha256))] };
      await storeFiles(parts, descriptor, () => undefined);
      const endsAt = new Date(now().getTime() + SHOWN_MS);
      await db.tx(async (sql) => {
        const shown = await sql.query(
          `update release set state = 'dev' where module = $1 and version = $2 and state = 'uploading' returning version`,
          [module, version],
        );
        if (shown.length === 0) throw new ReleaseError(409, 'VERSION_TAKEN', `${module} ${version} was pushed before`);
        await sql.query(
          `update dev_build set ends_at = now()
            where module = $1 and environment = $2 and developer = $3 and ends_at > now()`,
          [module, environment, developer],
        );
        await sql.query(
          `insert into dev_build (module, version, environment, developer, key_id, ends_at) values ($1, $2, $3, $4, $5, $6)`,
          [module, version, environment, developer, keyId, endsAt],
        );
      });
      log.info({ module, version, environment, developer, actor: actor.name }, 'a build in development is shown');
      return { missing: [], endsAt: endsAt.toISOString() };
    },

    /** A user's own builds, the newest of each module. */
    async of(environment: string, developer: string): Promise<readonly DevBuild[]> {
      const rows = await db.query<Shown>(
        `select module, version, ends_at as "endsAt", descriptor->'manifest' as manifest, sri as integrity
           from shown_dev_build join release using (module, version) join release_file using (module, version)
          where environment = $1 and developer = $2 and path = $3 order by module`,
        [environment, developer, ENTRY_FILE],
      );
      return rows.map(({ module, version, endsAt, manifest, integrity }) => ({
        endsAt: endsAt.toISOString(),
        release: {
          version,
          container: containerName(module, version),
          entry: `/m/${module}/${version}/${ENTRY_FILE}`,
          integrity,
          manifest: manifestForHosts(manifest),
        },
      }));
    },
  };
}

interface OfChannel {
  readonly environment: string;
  readonly module: string;
}

interface Shown {
  readonly module: string;
  readonly version: string;
  readonly endsAt: Date;
  readonly manifest: ModuleManifest;
  readonly integrity: string;
}
