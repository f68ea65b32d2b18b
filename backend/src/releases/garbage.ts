import type { Db, ServerLog } from '../kit/platform.ts';
import type { BlobStore } from './blob-store.ts';
import { lockChannels, PROMOTIONS } from './channel-store.ts';

/** Good versions of a module that stay whatever happens. */
const KEPT_GOOD = 10;

/** Skew matrix: shells of 90 days and releases named by channels, all kept. */
const OLD = `with good as (
    select module, version, row_number() over (partition by module order by good_at desc) as nth
      from release where good_at is not null and state = 'accepted'),
  named as (
    select module, current as version from channel
    union select module, rollout->>'version' from channel, jsonb_array_elements(rollouts) rollout
    union select module, replaced from channel, lateral (
      select action, before->>'current' as replaced from channel_event event
       where event.environment = channel.environment and event.module = channel.module and after ? 'current'
       order by id desc limit 1) last where action = any($2)
    union select module, version from good where nth <= $1)
  select release.module, release.version from release join module on module.name = release.module
   where uploaded_at < now() - case module.kind when 'embed' then interval '24 months' else interval '90 days' end
     and coalesce(served_on, uploaded_at::date) < current_date - 30
     and (state not in ('removed', 'withdrawn') or exists (
       select 1 from release_file file where file.module = release.module and file.version = release.version))
     and not exists (select 1 from named where named.module = release.module and named.version = release.version)
  union
  select module, version from release
   where state = 'dev' and not exists (select 1 from dev_build where dev_build.module = release.module
     and dev_build.version = release.version and ends_at > now())`;

/**
 * Deletes releases that are no longer needed: not current, not in rollout, not replaced by a promotion, not among the
 * ten newest good ones, not requested for 30 days, and older than 90 days (24 months for the embed script); also
 * expired development builds. Then deletes files that no release has referenced for a week. The rows stay, so that a
 * version number is never reused for other content. Returns the number deleted.
 */
export async function collectGarbage(
  db: Db,
  blobs: BlobStore,
  log: ServerLog,
): Promise<{ readonly releases: number; readonly blobs: number }> {
  const gone = await db.tx(async (sql) => {
    // locked against starting a rollout of a deleted one
    await lockChannels(sql);
    const old = await sql.query<{ module: string; version: string }>(OLD, [KEPT_GOOD, PROMOTIONS]);
    for (const { module, version } of old) {
      await sql.query('delete from release_file where module = $1 and version = $2', [module, version]);
      // withdrawn releases still answer 410
      await sql.query(
        `update release set state = 'removed' where module = $1 and version = $2 and state <> 'withdrawn'`,
        [module, version],
      );
    }
    return old;
  });
  await db.query(`delete from used_form where used_at < now() - interval '1 day'`);
  await db.query(
    `update blob set orphan_since = now() where orphan_since is null
       and not exists (select 1 from release_file where blob.sha256 in (release_file.sha256, br, gz))`,
  );
  const count = await db.tx(async (sql) => {
    const orphans = await sql.query<{ sha256: string }>(
      `delete from blob where orphan_since < now() - interval '7 days'
         and not exists (select 1 from release_file where blob.sha256 in (release_file.sha256, br, gz)) returning sha256`,
    );
    // within the transaction: a concurrent upload of the same bytes waits for its row, and finds neither
    for (const { sha256 } of orphans) await blobs.delete(sha256);
    return orphans.length;
  });
  if (gone.length > 0 || count > 0) log.info({ releases: gone, blobs: count }, 'old releases were cleaned up');
  return { releases: gone.length, blobs: count };
}
