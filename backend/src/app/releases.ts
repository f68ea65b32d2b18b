import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { ensureMachineKey } from '../releases/machine-key.ts';
import { claimShell } from '../releases/claims.ts';
import { followEmbed, importEmbed } from '../releases/embed-builds.ts';
import { collectGarbage } from '../releases/garbage.ts';
import type { Figures } from '../releases/health/figures.ts';
import { contractOfShell, recordHost } from '../releases/hosts.ts';
import { type Build, followCheckout, importReleases } from '../releases/from-folders.ts';
import { createReleasesServer, releasesAddress } from '../releases/routes.ts';
import type { Releases } from '../releases/releases.ts';
import { OWN_TEAM } from '../releases/team-keys.ts';
import type { Config } from '../kit/config.ts';
import type { Metrics } from '../kit/metrics.ts';
import type { Db, Platform, ServerLog } from '../kit/platform.ts';

const CLEAN_UP_MS = 3_600_000;
/** Where each web process of earlier product versions kept what it had served of the embed. */
const EMBED_ARCHIVE = 'embed-versions';

/**
 * Prepares releases before the first call: reserves the shell's names, migrates folders into rows, and offers the
 * checkout's builds and the embed unless something was released.
 */
export async function prepareReleases(
  db: Db,
  releases: Releases,
  { releasesDir, shellDir, embedDir, dataDir }: Pick<Config, 'releasesDir' | 'shellDir' | 'embedDir' | 'dataDir'>,
  { builds, log }: { readonly builds: readonly Build[]; readonly log: ServerLog },
): Promise<void> {
  // found out now, and not when the first release comes
  await mkdir(releasesDir, { recursive: true });
  await claimShell(db, shellDir);
  await recordHost(db, releases.environment, await contractOfShell(shellDir));
  const parts = { db, ...releases };
  const said = [
    ...(await importReleases(parts, releasesDir)),
    ...(await followCheckout(parts, builds)),
    ...(await importEmbed(parts, path.join(dataDir, EMBED_ARCHIVE))),
    ...(await followEmbed(parts, embedDir)),
  ];
  await allowOwn(db, releases, builds);
  for (const note of said) log.warn({ note }, 'releases');
}

const Own = z.object({
  budgets: z.array(z.object({ kB: z.number().positive() })).default([]),
  approvals: z.array(z.string().min(1).max(200)).default([]),
});

/**
 * Registers a checkout's own modules with size limits, so that they can be released individually: whoever starts a
 * checkout operates it. Keeps limits set by an operator.
 */
async function allowOwn(db: Db, { store }: Pick<Releases, 'store'>, builds: readonly Build[]): Promise<void> {
  for (const { name, folder } of builds) {
    const { budgets, approvals } = Own.parse(JSON.parse(await readFile(path.join(folder, 'module.json'), 'utf8')));
    const chunk = Math.max(0, ...budgets.map(({ kB }) => kB * 1_000));
    const [known] = await db.query<{ budgets: { readonly chunk?: number } }>(
      `select budgets from module where name = $1 and team = $2`,
      [name, OWN_TEAM],
    );
    if (known !== undefined)
      await store.approve(name, approvals, chunk > 0 && known.budgets.chunk === undefined ? { chunk } : {});
  }
}

/** Metrics of the offered releases. */
export function watchReleases(metrics: Metrics, { registry }: Releases): void {
  metrics.gauge('phr_release_files_missing', 'Offered releases whose entry file is away', registry.missing);
  metrics.gauge(
    'phr_registry_serial',
    'Number of the last change that this process knows of',
    () => registry.serial() ?? 0,
  );
}

/** Opens the release service on its own port if configured, with this machine's key; cleans up hourly. */
export async function openReleasesServer(
  platform: Platform,
  db: Db,
  { channels, store, devBuilds, registryOf, embedOf, blobs, environment }: Releases,
  figures: Figures,
): Promise<{ close(): Promise<void> } | undefined> {
  const { config, log } = platform;
  const url = releasesAddress(config);
  if (url === undefined) return undefined;
  await store.forgetChecks();
  const app = await createReleasesServer({
    platform: { ...platform, db },
    channels,
    releases: store,
    devBuilds,
    registryOf,
    embedOf,
    blobs,
    figures,
  });
  await app.listen({ port: config.ports.releases ?? 0, host: config.host });
  if (!config.production) await ensureMachineKey(db, config.dataDir, { url, environment });
  const cleaning = setInterval(() => {
    collectGarbage(db, blobs, log).catch((error: unknown) => log.warn({ err: error }, 'clean-up of releases failed'));
  }, CLEAN_UP_MS).unref();
  return {
    async close() {
      clearInterval(cleaning);
      await app.close();
      await store.settled();
    },
  };
}
