import { expect, openSignedIn, test } from '../../support/app.ts';

test('look 360', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.addInitScript(() => {
    (window as unknown as { cls: number }).cls = 0;
    new PerformanceObserver((list) => {
      for (const e of list.getEntries() as unknown as {
        value: number;
        hadRecentInput: boolean;
        startTime: number;
        sources: { node?: Element; previousRect: DOMRect; currentRect: DOMRect }[];
      }[]) {
        if (!e.hadRecentInput) (window as unknown as { cls: number }).cls += e.value;
        console.log(
          'SHIFT',
          e.value.toFixed(4),
          e.startTime | 0,
          e.sources
            .map(
              (s) =>
                `${(s.node as Element | undefined)?.className ?? ''} ${s.previousRect.top}->${s.currentRect.top} h${s.currentRect.height}`,
            )
            .join(' | '),
        );
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  page.on('console', (m) => {
    if (m.text().startsWith('SHIFT')) console.log(m.text());
  });
  await openSignedIn(page);
  await expect(page.locator('[data-block]').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(1500);
  console.log('CLS360', await page.evaluate(() => (window as unknown as { cls: number }).cls));
  await page.screenshot({ path: '.cache/look360.png', fullPage: true });
});

test('look 1184', async ({ page }) => {
  await page.setViewportSize({ width: 1184, height: 800 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.addInitScript(() => localStorage.setItem('phr.locale', 'en-US'));
  await page.addInitScript(() => {
    (window as unknown as { cls: number }).cls = 0;
    new PerformanceObserver((list) => {
      for (const e of list.getEntries() as unknown as {
        value: number;
        hadRecentInput: boolean;
        startTime: number;
        sources: { node?: Element; previousRect: DOMRect; currentRect: DOMRect }[];
      }[]) {
        if (!e.hadRecentInput) (window as unknown as { cls: number }).cls += e.value;
        console.log(
          'SHIFT',
          e.value.toFixed(4),
          e.startTime | 0,
          e.sources
            .map(
              (s) =>
                `${(s.node as Element | undefined)?.className ?? ''} ${s.previousRect.top}->${s.currentRect.top} h${s.currentRect.height}`,
            )
            .join(' | '),
        );
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  page.on('console', (m) => {
    if (m.text().startsWith('SHIFT')) console.log('W' + m.text());
  });
  await openSignedIn(page);
  await expect(page.locator('[data-block]').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(1500);
  console.log('CLS1184', await page.evaluate(() => (window as unknown as { cls: number }).cls));
  await page.screenshot({ path: '.cache/look1184.png', fullPage: true });
});
