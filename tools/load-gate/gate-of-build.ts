import path from 'node:path';
import { readRelease } from '@phr/cli/release-files';
import { runGate } from '../../backend/src/releases/gates/gate.ts';
import { loadGate, type LoadOptions } from '../../backend/src/releases/gates/load-gate.ts';
import type { GateResult } from '../../backend/src/releases/ports.ts';
import { ensureChromium } from '../chromium.ts';
import { dirOf, ROOT } from '../workspace.ts';
import { jobOfBuild } from './job-of-build.ts';

/**
 * The findings of the LOAD gate for a module's build in this checkout, as if another team had uploaded it. It is
 * checked as in the service, in a separate process.
 */
export async function gateLoad(
  name: string,
  looks: Pick<LoadOptions, 'mounts' | 'whole' | 'limitMs'>,
): Promise<GateResult> {
  const { version, shellDir } = await jobOfBuild(name);
  const { descriptor, read } = await readRelease(dirOf(name), version, 1);
  const { module, manifest, files } = descriptor;
  const gate = loadGate({
    command: [process.execPath, path.join(ROOT, 'tools/load-gate/load-gate.ts')],
    browser: ensureChromium(),
    strict: true,
    shellDir,
    ...looks,
  });
  return runGate(
    gate,
    { module, version, manifest, files, descriptor, read },
    {
      environment: 'staging',
      team: 'another',
      claims: [],
      current: undefined,
      others: [],
      budgets: {},
      hostContracts: [],
      approved: [],
    },
  );
}
