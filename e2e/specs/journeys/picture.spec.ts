import path from 'node:path';
import { onScreen, test } from '../../support/app.ts';

/** The README's screenshot: PICTURE=1 writes it to docs/, a normal run to the cache. */
const file = path.join(
  import.meta.dirname,
  '../../..',
  process.env['PICTURE'] === '1' ? 'docs/images/product.png' : '.cache/e2e-picture/product.png',
);

test('the product as a daughter sees it who looks after her mother', async ({ tab }) => {
  await tab.goto('/family');
  await tab.getByRole('button', { name: /ÁNH/ }).first().click();
  await tab.waitForURL(/\/dashboard/);
  await tab.goto('/health-details/bloodPressures');
  await onScreen(tab, 'Huyết áp');
  await tab.locator('main svg text').first().waitFor();
  await tab.setViewportSize({ width: 1280, height: 1100 });
  await tab.screenshot({ path: file });
});
