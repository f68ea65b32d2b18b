import type { Db, ServerLog } from '../kit/platform.ts';
import type { BlobStore } from './blob-store.ts';

/** Good versions of a module that stay whatever happens. */
const KEPT_GOOD = 10;

/**
 * Lets go of releases that nothing names any more: neither current, in rollout nor one of the ten newest good ones, not asked for in 30 days, older than 90
 * (those of the embed script 24 months); then of files that no release has had for a week. Answers how many went.
 */
export async function collectGarbage(
  db: Db,
  blobs: BlobStore,
  log: ServerLog,
): Promise<{ readonly releases: number; readonly blobs: number }> {
  const gone = await db.query<{ module: string; version: string }>(
    `with good as (
       select module, version, row_number() over (partition by module order by good_at desc) as nth
         from release where good_at is not null and state = 'accepted')
     delete from release using module
      where module.name = release.module
        and uploaded_at < now() - case module.kind when 'embed' then interval '24 months' else interval '90 days' end
        and coalesce(served_on, uploaded_at::date) < current_date - 30
        and not exists (select 1 from channel where channel.module = release.module
              and (current = version or rollouts @> jsonb_build_array(jsonb_build_object('version', version))))
        and not exists (select 1 from good where good.module = release.module and good.version = release.version and nth <= $1)
     returning release.module, release.version`,
    [KEPT_GOOD],
  );
  await db.query(
    `update blob set orphan_since = now() where orphan_since is null
       and not exists (select 1 from release_file where blob.sha256 in (release_file.sha256, br, gz))`,
  );
  const count = await db.tx(async (sql) => {
    const orphans = await sql.query<{ sha256: string }>(
      `delete from blob where orphan_since < now() - interval '7 days'
         and not exists (select 1 from release_file where blob.sha256 in (release_file.sha256, br, gz)) returning sha256`,
    );
    // inside the transaction: who brings the same bytes waits for its row, and finds neither
    for (const { sha256 } of orphans) await blobs.delete(sha256);
    return orphans.length;
  });
  if (gone.length > 0 || count > 0) log.info({ releases: gone, blobs: count }, 'old releases were cleaned up');
  return { releases: gone.length, blobs: count };
}
