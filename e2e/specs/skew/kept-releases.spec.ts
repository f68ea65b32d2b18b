import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from '@playwright/test';
import { jobOfBuild } from '../../../tools/load-gate/job-of-build.ts';
import { checkInBrowser } from '../../../tools/load-gate/load-gate.ts';
import { inTurn } from '../../../tools/sample.ts';
import { storedLabels, unpackInto } from '../../../tools/skew/kept-release.ts';
import { MODULES } from '../../../tools/workspace.ts';
import { expect } from '../../support/proves.ts';

/** Code at the boundary of shell and modules: changing it runs every module, otherwise they take turns. */
const MEETING = ['tools/skew', 'shared/loader', 'shared/contract', 'shell/src/services/loader'];

for (const [shift, label] of (await storedLabels()).entries()) {
  test.describe(`the release kept on ${label}`, () => {
    let folder = '';
    test.beforeAll(async () => {
      folder = await mkdtemp(path.join(tmpdir(), 'phr-kept-'));
      await unpackInto(label, folder);
    });
    test.afterAll(() => rm(folder, { recursive: true, force: true }));

    for (const name of inTurn(MODULES, MODULES.length, MEETING, shift)) {
      test(`[ARCH-04] its shell carries today's ${name}`, async () => {
        test.setTimeout(90_000);
        const job = await jobOfBuild(name, { shellDir: path.join(folder, 'shell') });
        expect(await checkInBrowser({ ...job, mounts: 0, whole: false })).toEqual([]);
      });

      test(`[ARCH-04] its ${name} runs in today's shell`, async () => {
        test.setTimeout(90_000);
        const job = await jobOfBuild(name, { releaseDir: path.join(folder, name) });
        expect(await checkInBrowser({ ...job, mounts: 0, whole: false })).toEqual([]);
      });
    }
  });
}
