import { test } from '@playwright/test';
import { NIGHTLY } from '../../tools/sample.ts';
import { KINDS } from '../support/partner-kinds.ts';
import { expect } from '../support/proves.ts';
import { meetsBrokenModules } from './broken-module.ts';
import type { Driver } from './driver.ts';
import { FIREFOX } from './firefox.ts';
import {
  addsReading,
  changesLanguage,
  opensReport,
  seesDashboard,
  seesDicom,
  seesPartnerPage,
  signIn,
  signsOut,
  visitsKind,
} from './journeys.ts';
import { WEBKIT } from './webkit.ts';

/** CI runs a short journey in each engine; the nightly run does all of it. */
const whole = NIGHTLY ? test : test.skip;

for (const [at, engine] of [FIREFOX, WEBKIT].entries())
  test.describe(engine.name, () => {
    test.skip(engine.missing.length > 0, `not installed: ${engine.missing.join(', ')}`);
    let browser: Driver;
    test.beforeEach(async () => {
      browser = await engine.launch();
    });
    test.afterEach(() => browser.close());

    test(`${engine.name}: a person signs in, sees the record and adds a reading`, async () => {
      await signIn(browser);
      await seesDashboard(browser);
      await addsReading(browser, 121 + at, 81);
      expect(await browser.faults()).toEqual([]);
    });

    whole(`${engine.name}: documents, images, language`, async () => {
      test.setTimeout(240_000);
      await signIn(browser);
      await opensReport(browser);
      await seesDicom(browser);
      await changesLanguage(browser);
      expect(await browser.faults()).toEqual([]);
    });

    whole(`${engine.name}: a partner's page, sign-out`, async () => {
      test.setTimeout(240_000);
      await signIn(browser);
      await seesPartnerPage(browser);
      await signsOut(browser);
      expect(await browser.faults()).toEqual([]);
    });

    whole(`${engine.name}: [ARCH-08] a broken module shows a card in its place, and works once mended`, async () => {
      test.setTimeout(240_000);
      await signIn(browser);
      await meetsBrokenModules(browser);
    });

    whole(`${engine.name}: [ARCH-05] each kind of partner page shows the view or is told its code`, async () => {
      test.setTimeout(600_000);
      await signIn(browser);
      for (const kind of KINDS) await test.step(kind.name, () => visitsKind(browser, kind));
    });
  });
