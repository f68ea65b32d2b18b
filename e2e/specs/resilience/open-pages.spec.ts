import type { Page } from '@playwright/test';
import { expect, onScreen, test } from '../../support/app.ts';
import { tamperRegistry } from '../../support/registry-tamper.ts';

const CARD = 'Không tải được phần này';

/** Focuses the page, which makes it fetch the registry. */
const lookAgain = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')));

test('[ARCH-06] a module that is turned off leaves an open page: its screen, its slots, and comes back', async ({
  app,
}) => {
  let enabled = true;
  await tamperRegistry(app, 'mfe-vitals', (offer) => ({
    ...offer,
    killed: enabled ? null : { grace: 30 },
  }));
  const slot = app.locator('[data-module="mfe-vitals"]');
  await expect(slot.getByText('Huyết áp').first()).toBeVisible();
  enabled = false;
  await lookAgain(app);
  await expect(app.getByText(CARD).first()).toBeVisible();
  await expect(slot.getByText('Huyết áp')).toHaveCount(0);
  enabled = true;
  await lookAgain(app);
  await expect(slot.getByText('Huyết áp').first()).toBeVisible();
  await app.goto('/health-indexes');
  await onScreen(app, 'Chỉ số');
  enabled = false;
  await lookAgain(app);
  await expect(app.getByRole('heading', { name: CARD })).toBeVisible();
  await onScreen(app, 'Chỉ số');
});

test('[ARCH-06] typed text holds a module that is turned off for its grace, and is offered when it is back', async ({
  app,
}) => {
  let enabled = true;
  await tamperRegistry(app, 'mfe-vitals', (offer) => ({
    ...offer,
    killed: enabled ? null : { grace: 120 },
  }));
  await app.goto('/blood-pressure-create');
  const field = app.getByLabel(/tâm thu/i);
  await field.pressSequentially('137');
  enabled = false;
  await lookAgain(app);
  await expect(app.getByText('Phần này đang tạm dừng.')).toBeVisible();
  await expect(field).toHaveValue('137');
  await app.getByRole('button', { name: 'Đóng ngay' }).click();
  await expect(app.getByRole('heading', { name: CARD })).toBeVisible();
  enabled = true;
  await lookAgain(app);
  await expect(app.getByText(/Tiếp tục bản nháp lúc/)).toBeVisible();
});

test('[ARCH-08] a file with wrong bytes is asked for again past the caches, and the screen is whole', async ({
  tab,
}) => {
  const asked: string[] = [];
  await tab.route(/\/m\/mfe-vitals\/[^?]*\/(?!remoteEntry)[^/]+\.js/, async (route) => {
    const url = new URL(route.request().url());
    asked.push(url.search);
    if (url.search === '') await route.fulfill({ contentType: 'text/javascript', body: '"other bytes";' });
    else await route.fallback();
  });
  await tab.goto('/health-indexes');
  await onScreen(tab, 'Chỉ số');
  await expect(tab.getByText(CARD)).toHaveCount(0);
  expect(asked.some((search) => search.startsWith('?r='))).toBe(true);
});
