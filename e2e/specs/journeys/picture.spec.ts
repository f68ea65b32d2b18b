import path from 'node:path';
import { onScreen, test } from '../../support/app.ts';

/** The README's picture comes from here: PICTURE=1 writes it into docs/, a normal run into the cache. */
const file = path.join(import.meta.dirname, '../../..', process.env['PICTURE'] === '1' ? 'docs/images/product.png' : '.cache/e2e-picture/product.png');

test('the product as a daughter sees it who looks after her mother', async ({ app }) => {
  await app.goto('/family');
  await app.getByRole('button', { name: /ÁNH/ }).first().click();
  await app.waitForURL(/\/dashboard/);
  await app.goto('/health-details/bloodPressures');
  await onScreen(app, 'Huyết áp');
  await app.locator('main svg text').first().waitFor();
  await app.setViewportSize({ width: 1280, height: 1100 });
  await app.screenshot({ path: file });
});
