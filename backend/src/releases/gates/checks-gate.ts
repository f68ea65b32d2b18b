import { isDeepStrictEqual } from 'node:util';
import { valid } from 'semver';
import type { CheckedRelease, Finding } from '../ports.ts';
import { Manifest } from '../manifest.ts';
import type { Gate } from './gate.ts';

const IN_ONE_RUN = 'Build, sign and upload in one run: phr release publish does';
/** Packages whose versions a build must state: its interface to the host. */
const SDK = ['@phr/contract', '@phr/module-kit', '@phr/ui'];

/** The upload must match the team's signature, which states that types, lint and unit tests passed; LOAD verifies. */
export const checksGate: Gate = {
  id: 'CHECKS',
  findings: async (release) => [...(await sameManifest(release)), ...teamsWord(release), ...sdkVersions(release)],
};

const MANIFEST_FILE = 'module.json';

/** Pages read the signed manifest, tools the file: they must be equal. */
async function sameManifest(release: CheckedRelease): Promise<readonly Finding[]> {
  if (!release.files.some(({ path }) => path === MANIFEST_FILE)) return [];
  const built: unknown = JSON.parse((await release.read(MANIFEST_FILE)).toString('utf8'));
  // the signed one contains only known fields
  return isDeepStrictEqual(Manifest.safeParse(built).data ?? built, release.manifest)
    ? []
    : [{ where: MANIFEST_FILE, message: 'It says something else than the manifest that was signed', fix: IN_ONE_RUN }];
}

function teamsWord({ descriptor: { checks } }: CheckedRelease): readonly Finding[] {
  const found: Finding[] = [];
  const tell = (part: string, message: string, fix: string) =>
    found.push({ where: `descriptor /checks/${part}`, message, fix });
  if (checks.typeErrors !== 0) tell('typeErrors', `${checks.typeErrors} errors of types`, 'Mend them: phr check');
  if (checks.lintErrors !== 0) tell('lintErrors', `${checks.lintErrors} findings of lint`, 'Mend them: phr check');
  if (!(checks.unitTests > 0)) tell('unitTests', 'No unit test ran', 'Write one that fails without the code');
  return found;
}

function sdkVersions({ descriptor: { sdk } }: CheckedRelease): readonly Finding[] {
  return SDK.filter((name) => valid(sdk[name] ?? '') === null).map((name) => ({
    where: `descriptor /sdk/${name}`,
    message: sdk[name] === undefined ? `The version of ${name} is missing` : `"${sdk[name]}" is no version of ${name}`,
    fix: 'Build with phr build, which names the versions that it used',
  }));
}
