import { runConcurrently } from '../../kit/beside-each-other.ts';
import type { RegistryTwo } from '@phr/contract/registry';
import { ENTRY_FILE } from '@phr/contract/release';
import type { ServerLog } from '../../kit/platform.ts';
import type { StopRollout } from '../ports.ts';
import type { RunningRollout } from '../rollouts.ts';
import type { OfRelease } from './figures.ts';

export interface ProberParts {
  readonly environment: string;
  readonly readRegistry: () => Promise<RegistryTwo>;
  /** Addresses of all files of a release, below its folder. */
  readonly filesOf: (module: string, version: string) => Promise<readonly string[]>;
  /** HTTP status; rejects if the server is unreachable. */
  readonly head: (address: string) => Promise<number>;
  readonly rollouts: () => Promise<readonly RunningRollout[]>;
  readonly stopRollout: StopRollout;
  readonly log: ServerLog;
}

/** Concurrent requests. */
const AT_ONCE = 8;
/** Statuses meaning that a file is missing; an unavailable server says nothing about a release. */
const GONE: readonly number[] = [404, 410];
/** Each file is probed within this many minutes, with a minimum number per minute. */
const ROUND_MINUTES = 10;
const LEAST_A_MINUTE = 60;

interface Offered {
  readonly module: string;
  readonly version: string;
  readonly file: string;
}

const addressOf = ({ module, version, file }: Offered): string => `/m/${module}/${version}/${file}`;

/**
 * Probes offered files each minute: previously missing ones, all entries, and the least recently probed others,
 * covering all within ten minutes. Pages' network failures do not count against a version, so this checks its files:
 * one missing twice stops the rollout.
 */
export function createProber({ environment, readRegistry, filesOf, head, rollouts, stopRollout, log }: ProberParts) {
  let missing: readonly (OfRelease & { readonly count: number; readonly files: readonly string[] })[] = [];
  /** Last probe turn of each file. */
  let askedIn: ReadonlyMap<string, number> = new Map();
  let away: ReadonlySet<string> = new Set();
  let turn = 0;

  const isGone = async (address: string): Promise<boolean> => {
    const ask = () =>
      head(address)
        .then((status) => GONE.includes(status))
        .catch(() => false);
    return (await ask()) && (await ask());
  };

  const offered = async (): Promise<readonly Offered[]> => {
    const { modules } = await readRegistry();
    const releases = modules.flatMap(({ name, releases: of }) =>
      Object.keys(of).map((version) => ({ module: name, version })),
    );
    const files = await Promise.all(
      releases.map(async ({ module, version }) =>
        (await filesOf(module, version).catch(() => [])).map((file) => ({ module, version, file })),
      ),
    );
    return files.flat();
  };

  const urgency = (of: Offered): number =>
    away.has(addressOf(of)) ? -2 : of.file === ENTRY_FILE ? -1 : (askedIn.get(addressOf(of)) ?? 0);

  const ask = async (chosen: readonly Offered[]): Promise<readonly Offered[]> => {
    const gone = await runConcurrently(
      chosen.map((of) => () => isGone(addressOf(of))),
      AT_ONCE,
    );
    return chosen.filter((_of, index) => gone[index]);
  };

  return {
    missing: () => missing,
    async tick(): Promise<void> {
      turn += 1;
      const all = (await offered()).toSorted((a, b) => urgency(a) - urgency(b));
      const always = all.filter((of) => urgency(of) < 0).length;
      const chosen = all.slice(0, Math.max(LEAST_A_MINUTE, always + Math.ceil((all.length - always) / ROUND_MINUTES)));
      const gone = await ask(chosen);
      away = new Set(gone.map(addressOf));
      const now = new Set(chosen.map(addressOf));
      askedIn = new Map(
        all.map((of) => [addressOf(of), now.has(addressOf(of)) ? turn : (askedIn.get(addressOf(of)) ?? 0)]),
      );
      const byRelease = Object.groupBy(gone, ({ module, version }) => `${module} ${version}`);
      missing = Object.values(byRelease).flatMap((of = []) =>
        of.slice(0, 1).map(({ module, version }) => ({
          environment,
          module,
          version,
          count: of.length,
          files: of.map(({ file }) => file).toSorted(),
        })),
      );
      for (const { module, version, files } of missing) {
        log.error({ module, version, files: files.slice(0, 5) }, 'offered files are not there');
        for (const rollout of (await rollouts()).filter(
          (one) => one.environment === environment && one.module === module && one.version === version,
        ))
          await stopRollout(environment, module, rollout.id, 'Files of the version are not there', {
            missing: files.length,
            file: files[0] ?? '',
          });
      }
    },
  };
}
