import { expect, signIn, test } from '../../support/app.ts';
import { fillIds, idsOf, mainPatientId } from '../../support/ids.ts';
import { SCREENS, SIGNED_OUT_SCREENS } from '../../support/matrix.ts';
import { overflow, settled } from '../../support/screens.ts';

test.setTimeout(300_000);

/** 320 px is 400 % zoom of a usual window (1.4.10); then text of double size on a phone (1.4.4). */
const SIZES = [{ width: 320, text: '100%' }, { width: 360, text: '200%' }] as const;

for (const { width, text } of SIZES) {
  test(`[UI-01] no screen scrolls sideways at ${width} px with text of ${text}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.addInitScript((size) => document.addEventListener('DOMContentLoaded', () => { document.documentElement.style.fontSize = size; }), text);
    for (const path of SIGNED_OUT_SCREENS) {
      await page.goto(path);
      await settled(page);
      expect.soft(await overflow(page), path).toBeLessThanOrEqual(0);
    }
    await signIn(page);
    const ids = await idsOf(page, await mainPatientId(page));
    for (const screen of SCREENS) {
      await page.goto(fillIds(screen, ids));
      await settled(page);
      expect.soft(await overflow(page), screen).toBeLessThanOrEqual(0);
    }
  });
}
