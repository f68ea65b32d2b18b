import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { PARTNER, PORTS } from '../../support/addresses.ts';
import { expect, onScreen, test } from '../../support/app.ts';
import { tokenOf } from '../../support/ids.ts';
import { beNewPerson, newAccount } from '../../support/person.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
const TITLE = { vi: 'Mục tiêu sức khỏe', en: 'Health goals' };
const MINUTE = 60_000;

function run(cwd: string, command: string, ...args: string[]): string {
  const env: NodeJS.ProcessEnv = { ...process.env, RELEASES_DIR: path.join(ROOT, `.data/e2e-${PORTS.shell}/releases`) };
  // Playwright runs its specs through a loader, which is nothing for other programs.
  delete env['NODE_OPTIONS'];
  return execFileSync(command, args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}
const node = (cwd: string, ...args: string[]) => run(cwd, process.execPath, ...args);
const state = () => run(ROOT, 'git', 'status', '--porcelain');

/** Makes a module outside of the workspace, with packed packages and npm alone, and leaves its build there. */
async function madeElsewhere(folder: string): Promise<string> {
  const tarballs = path.join(folder, 'sdk');
  node(ROOT, 'tools/sdk/sdk.ts', tarballs);
  const [template = ''] = run(tarballs, 'ls')
    .split('\n')
    .filter((name) => name.startsWith('create-phr-module'));
  run(folder, 'tar', 'xzf', path.join(tarballs, template));
  node(folder, 'package/dist/main.js', 'goals', '--vi', TITLE.vi, '--en', TITLE.en, '--sdk', tarballs);
  const module = path.join(folder, 'goals');
  run(module, 'npm', 'install', '--no-audit', '--no-fund', '--prefer-offline');
  run(module, 'npm', 'run', 'check');
  return module;
}

async function onPartnersPage(page: Page, patient: string): Promise<Page> {
  const token = await tokenOf(page);
  const partner = await page.context().newPage();
  await partner.goto(PARTNER);
  await partner.evaluate(
    ({ id, given }) =>
      (window as unknown as { PhrEmbed: { mount(options: object): Promise<object> } }).PhrEmbed.mount({
        element: document.getElementById('record'),
        module: 'mfe-goals',
        view: 'list',
        patient: { id, name: 'LÝ THỊ THỬ' },
        getAccessToken: async () => given,
      }),
    { id: patient, given: token },
  );
  return partner;
}

test('a sixth module of another repository is everywhere in the product, which did not change', async ({ page }) => {
  test.skip(process.env['NIGHTLY'] === undefined, 'installs several hundred packages: at night');
  test.setTimeout(20 * MINUTE);
  const folder = await mkdtemp(path.join(tmpdir(), 'sixth-'));
  const before = state();
  try {
    const module = await madeElsewhere(folder);
    node(ROOT, 'tools/release.ts', 'publish', '--unit-tests', '4', '--from', module, '--percent', '100');
    expect(state()).toBe(before);

    const patient = await beNewPerson(page, newAccount());
    await page.goto('/dashboard');
    const menu = page.getByRole('navigation').getByRole('link', { name: TITLE.vi, exact: true });
    await expect(menu.first()).toBeVisible();
    await expect(menu.first().locator('svg path').first()).toHaveAttribute('d', /^M5 3v18/);
    const slot = page
      .getByRole('region', { name: TITLE.vi, exact: true })
      .or(page.getByRole('heading', { name: TITLE.vi }));
    // what stands further down comes when it is near, and makes the page longer
    await expect(async () => {
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
      await expect(slot.first()).toBeVisible({ timeout: 500 });
    }).toPass({ timeout: 10_000 });
    await menu.first().click();
    await onScreen(page, TITLE.vi);
    await expect(page.getByRole('main').getByText('Chưa có mục tiêu sức khỏe')).toBeVisible();

    await page.goto('/search?q=muc+tieu+suc+khoe');
    const found = page.getByRole('region', { name: 'Màn hình' }).getByRole('link', { name: TITLE.vi });
    await expect(found).toBeVisible();

    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/dashboard');
    await expect(page.getByRole('main').getByText('Chưa có mục tiêu sức khỏe').first()).toBeVisible();
    await page.getByRole('button', { name: 'Tùy chỉnh' }).click();
    await expect(page.getByRole('dialog').getByRole('checkbox', { name: TITLE.vi })).toBeVisible();

    const partner = await onPartnersPage(page, patient);
    await expect(partner.getByRole('heading', { name: TITLE.vi })).toBeVisible();
    await expect(partner.getByText('Chưa có mục tiêu sức khỏe')).toBeVisible();
  } finally {
    await rm(folder, { recursive: true, force: true });
    node(ROOT, 'tools/release.ts', 'kill', 'mfe-goals');
  }
});
