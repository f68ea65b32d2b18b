import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, test as base, type BrowserContext, type Page } from '@playwright/test';
import { ACCOUNT, IDENTITY, SHELL } from '../../support/addresses.ts';
import { expect, onScreen } from '../../support/app.ts';

// On a shared device, with a persistent profile of a real browser, nothing may reveal the previous person to the next
// one.

interface Device {
  /**
   * Opens the browser with this device's profile. `restores` is the browser's "continue where you left off", which
   * brings back tabs and session cookies.
   */
  open(restores?: boolean): Promise<BrowserContext>;
}

const test = base.extend<{ readonly device: Device }>({
  device: async ({ launchOptions, baseURL, locale, timezoneId }, use) => {
    const profile = await mkdtemp(path.join(tmpdir(), 'phr-shared-'));
    const opened: BrowserContext[] = [];
    await use({
      async open(restores = false) {
        const context = await chromium.launchPersistentContext(profile, {
          ...launchOptions,
          viewport: { width: 390, height: 800 },
          serviceWorkers: 'allow',
          ...(baseURL && { baseURL }),
          ...(locale && { locale }),
          ...(timezoneId && { timezoneId }),
          // the back-forward cache is part of the attack
          ignoreDefaultArgs: ['--disable-back-forward-cache'],
          args: [...(launchOptions.args ?? []), ...(restores ? ['--restore-last-session'] : [])],
        });
        opened.push(context);
        return context;
      },
    });
    for (const context of opened) await context.close().catch(() => undefined);
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  },
});

const NAME = /TRẦN MINH CHÂU/;
const mark = (page: Page) => page.getByRole('checkbox', { name: /Đây là thiết bị dùng chung/ });

/** Marks the device as shared, then signs in on the way to a screen. */
async function signInAt(page: Page, path: string, heading: string): Promise<void> {
  await page.goto(path);
  await mark(page).check();
  await page.getByRole('button', { name: 'Đăng nhập', exact: true }).click();
  await page.waitForURL(`${IDENTITY}/**`);
  await expect(page.getByText('Đây là thiết bị dùng chung')).toBeVisible();
  await page.getByLabel('Số điện thoại').fill(ACCOUNT.user);
  await page.getByLabel('Mật khẩu').fill(ACCOUNT.password);
  await page.getByRole('button', { name: 'Đăng nhập', exact: true }).click();
  await onScreen(page, heading);
}

/** Opens the mother's record and leaves without signing out. */
async function useDevice(context: BrowserContext): Promise<Page> {
  const page = context.pages()[0] ?? (await context.newPage());
  await signInAt(page, '/family', 'Gia đình');
  await page.getByRole('button', { name: /Xem hồ sơ: NGUYỄN THỊ ÁNH/ }).click();
  await expect(page.getByText(/Đang xem hồ sơ của NGUYỄN THỊ ÁNH/)).toBeVisible();
  return page;
}

/** What the device still stores: storage keys of the app, and persistent cookies of the identity service. */
async function keptOn(page: Page) {
  await page.goto('/config.json');
  const stored = await page.evaluate(async () => ({
    local: Object.keys(localStorage).toSorted(),
    session: Object.keys(sessionStorage).toSorted(),
    databases: (await indexedDB.databases()).map(({ name }) => name ?? ''),
    cached: (
      await Promise.all(
        (
          await caches.keys()
        ).map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)),
      )
    ).flat(),
    texts: JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
  }));
  const cookies = (await page.context().cookies(IDENTITY))
    .filter(({ expires }) => expires !== -1)
    .map(({ name }) => name);
  return { ...stored, cookies };
}

/** What a device may keep: language and display settings, its id, the shared flag, the registry. */
const OF_THE_DEVICE = /^phr\.(lang|colorMode|textSize|glucoseUnit|deviceId|shared|registry)$/;

async function expectNothingLeft(page: Page): Promise<void> {
  const { local, session, databases, cached, texts, cookies } = await keptOn(page);
  expect(local.filter((key) => !OF_THE_DEVICE.test(key))).toEqual([]);
  expect({ session, databases, cookies: cookies.filter((name) => /session|device/.test(name)) }).toEqual({
    session: [],
    databases: [],
    cookies: [],
  });
  expect(cached.filter((url) => /\/(fhir|api|patient-app)\//.test(url))).toEqual([]);
  expect(texts).not.toMatch(/eyJ|090\d{7}|CHÂU|ÁNH/);
}

/** The next person clears the shared flag, presses sign-in, and opens the account's pages. */
async function expectLockedOut(page: Page): Promise<void> {
  await page.goto('/signin');
  // After a crash the flag may be missing; it is only a reminder.
  await mark(page).uncheck();
  await page.getByRole('button', { name: 'Đăng nhập', exact: true }).click();
  await page.waitForURL(`${IDENTITY}/**`);
  await expect(page.getByLabel('Mật khẩu')).toBeVisible();
  for (const address of ['sessions', 'partners', 'change-password']) {
    await page.goto(`${IDENTITY}/account/${address}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText(/Đăng nhập lúc/)).toHaveCount(0);
  }
}

test('[UX-27] after the window is closed the next person finds nothing and is asked for the password', async ({
  device,
}) => {
  await (await useDevice(await device.open())).context().close();
  const next = await (await device.open()).newPage();
  await expectNothingLeft(next);
  await next.goto('/signin');
  await expect(mark(next)).toBeChecked();
  await expectLockedOut(next);
});

test('[UX-27] a browser that restores its tab and session cookie leaves nobody signed in', async ({ device }) => {
  await (await useDevice(await device.open(true))).context().close();
  const again = await device.open(true);
  expect((await again.cookies(IDENTITY)).map(({ name }) => name)).toContain('phr-session');
  const [restored, ...others] = again.pages().filter((page) => page.url().startsWith(SHELL));
  expect(others).toEqual([]);
  await expect(restored ?? (await again.newPage())).toHaveURL(/\/signin/);
  for (const tab of again.pages()) await expect(tab.getByText(NAME)).toHaveCount(0);
  await expectLockedOut(await again.newPage());
});

test('[UX-27] after a crash nobody is in', async ({ device }) => {
  const page = await useDevice(await device.open(true));
  const context = page.context();
  const gone = new Promise((resolve) => {
    context.once('close', resolve);
  });
  await (await context.newCDPSession(page)).send('Browser.crash').catch(() => undefined);
  await gone;
  const again = await device.open(true);
  for (const tab of again.pages()) await expect(tab.getByText(NAME)).toHaveCount(0);
  const next = again.pages()[0] ?? (await again.newPage());
  await next.goto('/dashboard');
  await expect(next).toHaveURL(/\/signin/);
  await expectLockedOut(next);
});

test('[UX-27] after sign-out, or ten idle minutes, Back shows nothing', async ({ device }) => {
  const context = await device.open();
  const page = context.pages()[0] ?? (await context.newPage());
  await page.clock.install();
  await signInAt(page, '/blood-pressure-create', 'Thêm huyết áp');
  await page.getByLabel(/tâm thu/).fill('137');
  await page.clock.runFor(10 * 60_000);
  await page.clock.resume();
  await expect(
    page.getByText('Đây là thiết bị dùng chung nên nội dung đang nhập không được giữ lại.', { exact: false }),
  ).toBeVisible({ timeout: 20_000 });
  for (let steps = 0; steps < 6; steps += 1) {
    await page.goBack({ waitUntil: 'load' }).catch(() => undefined);
    await expect(page.getByText(NAME)).toHaveCount(0);
    await expect(page.getByText('137')).toHaveCount(0);
  }
  const next = await context.newPage();
  await expectNothingLeft(next);
  await expectLockedOut(next);
});
