import { readFileSync } from 'node:fs';
import path from 'node:path';
import { SIGNAL_ICONS } from '@phr/contract/today';
import { z } from 'zod';
import { TYPES } from '../fhir/resource-types.ts';
import type { Config } from '../kit/config.ts';
import type { Db, ServerLog } from '../kit/platform.ts';
import { filesGateInThread } from '../releases/gates/files-thread.ts';
import { createGates } from '../releases/gates/gates.ts';
import { loadGate } from '../releases/gates/load-gate.ts';
import { publishedRoutes } from '../releases/gates/published-routes.ts';
import { devicesToday, type Figures } from '../releases/health/figures.ts';
import { createProber, type ProberParts } from '../releases/health/prober.ts';
import { createWatch } from '../releases/health/watch.ts';
import type { Check, StopRollout } from '../releases/ports.ts';
import type { RunningRollout } from '../releases/rollouts.ts';

const A_MINUTE_MS = 60_000;
const ASK_MS = 10_000;

/**
 * The gates of this installation.
 * @param browser program and arguments of the gate LOAD, where a browser is there
 */
export function openGates(
  { shellOrigin, shellDir, identity }: Pick<Config, 'shellOrigin' | 'shellDir' | 'identity'>,
  browser?: readonly [string, ...string[]],
): Check {
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
    ...(browser === undefined ? {} : { load: loadGate({ command: browser, shellDir }) }),
  });
}

/** Icons that modules may name, as the build of the shell lists them; none of a shell without that list. */
function iconsOf(shellDir: string): readonly string[] {
  try {
    return z.array(z.string()).parse(JSON.parse(readFileSync(path.join(shellDir, 'icons.json'), 'utf8')));
  } catch {
    return [];
  }
}

/** What the watch needs of the releases of an installation. */
export interface WatchedReleases extends Pick<ProberParts, 'readRegistry' | 'filesOf'> {
  readonly environment: string;
  rollouts(): Promise<readonly RunningRollout[]>;
  readonly stopRollout: StopRollout;
  climb(evidenceOf: (rollout: string) => Promise<number>): Promise<void>;
}

/** Judges rollouts, asks for offered files and lets ladders climb, each minute, until it is stopped. Any number of processes may do so. */
export function watchHealth(
  { db, log, shellOrigin }: { readonly db: Db; readonly log: ServerLog; readonly shellOrigin: string },
  releases: WatchedReleases,
  figures: Figures,
): { stop(): void } {
  const { environment, rollouts, stopRollout, readRegistry, filesOf } = releases;
  const watch = createWatch({
    db,
    log,
    rollouts,
    stopRollout,
    current: async () =>
      (await readRegistry()).modules.map(({ name, current }) => ({
        environment,
        module: name,
        version: current.version,
      })),
  });
  const prober = createProber({
    environment,
    readRegistry,
    filesOf,
    rollouts,
    stopRollout,
    log,
    head: async (address) =>
      (await fetch(shellOrigin + address, { method: 'HEAD', signal: AbortSignal.timeout(ASK_MS) })).status,
  });
  figures.read({
    devices: () => devicesToday(db, new Date()),
    missing: prober.missing,
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
  let looking = false;
  const timer = setInterval(() => {
    // one that takes long is not joined by the next
    if (looking) return;
    looking = true;
    watch
      .tick()
      .then(() => releases.climb(watch.evidence))
      .then(prober.tick)
      .catch((error: unknown) => log.warn({ err: error }, 'releases could not be watched'))
      .finally(() => {
        looking = false;
      });
  }, A_MINUTE_MS).unref();
  return { stop: () => clearInterval(timer) };
}
