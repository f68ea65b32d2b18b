import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { SIGNAL_ICONS } from '@phr/contract/today';
import { z } from 'zod';
import { TYPES } from '../fhir/resource-types.ts';
import type { Config } from '../kit/config.ts';
import type { Db, ServerLog } from '../kit/platform.ts';
import { filesGateInThread } from '../releases/gates/files-thread.ts';
import { createGates } from '../releases/gates/gates.ts';
import { loadGate } from '../releases/gates/load-gate.ts';
import { publishedRoutes } from '../releases/gates/published-routes.ts';
import { findProven } from '../releases/health/days.ts';
import { devicesToday, type Figures, type OfRelease } from '../releases/health/figures.ts';
import { createProber } from '../releases/health/prober.ts';
import { createWatch } from '../releases/health/watch.ts';
import { createReports, type ReceiveReport } from '../releases/health/receive-reports.ts';
import { createReportForwarder, reportHost, type ExternalReleaseService } from '../releases/health/external-service.ts';
import { contractOfShell, recordHost } from '../releases/hosts.ts';
import { currentReleases } from '../releases/rollouts.ts';
import type { Check, Evidence } from '../releases/ports.ts';
import type { Releases } from '../releases/releases.ts';

const A_MINUTE_MS = 60_000;
const ASK_MS = 10_000;

/** Checks a release in a browser, using the checkout's dev dependencies. */
const LOAD_TOOL = fileURLToPath(new URL('../../../tools/load-gate/load-gate.ts', import.meta.url));

/** The gates of this installation. */
export function openGates({
  shellOrigin,
  shellDir,
  identity,
  loadGate: { browser, strict },
}: Pick<Config, 'shellOrigin' | 'shellDir' | 'identity' | 'loadGate'>): Check {
  return createGates({
    types: Object.keys(TYPES),
    icons: [...SIGNAL_ICONS, ...iconsOf(shellDir)],
    routes: () =>
      publishedRoutes(async (service) => {
        const origin = service === 'identity' ? new URL(identity.issuer).origin : shellOrigin;
        const answer = await fetch(`${origin}/openapi/${service}.json`, { signal: AbortSignal.timeout(ASK_MS) });
        return answer.ok ? answer.json() : undefined;
      }),
    files: filesGateInThread(),
    load: loadGate({ command: [process.execPath, LOAD_TOOL], browser, strict, shellDir }),
  });
}

/** Icons modules may use, as listed by the shell's build; empty without that list. */
function iconsOf(shellDir: string): readonly string[] {
  try {
    return z.array(z.string()).parse(JSON.parse(readFileSync(path.join(shellDir, 'icons.json'), 'utf8')));
  } catch {
    return [];
  }
}

/**
 * Each minute until stopped: judges rollouts, probes offered files, advances ladders and marks good versions. Safe in
 * any number of processes.
 */
export function watchHealth(
  {
    db,
    log,
    shellOrigin,
    shellDir,
  }: { readonly db: Db; readonly log: ServerLog; readonly shellOrigin: string; readonly shellDir: string },
  releases: Releases,
  figures: Figures,
): { stop(): void } {
  const { environment, rollouts, stopRollout, registry, store } = releases;
  const watch = createWatch({
    db,
    log,
    rollouts,
    stopRollout,
    current: () => currentReleases(db),
    onAlarm: alarmed(releases, log),
  });
  const prober = createProber({
    environment,
    readRegistry: registry.offered,
    filesOf: store.filesOf,
    rollouts,
    stopRollout,
    log,
    head: async (address) =>
      (await fetch(shellOrigin + address, { method: 'HEAD', signal: AbortSignal.timeout(ASK_MS) })).status,
  });
  figures.read({
    devices: () => devicesToday(db, new Date()),
    missing: prober.missing,
    alarms: watch.alarms,
    rollouts: async () =>
      Promise.all(
        (await rollouts()).map(async ({ module, version, share, id, environment: of }) => ({
          environment: of,
          module,
          version,
          share,
          evidence: await watch.evidence(id),
        })),
      ),
  });
  const { stop } = eachMinute(log, [
    watch.tick,
    () => releases.climb(watch.standing),
    () => markProven(db, releases, new Date()),
    async () => recordHost(db, environment, await contractOfShell(shellDir)),
    prober.tick,
  ]);
  return { stop };
}

/** Destination of health reports from this process's pages. */
export function reportsOf(
  { releasesUrl, reportKey, releaseEnvironment: environment }: Config,
  { db, log, registry }: { readonly db: Db; readonly log: ServerLog } & Pick<Releases, 'registry'>,
  figures: Figures,
): ReceiveReport {
  if (releasesUrl === undefined) return createReports({ db, environment, readRegistry: registry.offered, figures });
  if (reportKey !== undefined) return createReportForwarder({ url: releasesUrl, key: reportKey, environment });
  log.warn({}, 'RELEASES_REPORT_KEY is not set: how modules do on the pages of this process is told to nobody');
  return async () => undefined;
}

/**
 * Tells an external service which shell is served here, at once and then each minute, until stopped: a release uploaded
 * in the first minute has to fit it, too.
 */
export function reportHostRemotely(
  service: ExternalReleaseService,
  { log, shellDir }: { readonly log: ServerLog; readonly shellDir: string },
) {
  const { look, stop } = eachMinute(log, [async () => reportHost(service, await contractOfShell(shellDir))]);
  void look();
  return { stop };
}

/** Runs the tasks sequentially each minute and on `look`; a failure does not affect the others. */
function eachMinute(log: ServerLog, tasks: readonly (() => Promise<void>)[]): { look(): Promise<void>; stop(): void } {
  let looking = false;
  const look = async (): Promise<void> => {
    // never overlap a slow run
    if (looking) return;
    looking = true;
    for (const task of tasks)
      await task().catch((error: unknown) => log.warn({ err: error }, 'releases could not be watched'));
    looking = false;
  };
  const timer = setInterval(() => void look(), A_MINUTE_MS).unref();
  return { look, stop: () => clearInterval(timer) };
}

/** Handles a fully rolled out version that fails for many, besides raising the alarm. */
const alarmed =
  ({ takeBack }: Pick<Releases, 'takeBack'>, log: ServerLog) =>
  async (release: OfRelease, evidence: Evidence): Promise<void> => {
    if (await takeBack(release, evidence))
      log.error({ ...release, ...evidence }, 'a version that fails for many was taken back');
  };

/** Marks versions that have proved themselves as good. */
export async function markProven(db: Db, { store }: Pick<Releases, 'store'>, at: Date): Promise<void> {
  for (const { module, version, devices } of await findProven(db, at))
    await store.markGood(
      module,
      version,
      'auto',
      `everybody had it for 24 hours, on ${devices} devices, without a stop`,
    );
}
