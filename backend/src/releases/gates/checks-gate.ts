import { isDeepStrictEqual } from 'node:util';
import { valid } from 'semver';
import type { CheckedRelease, Finding } from '../ports.ts';
import type { Gate } from './gate.ts';

/** Packages whose versions a build must name: they are what a module meets its host with. */
const SDK = ['@phr/contract', '@phr/module-kit', '@phr/ui'];

/** What the team signed is about this release, and says that types, lint and unit tests were good: its word; the proof is LOAD. */
export const checksGate: Gate = {
  id: 'CHECKS',
  findings: (release) => [...sameRelease(release), ...teamsWord(release), ...sdkVersions(release)],
};

function sameRelease({ module, version, manifest, files, descriptor }: CheckedRelease): readonly Finding[] {
  const pairs = [
    ['module', descriptor.module, module],
    ['version', descriptor.version, version],
    ['manifest', descriptor.manifest, manifest],
    ['files', descriptor.files, files],
  ] as const;
  return pairs
    .filter(([, signed, given]) => !isDeepStrictEqual(signed, given))
    .map(([part]) => ({
      where: `descriptor /${part}`,
      message: `What was signed has another ${part} than what was uploaded`,
      fix: 'Build, sign and upload in one run: phr release publish does',
    }));
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
