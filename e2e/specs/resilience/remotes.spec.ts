import type { Page } from '@playwright/test';
import { expect, signIn, test } from '../../support/app.ts';
import { registryEntry, tamperRegistry } from '../../support/registry-tamper.ts';

const REMOTES = [
  { name: 'mfe-records', path: '/encounters', heading: 'Lịch sử điều trị' },
  { name: 'mfe-vitals', path: '/health-indexes', heading: 'Chỉ số sức khỏe' },
  { name: 'mfe-booking', path: '/appointments', heading: 'Lịch hẹn' },
  { name: 'mfe-devices', path: '/medical-devices', heading: 'Thiết bị' },
  { name: 'mfe-imaging', path: '/dicom-viewer?diagnosticReportId=none', heading: /./ },
] as const;

const CARD = 'Không tải được phần này';
type Remote = (typeof REMOTES)[number];

interface Fault {
  readonly what: string;
  /** Puts the fault in place; answers the function that mends it. */
  readonly apply: (page: Page, remote: Remote) => Promise<() => Promise<void>>;
}

const route = (page: Page, glob: string, handler: Parameters<Page['route']>[1]) => page.route(glob, handler).then(() => () => page.unroute(glob));

const FAULTS: readonly Fault[] = [
  { what: '503', apply: (page, { name }) => route(page, `**/m/${name}/**/remoteEntry.js*`, (r) => r.fulfill({ status: 503, body: 'busy' })) },
  { what: 'hang', apply: (page, { name }) => route(page, `**/m/${name}/**/remoteEntry.js*`, () => undefined) },
  { what: 'wrong hash', apply: (page, { name }) => route(page, `**/m/${name}/**/remoteEntry.js*`, async (r) => {
    const answer = await r.fetch();
    await r.fulfill({ response: answer, body: `window.tampered = true;${await answer.text()}` });
  }) },
  { what: 'throw at start', apply: async (page, { name }) => {
    // The very bytes of the registry's hash, but they throw: the entry of a release that is broken in itself.
    const body = 'throw new Error("broken release");';
    const hash = await page.evaluate(async (text) => `sha384-${btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.digest('SHA-384', new TextEncoder().encode(text)))))}`, body);
    await tamperRegistry(page, name, (entry) => ({ ...entry, current: { ...entry.current, integrity: hash } }));
    return route(page, `**/m/${name}/**/remoteEntry.js*`, (r) => r.fulfill({ contentType: 'text/javascript', headers: { 'access-control-allow-origin': '*' }, body }));
  } },
  { what: 'missing chunk', apply: (page, { name }) => route(page, new RegExp(`/m/${name}/[^?]*/(?!remoteEntry)[^/]+\\.js`) as unknown as string, (r) => r.fulfill({ status: 404, body: '' })) },
  { what: 'contract too new', apply: async (page, { name }) => {
    await tamperRegistry(page, name, (entry) => ({ ...entry, current: { ...entry.current, manifest: { ...entry.current.manifest, contract: '^2.0.0' } } }));
    return async () => { await page.context().unrouteAll({ behavior: 'ignoreErrors' }); };
  } },
];

for (const remote of REMOTES) {
  for (const fault of FAULTS) {
    test(`[ARCH-08, JRN-11] ${remote.name}: ${fault.what} leaves a card in its place and the rest usable`, async ({ page, faults }) => {
      test.setTimeout(60_000);
      await signIn(page);
      const mend = await fault.apply(page, remote);
      await page.goto(remote.path);
      await expect(page.getByText(CARD).first()).toBeVisible({ timeout: 30_000 });
      expect(await page.evaluate(() => 'tampered' in window)).toBe(false);
      await expect(page.getByRole('button', { name: 'Thử lại' }).first()).toBeVisible();

      // The rest of the app: menu and another module.
      const other = remote.name === 'mfe-records' ? REMOTES[1] : REMOTES[0];
      if (remote.name === 'mfe-imaging') await page.getByRole('link', { name: 'Quay lại' }).click();
      await page.getByRole('link', { name: other.heading }).first().click();
      await expect(page.getByRole('heading', { level: 1, name: other.heading })).toBeVisible({ timeout: 20_000 });

      // Mended, the module works without a new start of the shell (a registry is read at the next start).
      await mend();
      await page.goto(remote.path);
      await expect(page.getByText(CARD)).toHaveCount(0, { timeout: 20_000 });
      await expect(page.getByRole('heading', { level: 1, name: remote.heading })).toBeVisible({ timeout: 20_000 });
      expect(faults.policy).toEqual([]);
    });
  }
}

test('[ARCH-08] the version before is tried once when the current one does not load, and the person sees the screen', async ({ page }) => {
  await signIn(page);
  const entry = await registryEntry(page, 'mfe-booking');
  await tamperRegistry(page, 'mfe-booking', () => ({ ...entry, previous: entry.current, current: { ...entry.current, version: '9.9.9', container: 'mfe_booking__9_9_9', entry: '/m/mfe-booking/9.9.9/remoteEntry.js' } }));
  await page.goto('/appointments');
  await expect(page.getByRole('heading', { level: 1, name: 'Lịch hẹn' })).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText(CARD)).toHaveCount(0);
});

test('[ARCH-08] a module that is turned off says so in its place', async ({ page }) => {
  await signIn(page);
  await tamperRegistry(page, 'mfe-booking', (entry) => ({ ...entry, enabled: false }));
  await page.goto('/appointments');
  await expect(page.getByText(CARD).first()).toBeVisible();
  await expect(page.getByRole('navigation').first()).toBeVisible();
});
