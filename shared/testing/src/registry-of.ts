import type { ModuleManifest, Registry, RegistryTwo, ReleaseEntry } from '@phr/contract/registry';

/**
 * A schema 2 registry from modules with inline releases, as in schema 1. Each release has its own manifest.
 * @param about overrides of a first registry of `https://phr.test`
 */
export function registryOf(
  modules: Registry['modules'],
  about: Partial<Omit<RegistryTwo, 'modules' | 'manifests'>> = {},
): RegistryTwo {
  const manifests: Record<string, ModuleManifest> = {};
  return {
    schema: 2,
    installation: 'https://phr.test',
    generation: 1,
    serial: 1,
    environment: 'local',
    publishedAt: '2026-11-30T00:00:00.000Z',
    ...about,
    manifests,
    modules: modules.map(({ name, enabled, grace = 30, current, previous, earlier = [], rollout, loadTimeoutMs }) => {
      const fallbacks = previous === undefined ? [] : [previous, ...earlier];
      const releases = [...(rollout === undefined ? [] : [rollout.release]), ...fallbacks.toReversed(), current];
      const offer = ({ version, manifest, container, entry, integrity }: ReleaseEntry) => {
        const digest = `${name}@${version}`;
        manifests[digest] = manifest;
        return [version, { entry, integrity, container, contract: manifest.contract, manifest: digest }] as const;
      };
      return {
        name,
        killed: enabled ? null : { grace },
        current: current.version,
        rollouts:
          rollout === undefined
            ? []
            : [
                {
                  id: rollout.salt,
                  version: rollout.release.version,
                  share: rollout.percent * 100,
                  salt: rollout.salt,
                  cohorts: [],
                },
              ],
        fallbacks: fallbacks.map(({ version }) => version),
        releases: Object.fromEntries(releases.map(offer)),
        loadTimeoutMs,
      };
    }),
  };
}
