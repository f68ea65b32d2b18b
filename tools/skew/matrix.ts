import type { ModuleOffer, RegistryTwo } from '@phr/contract/registry';
import type { LoadJob } from '../load-gate/load-gate.ts';

/** No open page still uses shells older than this. */
const DAYS = 90;
const A_DAY_MS = 86_400_000;

/** A shell that pages may still be running. */
export interface ShellOfDay {
  /** Day on which it was released, ISO 8601. */
  readonly since: string;
  /** Day on which the next shell replaced it; absent for today's. */
  readonly until?: string;
  readonly shellDir: string;
}

/** One shell with one release of a module. */
export interface Pair {
  readonly shell: ShellOfDay;
  readonly module: string;
  readonly version: string;
  readonly job: Omit<LoadJob, 'mounts' | 'whole'>;
}

/**
 * Combinations that can occur on people's devices now: each shell that a page used within the last 90 days with the
 * current release of each module, and today's shell also with every release that is offered, in rollout or a fallback.
 * Modules that are turned off are left out.
 * @param filesOf address or folder of the files of a release
 */
export function pairsOf(
  shells: readonly ShellOfDay[],
  { modules, manifests }: RegistryTwo,
  filesOf: (module: string, version: string) => string,
  now: Date,
): readonly Pair[] {
  const oldest = now.getTime() - DAYS * A_DAY_MS;
  const met = shells.filter(({ until }) => until === undefined || Date.parse(until) >= oldest);
  const pair = (shell: ShellOfDay, { name, releases }: ModuleOffer, version: string): readonly Pair[] => {
    const release = releases[version];
    const manifest = manifests[release?.manifest ?? ''];
    if (release === undefined || manifest === undefined) return [];
    const { integrity, container } = release;
    const releaseDir = filesOf(name, version);
    const job = { shellDir: shell.shellDir, releaseDir, version, integrity, container, manifest };
    return [{ shell, module: name, version, job }];
  };
  return met.flatMap((shell) =>
    modules
      .filter(({ killed }) => killed === null)
      .flatMap((offer) => {
        const current = offer.current === null ? [] : [offer.current];
        const versions = shell.until === undefined ? Object.keys(offer.releases) : current;
        return versions.flatMap((version) => pair(shell, offer, version));
      }),
  );
}
