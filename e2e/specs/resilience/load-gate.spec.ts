import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { test } from '@playwright/test';
import { jobOfBuild } from '../../../tools/load-gate/job-of-build.ts';
import { lookAt } from '../../../tools/load-gate/load-gate.ts';
import { inTurn, NIGHTLY } from '../../../tools/sample.ts';
import { ROOT } from '../../../tools/workspace.ts';
import { expect } from '../../support/proves.ts';

const modules = readdirSync(ROOT).filter((name) => existsSync(path.join(ROOT, name, 'module.json')));

for (const name of inTurn(modules, modules.length, ['tools/load-gate'])) {
  test(`the gate LOAD finds nothing in ${name}, mounted on fake answers under the real policy`, async () => {
    test.setTimeout(NIGHTLY ? 300_000 : 90_000);
    const job = await jobOfBuild(name);
    expect(await lookAt({ ...job, mounts: NIGHTLY ? 20 : 1, whole: NIGHTLY })).toEqual([]);
  });
}

test('the gate LOAD refuses a build whose entry is not the one that was registered', async () => {
  test.skip(!NIGHTLY, 'it waits for each part in vain: at night');
  test.setTimeout(120_000);
  const job = await jobOfBuild(modules[0] ?? '');
  const found = await lookAt({ ...job, integrity: `sha384-${'A'.repeat(64)}`, mounts: 0, whole: false });
  expect(found.map(({ message }) => message)).toContain('It does not stand');
});
