import { test as base, type Page } from '@playwright/test';
import { ACCOUNT, type Account, IDENTITY } from './addresses.ts';
import { expect, proves } from './proves.ts';
import { openSession } from './session.ts';

/** Signs in like a user: the button of the app, the page of the identity service, back to the app. */
export async function signIn(page: Page, path = '/', account: Account = ACCOUNT): Promise<void> {
  await page.goto(path);
  // Wide screens sign in by a popup, narrow ones by a redirect; both end on the requested screen.
  const button = page.getByRole('button', { name: /^(Đăng nhập|Log in|Sign in)$/ });
  const popupOpens = page.waitForEvent('popup');
  const leaves = page.waitForURL(`${IDENTITY}/**`).then(() => page);
  await button.click();
  const identityPage = await Promise.any([popupOpens, leaves]);
  await identityPage.waitForURL(`${IDENTITY}/**`);
  await identityPage.getByLabel(/Số điện thoại|Mobile phone/).fill(account.user);
  await identityPage.getByLabel(/Mật khẩu|Password/).fill(account.password);
  await identityPage.getByRole('button', { name: /^(Đăng nhập|Log in|Sign in)$/ }).click();
  await isIn(page);
}

/** Opens a screen as a signed-in user: for specs that are not about signing in. */
export async function openSignedIn(page: Page, path = '/dashboard', account: Account = ACCOUNT): Promise<void> {
  await openSession(page, account);
  await page.goto(path);
  await isIn(page);
}

const isIn = (page: Page) => expect(page.getByRole('navigation').first()).toBeVisible({ timeout: 20_000 });

/** Errors in the page while a spec ran: policy violations and uncaught errors. */
export interface Faults {
  readonly policy: string[];
  readonly errors: string[];
}

interface Fixtures {
  readonly faults: Faults;
  /** A page where the demo account is signed in, on the dashboard. */
  readonly app: Page;
  /** A page where the demo account is signed in and no screen is open yet. */
  readonly tab: Page;
}

export const test = base.extend<Fixtures>({
  faults: async ({ page }, use) => {
    const faults: Faults = { policy: [], errors: [] };
    await page.exposeFunction('reportPolicyBreach', (text: string) => {
      faults.policy.push(text);
    });
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        // The page's own function, added by the spec above.
        (window as unknown as { reportPolicyBreach(text: string): void }).reportPolicyBreach(
          `${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`,
        );
      });
    });
    page.on('pageerror', (error) => faults.errors.push(error.message));
    await use(faults);
  },
  app: async ({ tab }, use) => {
    await tab.goto('/dashboard');
    await isIn(tab);
    await use(tab);
  },
  tab: async ({ page, faults }, use) => {
    await openSession(page, ACCOUNT);
    await use(page);
    expect(faults.policy, 'breaches of the content security policy').toEqual([]);
  },
});

/** Waits until the screen with this heading is there. */
export async function onScreen(page: Page, heading: string | RegExp): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
}

/** Formatting mistakes that must never be visible. */
export const NONSENSE = /\bundefined\b|\bNaN\b|Invalid Date|\[object |\{\w+\}|\bnull\b/;

export { expect, proves };
