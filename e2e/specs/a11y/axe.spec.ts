import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, NONSENSE, signIn, test } from '../../support/app.ts';
import { fillIds, idsOf, mainPatientId } from '../../support/ids.ts';
import { type Look, looks, SCREENS, SIGNED_OUT_SCREENS } from '../../support/matrix.ts';
import { overflow, settled } from '../../support/screens.ts';

test.setTimeout(300_000);

/** Sets language and colour mode as a person's earlier visit would have left them. */
async function wear(page: Page, { locale, mode, width }: Look): Promise<void> {
  // Tall enough that no sticky bar happens to lie over a control: where a bar lies is another rule's test.
  await page.setViewportSize({ width, height: 1800 });
  await page.addInitScript(([language, colors]) => {
    localStorage.setItem('phr.lang', language ?? '');
    localStorage.setItem('phr.colorMode', colors ?? '');
  }, [locale, mode]);
}

async function faultsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary?.split('\n')[1]?.trim() ?? ''}`));
}

for (const look of looks()) {
  const name = `${look.locale} ${look.mode} ${look.width}`;

  test(`[UI-01] signed-out screens have no accessibility fault: ${name}`, async ({ page }) => {
    await wear(page, look);
    for (const path of SIGNED_OUT_SCREENS) {
      await page.goto(path);
      await settled(page);
      expect.soft(await faultsOf(page), path).toEqual([]);
    }
  });

  test(`[UI-01, I18N-02] every built screen has no accessibility fault, no sideways scroll, a title, and no raw text: ${name}`, async ({ page }) => {
    await wear(page, look);
    await signIn(page);
    const ids = await idsOf(page, await mainPatientId(page));
    const titles = new Map<string, string>();
    for (const screen of SCREENS) {
      await page.goto(fillIds(screen, ids));
      await settled(page);
      expect.soft(await faultsOf(page), screen).toEqual([]);
      expect.soft(await overflow(page), `${screen} scrolls sideways`).toBeLessThanOrEqual(0);
      expect.soft(await page.locator('body').innerText(), screen).not.toMatch(NONSENSE);
      // Keys look like "screen.encounters"; addresses and e-mail do not begin a line so.
      expect.soft(await page.locator('body').innerText(), screen).not.toMatch(/^(?:common|screen|error|err|menu|list|planned|person|vital|booking|device|encounter|imaging)\.\w+/m);
      const title = await page.title();
      expect.soft(title, screen).toMatch(/ – (?:Sổ sức khỏe|Health record)$/);
      expect.soft(title, screen).not.toMatch(/CHÂU|ÁNH|KHANG|0901234567|\d{2,3}\/\d{2,3}/i);
      titles.set(screen.split('?')[0] ?? screen, title);
      await expect.soft(page.locator('html'), screen).toHaveAttribute('lang', look.locale.slice(0, 2) === 'vi' ? /^vi/ : /^en/);
    }
    expect(titles.get('/encounters')).not.toBe(titles.get('/appointments'));
  });
}
