import type { CDPSession, Page } from '@playwright/test';
import { startPushService } from '../../../backend/test/push-service.ts';
import { PORTS, SHELL } from '../../support/addresses.ts';
import { expect, test as base } from '../../support/app.ts';
import { tokenOf } from '../../support/ids.ts';
import { beNewPerson, newAccount } from '../../support/person.ts';

// No vendor's push service is involved. `PushManager.subscribe` is stubbed, the server sends to this spec's push
// service, which verifies and decrypts messages as the standards require, and DevTools delivers them to the real
// worker. Delivery from a vendor's service to a device is not covered.
const test = base.extend<{ readonly devtools: CDPSession }>({
  devtools: async ({ page }, use) => use(await page.context().newCDPSession(page)),
});
test.use({ serviceWorkers: 'allow' });

interface Told {
  readonly title: string;
  readonly data: unknown;
}

/** Subscribes the page's browser at this spec's push service. */
async function replacePushManager(
  page: Page,
  address: { readonly endpoint: string; readonly keys: object },
): Promise<void> {
  await page.addInitScript((subscription) => {
    const KEY = 'spec.push';
    const own = () => ({
      endpoint: subscription.endpoint,
      toJSON: () => subscription,
      unsubscribe: async () => {
        localStorage.removeItem(KEY);
        return true;
      },
    });
    Object.assign(PushManager.prototype, {
      subscribe: async () => {
        localStorage.setItem(KEY, '1');
        return own();
      },
      getSubscription: async () => (localStorage.getItem(KEY) === null ? null : own()),
    });
  }, address);
}

/** Registers the worker right away; the page itself does so some time after its first screen. */
const startWorker = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
    await navigator.serviceWorker.ready;
  });

/** Delivers a push message to the worker. */
async function deliver(devtools: CDPSession, data: string): Promise<void> {
  const found = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL, isDeleted }) => scopeURL === `${SHELL}/` && !isDeleted);
      if (own !== undefined) resolve(own.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  await devtools.send('ServiceWorker.deliverPushMessage', { origin: SHELL, registrationId: await found, data });
}

const shown = (page: Page): Promise<readonly Told[]> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ title, data }) => ({ title, data: data as unknown }));
  });

test('a request of a hospital is told on the device in neutral words, and a press leads to it', async ({
  page,
  context,
  devtools,
}) => {
  const account = newAccount();
  await context.grantPermissions(['notifications'], { origin: SHELL });
  await beNewPerson(page, account);
  const offer = (await (
    await page.request.get('/api/phr/push', { headers: { Authorization: `Bearer ${await tokenOf(page)}` } })
  ).json()) as { readonly data: { readonly publicKey: string } };
  const service = await startPushService(offer.data.publicKey, PORTS.push);
  const browser = service.subscribe();
  await replacePushManager(page, { endpoint: browser.endpoint, keys: browser.keys });

  await page.goto('/setting');
  await startWorker(page);
  const here = page.getByRole('checkbox', { name: /Nhận thông báo trên thiết bị này/ });
  await expect(here).not.toBeChecked();
  await here.click();
  await expect(here).toBeChecked();
  const quiet = page.getByRole('checkbox', { name: /Không báo trong giờ yên lặng/ });
  await quiet.click();
  await expect(quiet).not.toBeChecked();
  await page.reload();
  await expect(here).toBeChecked();

  const asked = await page.request.post('/api/services/demo-hospital/consent-requests', {
    data: { phone: account.user, provider: 'SAO-MAI' },
  });
  expect(asked.status()).toBe(201);
  const { text } = await service.next(browser.path);
  await deliver(devtools, text);
  await expect.poll(() => shown(page)).toHaveLength(1);
  const [told] = await shown(page);
  expect(told?.title).toBe('Sổ sức khỏe: bạn có việc cần xem');
  expect(text).not.toMatch(/Sao Mai|Consent/);

  // clicks are lost until the page has loaded its push code, so the click is repeated
  const [worker] = context.serviceWorkers();
  await expect(async () => {
    await worker?.evaluate(async () => {
      const { registration } = self as unknown as { registration: ServiceWorkerRegistration };
      const NotificationEvent_ = Reflect.get(self, 'NotificationEvent') as new (name: string, init: object) => Event;
      const [shownNow] = await registration.getNotifications();
      const notification = (Reflect.get(self, 'pressed') as Notification | undefined) ?? shownNow;
      Reflect.set(self, 'pressed', notification);
      self.dispatchEvent(new NotificationEvent_('notificationclick', { notification }));
    });
    await expect(page).toHaveURL(/patient-consent-details/, { timeout: 3_000 });
  }).toPass({ timeout: 30_000 });
  expect(service.faults).toEqual([]);

  // signing out ends the subscription in the browser and on the server
  const ended = page.waitForRequest((request) => request.url().endsWith('/api/phr/push/end'));
  await page.goto('/setting');
  await page.getByRole('main').getByRole('button', { name: 'Đăng xuất' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Đăng xuất' }).click();
  expect((await ended).postDataJSON()).toEqual({ endpoint: browser.endpoint });
  await service.stop();
});
