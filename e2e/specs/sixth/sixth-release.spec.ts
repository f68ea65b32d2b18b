import { execFileSync } from 'node:child_process';
import { copyFile, cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { NIGHTLY } from '../../../tools/sample.ts';
import { githubJobs, gitlabJobs, type Job, type Occasion } from '../../../tools/sdk/ci-jobs.ts';
import { installOffline } from '../../../tools/sdk/elsewhere.ts';
import { PARTNER, PORTS } from '../../support/addresses.ts';
import { expect, onScreen, test } from '../../support/app.ts';
import { goals } from '../../fixtures/sixth/goals.ts';
import { tokenOf } from '../../support/ids.ts';
import { beNewPerson, newAccount } from '../../support/person.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
const TITLE = { vi: 'Mục tiêu sức khỏe', en: 'Health goals' };
const EMPTY = 'Chưa có mục tiêu sức khỏe';
const MODULE = 'mfe-goals';
const MINUTE = 60_000;

interface Ran {
  readonly code: number;
  readonly out: string;
}

function run(cwd: string, [command = '', ...args]: readonly string[], env: Readonly<Record<string, string>> = {}): Ran {
  const all: NodeJS.ProcessEnv = { ...process.env, DATA_DIR: path.join(ROOT, `.data/e2e-${PORTS.shell}`), ...env };
  // Playwright's loader is set there; other programs cannot use it.
  delete all['NODE_OPTIONS'];
  try {
    return {
      code: 0,
      out: execFileSync(command, args, { cwd, env: all, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }),
    };
  } catch (error) {
    const { status, stdout, stderr } = error as { status: number | null; stdout: string; stderr: string };
    return { code: status ?? -1, out: `${stdout}${stderr}` };
  }
}

/** Runs a program that must succeed, and returns its output. */
function ran(cwd: string, command: readonly string[], env?: Readonly<Record<string, string>>): string {
  const { code, out } = run(cwd, command, env);
  expect(code, out).toBe(0);
  return out;
}
const node = (...args: readonly string[]) => [process.execPath, ...args];
const own = (...args: readonly string[]) => ran(ROOT, node('tools/release.ts', ...args));
const changes = () => ran(ROOT, ['git', 'status', '--porcelain']);

/** Creates a module outside the workspace, from packed packages alone. */
async function madeElsewhere(folder: string): Promise<string> {
  const tarballs = ran(ROOT, node('tools/sdk/sdk.ts')).trim();
  const template = (await readdir(tarballs)).find((name) => name.startsWith('create-phr-module')) ?? '';
  ran(folder, ['tar', 'xzf', path.join(tarballs, template)]);
  ran(folder, node('package/dist/main.js', 'goals', '--vi', TITLE.vi, '--en', TITLE.en, '--sdk', tarballs));
  const module = path.join(folder, 'goals');
  if (NIGHTLY) ran(module, ['npm', 'install', '--no-audit', '--no-fund', '--prefer-offline']);
  else await installOffline(module, tarballs);
  await copyFile(path.join(ROOT, 'e2e/fixtures/sixth/goals.ts'), path.join(module, 'src/sources/goals.ts'));
  return module;
}

/** The environment of a team's CI: its key and the service's address. */
function keysOfTeam(): Readonly<Record<string, string>> {
  const said = own('keys', 'add', '--team', 'goals', '--module', MODULE);
  const of = (name: string) => new RegExp(`^${name}=(\\S+)$`, 'm').exec(said)?.[1] ?? '';
  return {
    RELEASES_URL: `http://localhost:${PORTS.releases}`,
    RELEASE_KEY: of('RELEASE_KEY'),
    RELEASE_SIGNING_ID: of('RELEASE_SIGNING_ID'),
    RELEASE_SIGNING_KEY: said.slice(said.indexOf('-----BEGIN')),
  };
}

/** Who changed the offers of each module. */
function whoChanged(): Readonly<Record<string, readonly string[]>> {
  const modules = Object.keys(JSON.parse(own('status')) as object);
  return Object.fromEntries(
    modules.map((module) => [
      module,
      (JSON.parse(own('history', module)) as { events: { actor: string }[] }).events.map(({ actor }) => actor),
    ]),
  );
}

/**
 * A team releases from its own folder with its own key: rejected until operators approve, then staging, then
 * production.
 */
function releasedByItsTeam(module: string, keys: Readonly<Record<string, string>>): void {
  const phr = (...args: readonly string[]) =>
    run(module, node('node_modules/@phr/cli/dist/main.js', 'release', ...args), keys);
  const refused = phr('publish', '--percent', '100');
  expect(refused.code, refused.out).toBe(1);
  expect(refused.out).toContain('"partner pages" is new and not approved');
  const wishes = [...refused.out.matchAll(/"([^"]+)" is new and not approved/g)].map(([, wish = '']) => wish);
  own('approve', MODULE, ...wishes.flatMap((wish) => ['--wish', wish]));
  const published = phr('recheck', '--percent', '100');
  expect(published.code, published.out).toBe(0);
  expect(JSON.parse(published.out.slice(published.out.indexOf('{')))).toMatchObject({ current: '1.0.0' });

  const inProduction = ['--environment', 'production', '--version', '1.0.0', '--percent', '5'];
  const early = phr('start', ...inProduction);
  expect(early.out).toContain('NOT_IN_STAGING');
  const started = phr('start', ...inProduction, '--urgent', '--reason', 'no half hour in a test');
  expect(JSON.parse(started.out)).toMatchObject({ rollouts: [{ version: '1.0.0', share: 500 }] });
  expect(JSON.parse(phr('promote', '--environment', 'production').out)).toMatchObject({ current: '1.0.0' });
  expect(phr('kill', '--environment', 'production').code).toBe(0);
}

const CI = [
  { file: '.github/workflows/module.yml', jobsOf: githubJobs },
  { file: '.gitlab-ci.yml', jobsOf: gitlabJobs },
] as const;

/** Runs a job on a copy that has committed files only, and returns its result. */
async function ranInCi(module: string, copy: string, { shells, env }: Job): Promise<Ran> {
  await cp(module, copy, { recursive: true, filter: (file) => !/\/(?:node_modules|dist|\.cache)$/.test(file) });
  let last: Ran = { code: 0, out: '' };
  for (const shell of shells) {
    last = run(copy, ['bash', '-e', '-c', shell], { npm_config_prefer_offline: 'true', ...env });
    if (last.code !== 0) return last;
  }
  return last;
}

/**
 * The template's CI files work unchanged: they check a proposal and release main and a tag to staging; production still
 * has to wait half an hour.
 */
async function worksInCi(module: string, keys: Readonly<Record<string, string>>): Promise<void> {
  for (const [at, { file, jobsOf }] of CI.entries()) {
    const text = await readFile(path.join(module, file), 'utf8');
    const occasions: readonly Occasion[] = [
      { kind: 'proposal', ref: 'more-goals', number: 10 + at },
      { kind: 'main', ref: 'main', number: 20 + at },
      { kind: 'tag', ref: `v1.${at + 1}.0`, number: 30 + at },
    ];
    for (const occasion of occasions)
      for (const job of jobsOf(text, occasion, keys))
        await test.step(`${file}: ${job.name} of ${occasion.ref}`, async () => {
          const { code, out } = await ranInCi(module, `${module}-${at}-${occasion.kind}-${job.name}`, job);
          if (job.name === 'production') expect(out).toContain('NOT_IN_STAGING');
          else expect(code, out).toBe(0);
        });
    const released = (JSON.parse(own('status')) as Readonly<Record<string, { current: string }>>)[MODULE];
    expect(released?.current).toBe(`1.${at + 1}.0`);
  }
}

async function onPartnersPage(page: Page, patient: string): Promise<Page> {
  const token = await tokenOf(page);
  const partner = await page.context().newPage();
  await partner.goto(PARTNER);
  await partner.evaluate(
    ({ id, given, module }) =>
      (window as unknown as { PhrEmbed: { mount(options: object): Promise<object> } }).PhrEmbed.mount({
        element: document.getElementById('record'),
        module,
        view: 'list',
        patient: { id, name: 'LÝ THỊ THỬ' },
        getAccessToken: async () => given,
      }),
    { id: patient, given: token, module: MODULE },
  );
  return partner;
}

/** The menu item with its icon, the slot, the screen with its title, and every kind of signal. */
async function isOnWidePage(page: Page): Promise<void> {
  await page.goto('/dashboard');
  const menu = page.getByRole('navigation').getByRole('link', { name: TITLE.vi, exact: true });
  await expect(menu.first()).toBeVisible();
  await expect(menu.first().locator('svg path').first()).toHaveAttribute('d', /^M5 3v18/);
  for (const { title } of goals({ patientId: 'anybody' }).tell(new Date()))
    await expect(page.locator('[data-block]').getByRole('link', { name: title })).toHaveAttribute('href', /^\/goals/);
  const slot = page.locator(`[data-module="${MODULE}"][data-part="newest"]`);
  // content further down is loaded when it gets near, which lengthens the page
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expect(slot.getByText(EMPTY)).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 10_000 });
  await menu.first().click();
  await onScreen(page, TITLE.vi);
  await expect(page.getByRole('main').getByText(EMPTY)).toBeVisible();
  await expect(page).toHaveTitle(new RegExp(TITLE.vi));
}

async function isFound(page: Page): Promise<void> {
  await page.goto('/search?q=muc+tieu+suc+khoe');
  await expect(
    page.getByRole('region', { name: 'Mục trong ứng dụng' }).getByRole('link', { name: TITLE.vi }),
  ).toBeVisible();
}

async function isATile(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Tùy chỉnh' }).click();
  await expect(page.getByRole('dialog').getByRole('checkbox', { name: TITLE.vi })).toBeVisible();
}

/** The error card names the module that failed to load. */
async function saysWhatFailed(page: Page): Promise<void> {
  await page.route(`**/m/${MODULE}/**`, (route) => route.abort());
  await page.goto('/goals');
  await expect(page.getByRole('alert').filter({ hasText: `${TITLE.vi}: không tải được phần này` })).toBeVisible();
  await page.unroute(`**/m/${MODULE}/**`);
}

async function isInEnglish(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1184, height: 800 });
  await page.evaluate(() => localStorage.setItem('phr.lang', 'en-US'));
  await page.goto('/goals');
  await onScreen(page, TITLE.en);
  await expect(page.getByRole('navigation').getByRole('link', { name: TITLE.en, exact: true }).first()).toBeVisible();
}

test('a sixth module of another repository is everywhere in the product, which did not change', async ({ page }) => {
  test.setTimeout(NIGHTLY ? 45 * MINUTE : 5 * MINUTE);
  const folder = await mkdtemp(path.join(tmpdir(), 'sixth-'));
  const before = changes();
  try {
    const keys = keysOfTeam();
    const module = await madeElsewhere(folder);
    releasedByItsTeam(module, keys);
    // installing for every job takes too long for CI
    if (NIGHTLY) await worksInCi(module, keys);
    const patient = await beNewPerson(page, newAccount());
    await isOnWidePage(page);
    await isFound(page);
    await isATile(page);
    const partner = await onPartnersPage(page, patient);
    await expect(partner.getByRole('heading', { name: TITLE.vi })).toBeVisible();
    await expect(partner.getByText(EMPTY)).toBeVisible();
    await saysWhatFailed(page);
    await isInEnglish(page);
    expect(changes()).toBe(before);
    const team = `key:${keys['RELEASE_KEY']?.split('_')[1]}`;
    const changed = Object.entries(whoChanged()).filter(([, actors]) => actors.includes(team));
    expect(changed.map(([module]) => module)).toEqual([MODULE]);
  } finally {
    await rm(folder, { recursive: true, force: true });
    // ignores the exit code, so that an earlier failure is reported instead
    run(ROOT, node('tools/release.ts', 'kill', MODULE));
  }
});
