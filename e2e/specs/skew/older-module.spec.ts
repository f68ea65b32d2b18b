import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ModuleManifest, ModuleOffer } from '@phr/contract/registry';
import { SHELL } from '../../support/addresses.ts';
import { expect, openSignedIn, test } from '../../support/app.ts';
import { withRegistry } from '../../support/registry-tamper.ts';

// A build against the first released contract: the current shell must still run it.
const RELEASED = path.join(import.meta.dirname, '../../fixtures/skew-module/released/1.0.0');
const entryFile = readFileSync(path.join(RELEASED, 'remoteEntry.js'));
const MANIFEST = JSON.parse(readFileSync(path.join(RELEASED, 'module.json'), 'utf8')) as ModuleManifest;
const OFFER: ModuleOffer = {
  name: 'mfe-skew',
  killed: null,
  current: '1.0.0',
  rollouts: [],
  fallbacks: [],
  releases: {
    '1.0.0': {
      container: 'mfe_skew__1_0_0',
      entry: '/m/mfe-skew/1.0.0/remoteEntry.js',
      integrity: `sha384-${createHash('sha384').update(entryFile).digest('base64')}`,
      contract: MANIFEST.contract,
      manifest: 'skew',
    },
  },
  loadTimeoutMs: 8000,
};

test("[ARCH-04, ARCH-06, I18N-03] an older build of a module runs in today's shell by the registry alone", async ({
  page,
}) => {
  await page.context().route('**/m/mfe-skew/1.0.0/*', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      headers: { 'access-control-allow-origin': '*' },
      body: readFileSync(path.join(RELEASED, path.basename(new URL(route.request().url()).pathname))),
    }),
  );
  await page.context().route(
    ({ pathname }) => !pathname.includes('.') && !/^\/(?:api|fhir|patient-app)/.test(pathname),
    async (route) => {
      if (route.request().resourceType() !== 'document' || !route.request().url().startsWith(SHELL))
        return route.fallback();
      const answer = await route.fetch();
      const body = withRegistry(await answer.text(), (registry) => ({
        ...registry,
        modules: [...registry.modules, OFFER],
        manifests: { ...registry.manifests, skew: MANIFEST },
      }));
      await route.fulfill({ response: answer, body });
    },
  );
  await openSignedIn(page);
  // content further down is loaded when it gets near
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expect(page.getByTestId('skew').first()).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(page.getByTestId('skew').first()).toHaveText(/Bản cũ thấy hồ sơ [\w-]+/);
  await page.goto('/skew');
  await expect(page.getByTestId('skew').first()).toBeVisible();
});
