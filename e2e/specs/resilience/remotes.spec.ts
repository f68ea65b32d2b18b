import type { Page } from '@playwright/test';
import { inTurn } from '../../../tools/sample.ts';
import { expect, test } from '../../support/app.ts';
import { tamperRegistry, withCurrent } from '../../support/registry-tamper.ts';
import { settled } from '../../support/screens.ts';

const REMOTES = [
  { name: 'mfe-records', path: '/encounters', heading: 'Lần khám', link: 'Lịch sử điều trị' },
  { name: 'mfe-vitals', path: '/health-indexes', heading: 'Chỉ số', link: 'Chỉ số' },
  { name: 'mfe-booking', path: '/appointments', heading: 'Lịch hẹn', link: 'Lịch hẹn' },
  { name: 'mfe-devices', path: '/medical-devices', heading: 'Thiết bị', link: 'Thiết bị' },
  { name: 'mfe-imaging', path: '/dicom-viewer?diagnosticReportId=none', heading: /./, link: /./ },
] as const;

const CARD = 'Không tải được phần này';
type Remote = (typeof REMOTES)[number];

interface Fault {
  readonly what: string;
  /** Injects the fault by request routes; removing them repairs it. */
  readonly apply: (page: Page, remote: Remote) => Promise<unknown>;
}

const FAULTS: readonly Fault[] = [
  {
    what: '503',
    apply: (page, { name }) =>
      page.route(`**/m/${name}/**/remoteEntry.js*`, (r) => r.fulfill({ status: 503, body: 'busy' })),
  },
  { what: 'hang', apply: (page, { name }) => page.route(`**/m/${name}/**/remoteEntry.js*`, () => undefined) },
  {
    what: 'wrong hash',
    apply: (page, { name }) =>
      page.route(`**/m/${name}/**/remoteEntry.js*`, async (r) => {
        const answer = await r.fetch();
        await r.fulfill({ response: answer, body: `window.tampered = true;${await answer.text()}` });
      }),
  },
  {
    what: 'throw at start',
    apply: async (page, { name }) => {
      // The registry's hash matches, but the entry throws: the release itself is broken.
      const body = 'throw new Error("broken release");';
      const hash = await page.evaluate(
        async (text) =>
          `sha384-${btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.digest('SHA-384', new TextEncoder().encode(text)))))}`,
        body,
      );
      await tamperRegistry(page, name, (offer) => withCurrent(offer, { integrity: hash }));
      await page.route(`**/m/${name}/**/remoteEntry.js*`, (r) =>
        r.fulfill({ contentType: 'text/javascript', headers: { 'access-control-allow-origin': '*' }, body }),
      );
    },
  },
  {
    what: 'missing chunk',
    apply: (page, { name }) =>
      page.route(new RegExp(`/m/${name}/[^?]*/(?!remoteEntry)[^/]+\\.js`), (r) => r.fulfill({ status: 404, body: '' })),
  },
  {
    what: 'contract too new',
    apply: (page, { name }) => tamperRegistry(page, name, (offer) => withCurrent(offer, { contract: '^2.0.0' })),
  },
];

/** Code that loads modules: changing it runs every fault for every module. */
const LOADERS = ['shared/loader', 'shell/src/services/loader'];

for (const [shift, remote] of REMOTES.entries()) {
  // Every run covers all faults, distributed over the modules.
  const met = inTurn(FAULTS, REMOTES.length, LOADERS, shift);
  test(`[ARCH-08] ${remote.name}: a fault shows a card in its place only, and once mended it works`, async ({
    tab,
    faults,
  }) => {
    test.setTimeout(180_000);
    for (const fault of met) {
      await test.step(fault.what, async () => {
        await fault.apply(tab, remote);
        // A request that hangs delays the page's load event, but must not delay anything else.
        await tab.goto(remote.path, { waitUntil: 'domcontentloaded' });
        await expect(tab.getByText(CARD).first()).toBeVisible({ timeout: 30_000 });
        expect(await tab.evaluate(() => 'tampered' in window)).toBe(false);
        await expect(tab.getByRole('button', { name: 'Thử lại' }).first()).toBeVisible();

        // The menu and other modules still work.
        const other = remote.name === 'mfe-records' ? REMOTES[1] : REMOTES[0];
        if (remote.name === 'mfe-imaging') await tab.getByRole('link', { name: 'Quay lại' }).click();
        await tab.getByRole('link', { name: other.link }).first().click();
        await expect(tab.getByRole('heading', { level: 1, name: other.heading })).toBeVisible({ timeout: 20_000 });

        // Once repaired, the module works after navigating, without restarting the shell.
        await tab.unrouteAll({ behavior: 'ignoreErrors' });
        await tab.context().unrouteAll({ behavior: 'ignoreErrors' });
        await tab.goto(remote.path);
        await settled(tab);
        await expect(tab.getByRole('heading', { level: 1, name: remote.heading })).toBeVisible({ timeout: 20_000 });
        await expect(tab.getByText(CARD)).toHaveCount(0);
      });
    }
    expect(faults.policy).toEqual([]);
  });
}

test('[ARCH-08] tries the previous version once when the current one does not load', async ({ tab }) => {
  await tamperRegistry(tab, 'mfe-booking', (offer) => {
    const { current, releases } = offer;
    const release = releases[current ?? ''];
    if (current === null || release === undefined) throw new Error('mfe-booking has no release');
    const away = { ...release, container: 'mfe_booking__9_9_9', entry: '/m/mfe-booking/9.9.9/remoteEntry.js' };
    return { ...offer, current: '9.9.9', fallbacks: [current], releases: { ...releases, '9.9.9': away } };
  });
  await tab.goto('/appointments');
  await expect(tab.getByRole('heading', { level: 1, name: 'Lịch hẹn' })).toBeVisible({ timeout: 20_000 });
  await expect(tab.getByText(CARD)).toHaveCount(0);
});

test('[ARCH-08] a module that is turned off says so in its place', async ({ tab }) => {
  await tamperRegistry(tab, 'mfe-booking', (offer) => ({ ...offer, killed: { grace: 30 } }));
  await tab.goto('/appointments');
  await expect(tab.getByText(CARD).first()).toBeVisible();
  await expect(tab.getByRole('navigation').first()).toBeVisible();
});
