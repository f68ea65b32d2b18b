import { rawKeyFinder, shownTexts } from '@phr/testing/raw-keys';
import type { Page } from '@playwright/test';
import { expect, NONSENSE, test } from '../../support/app.ts';
import { axeFaults } from '../../support/axe.ts';
import { fillIds, idsOf, mainPatientId } from '../../support/ids.ts';
import { type Look, SIGNED_OUT_SCREENS, signedOutLooks, visits } from '../../support/matrix.ts';
import { overflow, settled } from '../../support/screens.ts';

// Each screen is opened once per look, and every static check runs on that one visit.

test.setTimeout(300_000);
const rawKeys = rawKeyFinder();

/** Stores language and colour mode as an earlier visit would have. */
async function wear(page: Page, { locale, mode, width }: Look): Promise<void> {
  // Taller than nearly every page, even one that is still growing.
  await page.setViewportSize({ width, height: 6000 });
  await page.addInitScript(
    ([language, colors]) => {
      localStorage.setItem('phr.lang', language ?? '');
      localStorage.setItem('phr.colorMode', colors ?? '');
    },
    [locale, mode],
  );
}

/** 320 px is a common window at 400 % zoom (WCAG 1.4.10); the second check is doubled text size on a phone (1.4.4). */
async function reflows(page: Page, screen: string, { width }: Look): Promise<void> {
  await expect.soft.poll(() => overflow(page), `${screen} scrolls sideways at ${width} px`).toBeLessThanOrEqual(0);
  if (width > 360) return;
  const size = page.viewportSize() ?? { width, height: 6000 };
  await page.setViewportSize({ ...size, width: 320 });
  await expect.soft.poll(() => overflow(page), `${screen} scrolls sideways at 320 px`).toBeLessThanOrEqual(0);
  await page.setViewportSize(size);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  await expect.soft.poll(() => overflow(page), `${screen} scrolls sideways with text of 200 %`).toBeLessThanOrEqual(0);
}

/**
 * Vietnamese text on an English page without a `lang` attribute: a screen reader would read it with an English voice.
 */
const unmarked = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter((element) =>
        [...element.childNodes].some(
          (node) => node.nodeType === 3 && /[ăđơư\u1EA0-\u1EF9]/i.test(node.nodeValue ?? ''),
        ),
      )
      .filter(
        (element) =>
          !/^(SCRIPT|STYLE)$/.test(element.tagName) &&
          !element.closest('[lang]')?.getAttribute('lang')?.startsWith('vi'),
      )
      .map(({ textContent }) => textContent),
  );

const nameOf = ({ locale, mode, width }: Look) => `${locale} ${mode} ${width}`;

for (const look of signedOutLooks()) {
  const name = nameOf(look);

  test(`[UI-01] signed-out screens have no accessibility fault and no sideways scroll: ${name}`, async ({ page }) => {
    await wear(page, look);
    for (const screen of SIGNED_OUT_SCREENS) {
      await page.goto(screen);
      await settled(page);
      expect.soft(await axeFaults(page), screen).toEqual([]);
      expect.soft(rawKeys(await page.evaluate(shownTexts)), `${screen} shows keys in place of texts`).toEqual([]);
      await reflows(page, screen, look);
    }
  });
}

for (const { look, parts } of visits()) {
  const name = nameOf(look);

  for (const [part, screens] of parts.entries()) {
    test(`[UI-01, I18N-02, SEC-05, AUTH-26] screens are accessible and error-free: ${name}, part ${part + 1}`, async ({
      tab,
      faults,
    }) => {
      await wear(tab, look);
      const ids = await idsOf(tab, await mainPatientId(tab));
      const titles = new Set<string>();
      for (const screen of screens) {
        await tab.goto(fillIds(screen, ids));
        await settled(tab);
        expect.soft(await axeFaults(tab), screen).toEqual([]);
        const text = await tab.locator('body').innerText();
        expect.soft(text, screen).not.toMatch(NONSENSE);
        expect.soft(rawKeys(await tab.evaluate(shownTexts)), `${screen} shows keys in place of texts`).toEqual([]);
        const title = await tab.title();
        expect.soft(title, screen).toMatch(/ – (?:Sổ sức khỏe|Health record)$/);
        expect.soft(title, screen).not.toMatch(/(?<!\p{L})(?:CHÂU|ÁNH|KHANG)(?!\p{L})|0901234567|\d{2,3}\/\d{2,3}/iu);
        expect.soft(titles, `${screen} has the title of another screen`).not.toContain(title);
        titles.add(title);
        await expect
          .soft(tab.locator('html'), screen)
          .toHaveAttribute('lang', look.locale.slice(0, 2) === 'vi' ? /^vi/ : /^en/);
        if (look.locale === 'en-US') expect.soft(await unmarked(tab), `${screen}, in Vietnamese`).toEqual([]);
        await reflows(tab, screen, look);
        expect.soft(faults.policy, screen).toEqual([]);
        expect.soft(faults.errors, screen).toEqual([]);
      }
    });
  }
}
