import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { PORTS } from '../../support/addresses.ts';
import { expect, onScreen, signIn, test } from '../../support/app.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
/** Runs a team's release command, claiming that its unit tests passed. */
const release = (command: string, ...args: string[]) =>
  execFileSync(process.execPath, [path.join(ROOT, 'tools/release.ts'), command, ...args, '--unit-tests', '1'], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: path.join(ROOT, `.data/e2e-${PORTS.shell}`) },
    encoding: 'utf8',
  });

// Serial, because both tests kill modules for everybody.
test.describe.configure({ mode: 'default' });

test('[ARCH-04, ARCH-06] a module is released, rolled back, killed and revived under a running shell', async ({
  app,
  browser,
}) => {
  test.setTimeout(180_000);
  const loaded = (page = app) =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => /\/m\/mfe-devices\/([^/]+)\/remoteEntry/.exec(name)?.[1])
        .find((version) => version !== undefined),
    );
  const shellScript = () =>
    app.evaluate(() => [...document.scripts].map(({ src }) => src).find((src) => src.includes('/main.')));
  const visit = async () => {
    await app.goto('/medical-devices');
    await app.getByRole('heading', { level: 1 }).first().waitFor();
  };

  await visit();
  const [first, shell] = [await loaded(), await shellScript()];
  release('publish', 'mfe-devices', '--version', '9.0.1', '--percent', '100');
  await visit();
  await onScreen(app, 'Thiết bị y tế');
  expect(await loaded()).toBe('9.0.1');
  expect(await shellScript()).toBe(shell);

  release('rollback', 'mfe-devices');
  await visit();
  await onScreen(app, 'Thiết bị y tế');
  expect(await loaded()).toBe(first);

  // the demo account is staff, the other one is a patient
  release('start', 'mfe-devices', '--version', '9.0.1', '--cohort', 'staff');
  await visit();
  expect(await loaded()).toBe('9.0.1');
  const patient = await browser.newPage();
  await signIn(patient, '/medical-devices', { user: '0907654321', password: 'phr-demo-2026' });
  await onScreen(patient, 'Thiết bị y tế');
  expect(await loaded(patient)).toBe(first);
  await patient.close();
  release('stop', 'mfe-devices');

  release('kill', 'mfe-devices');
  await visit();
  await expect(app.getByText('Không tải được phần này').first()).toBeVisible();
  expect(await loaded()).toBeUndefined();
  release('revive', 'mfe-devices');
  await visit();
  await onScreen(app, 'Thiết bị y tế');
});

test('[ARCH-04] a release reaches an open browser at its next load, a kill the page that is open', async ({ app }) => {
  test.setTimeout(180_000);
  const loaded = () =>
    app.evaluate(() =>
      performance
        .getEntriesByType('resource')
        // the update notice probes the new version's files by fetch, which does not load them
        .filter((entry) => entry instanceof PerformanceResourceTiming && entry.initiatorType !== 'fetch')
        .map(({ name }) => /\/m\/mfe-vitals\/([^/]+)\/remoteEntry/.exec(name)?.[1])
        .filter((version) => version !== undefined),
    );
  const reload = async () => {
    await app.goto('/health-indexes');
    await app.getByRole('heading', { level: 1 }).first().waitFor();
  };
  /** Visits two screens without a reload: an open page must keep its version. */
  const useOpenPage = async (version: string | undefined) => {
    await app
      .getByRole('link', { name: /Huyết áp/ })
      .first()
      .click();
    await onScreen(app, 'Huyết áp');
    await expect(app.getByText(/\d{2,3}\/\d{2,3}/).first()).toBeVisible();
    await app.goBack();
    await onScreen(app, 'Chỉ số');
    expect(new Set(await loaded())).toEqual(new Set([version]));
  };
  try {
    await reload();
    await onScreen(app, 'Chỉ số');
    const [first] = await loaded();
    release('publish', 'mfe-vitals', '--version', '9.1.0');
    await useOpenPage(first);
    expect(JSON.parse(release('status'))['mfe-vitals'].rollouts).toMatchObject([{ version: '9.1.0', share: 500 }]);
    // A device stays on its side of the rollout at every reload.
    await reload();
    const side = await loaded();
    expect([first, '9.1.0']).toContain(side[0]);
    await reload();
    expect(await loaded()).toEqual(side);

    release('promote', 'mfe-vitals');
    await useOpenPage(side[0]);
    await reload();
    await onScreen(app, 'Chỉ số');
    expect(await loaded()).toEqual(['9.1.0']);

    release('rollback', 'mfe-vitals');
    await useOpenPage('9.1.0');
    await reload();
    await onScreen(app, 'Chỉ số');
    expect(await loaded()).toEqual([first]);

    release('kill', 'mfe-vitals');
    await app.evaluate(() => window.dispatchEvent(new Event('focus')));
    await expect(app.getByText('Không tải được phần này').first()).toBeVisible();
    await reload();
    await expect(app.getByText('Không tải được phần này').first()).toBeVisible();
    expect(await loaded()).toEqual([]);
    await expect(app.getByRole('navigation').first()).toBeVisible();
  } finally {
    release('revive', 'mfe-vitals');
  }
  await reload();
  await onScreen(app, 'Chỉ số');
});

test('[ARCH-08] where a file of a release is missing the one before stands at the same path', async ({ app }) => {
  test.setTimeout(180_000);
  const loaded = () =>
    app.evaluate(() => [
      ...new Set(
        performance
          .getEntriesByType('resource')
          .map(({ name }) => /\/m\/mfe-devices\/([^/]+)\/remoteEntry/.exec(name)?.[1])
          .filter((version) => version !== undefined),
      ),
    ]);
  await app.goto('/medical-devices');
  await onScreen(app, 'Thiết bị y tế');
  const first = (await loaded()).at(-1);
  release('publish', 'mfe-devices', '--version', '9.2.0', '--percent', '100');
  try {
    await app.route(/\/m\/mfe-devices\/9\.2\.0\/(?!remoteEntry)[^/]+\.js/, (route) =>
      route.fulfill({ status: 404, body: '' }),
    );
    await app.goto('/medical-devices');
    await onScreen(app, 'Thiết bị y tế');
    await expect(app.getByText('Không tải được phần này')).toHaveCount(0);
    expect(await loaded()).toEqual(['9.2.0', first]);
  } finally {
    release('rollback', 'mfe-devices');
  }
});
