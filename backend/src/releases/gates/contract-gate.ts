import { CONTRACT_VERSION } from '@phr/contract/version';
import { gte, satisfies, valid } from 'semver';
import { hostRange } from '../host-range.ts';
import type { CheckedRelease, Finding } from '../ports.ts';
import { inManifest, type Gate } from './gate.ts';
import { isScript } from './release-files.ts';

/** Identifies a bundled copy of React, but not code that uses it. */
const REACT_ITSELF = /__(?:CLIENT|DOM|SECRET)_INTERNALS_DO_NOT_USE/;
const KIT = '@phr/module-kit';

/**
 * The contract range must be valid and include every host in use in that environment in the last 30 days; the kit must
 * be supported; React must come from the host.
 * @param oldestKit oldest supported module kit version
 */
export function contractGate(oldestKit = '1.0.0'): Gate {
  return {
    id: 'CONTRACT',
    async findings(release, { hostContracts, environment }) {
      return [
        ...rangeFindings(
          release.manifest.contract,
          hostContracts.length === 0 ? [CONTRACT_VERSION] : hostContracts,
          environment,
        ),
        ...kitFindings(release, oldestKit),
        ...(await ownReact(release)),
      ];
    },
  };
}

function rangeFindings(range: string, hosts: readonly string[], environment: string): readonly Finding[] {
  const where = inManifest('contract');
  if (hostRange(range) === undefined)
    return [{ where, message: `"${range}" is no range of versions`, fix: 'Write one like ^1.2.0' }];
  return hosts
    .filter((host) => !satisfies(host, range))
    .map((host) => ({
      where,
      message: `${range} does not hold for a host of contract ${host}, which ${environment} uses`,
      fix: `Widen the range and build against the oldest contract that is in use, or wait until no page has ${host}`,
    }));
}

function kitFindings({ descriptor }: CheckedRelease, oldest: string): readonly Finding[] {
  const kit = descriptor.sdk[KIT];
  if (kit !== undefined && valid(kit) !== null && gte(kit, oldest)) return [];
  return [
    {
      where: `descriptor /sdk/${KIT}`,
      message: kit === undefined ? `The build does not say which ${KIT} it used` : `${KIT} ${kit} is too old`,
      fix: `Build with ${KIT} ${oldest} or later`,
    },
  ];
}

async function ownReact(release: CheckedRelease): Promise<readonly Finding[]> {
  const found: Finding[] = [];
  for (const { path } of release.files.filter(isScript))
    if (REACT_ITSELF.test((await release.read(path)).toString('utf8')))
      found.push({
        where: path,
        message: 'The file holds a React of its own',
        fix: "Leave react and react-dom to the host: the preset of @phr/build shares them with 'import: false'",
      });
  return found;
}
