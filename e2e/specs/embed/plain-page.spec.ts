import type { Page } from '@playwright/test';
import { ACCOUNT, IDENTITY, PARTNER } from '../../support/addresses.ts';
import { expect, test } from '../../support/app.ts';
import { callerOf } from '../../support/caller.ts';

interface PartnerWindow {
  PhrEmbed: { mount(options: object): Promise<{ unmount(): Promise<void>; setLocale(locale: string): void }> };
  embedded?: { unmount(): Promise<void>; setLocale(locale: string): void };
}

const mountIn = (page: Page, who: { token: string; id: string }, parts: object = {}) =>
  page.evaluate(
    async ({ token, id, more }) => {
      const partner = window as unknown as PartnerWindow;
      const element = document.getElementById('record');
      partner.embedded = await partner.PhrEmbed.mount({
        element,
        module: 'mfe-vitals',
        view: 'blood-pressure',
        patient: { id, name: 'TRẦN MINH CHÂU' },
        getAccessToken: async () => token,
        ...more,
      });
    },
    { ...who, more: parts },
  );

test('[ARCH-05] a plain page of another origin shows the blood-pressure view and keeps its own styles', async ({
  page,
  context,
}) => {
  const who = await callerOf(page);
  const partner = await context.newPage();
  await partner.goto(PARTNER);
  const look = () =>
    partner.evaluate(() =>
      ['h1', '#own', '#mine'].map((selector) => {
        const style = getComputedStyle(document.querySelector(selector) ?? document.body);
        return [
          style.color,
          style.fontFamily,
          style.letterSpacing,
          style.backgroundColor,
          style.margin,
          style.fontSize,
        ].join('|');
      }),
    );
  const before = await look();
  await mountIn(partner, who);
  await expect(partner.getByRole('heading', { name: 'Huyết áp' }).first()).toBeVisible();
  await expect(partner.getByText(/\d{2,3}\/\d{2,3}/).first()).toBeVisible();
  expect(await look()).toEqual(before);
  expect(await partner.evaluate(() => 'React' in window)).toBe(false);

  await partner.evaluate(() => (window as unknown as PartnerWindow).embedded?.setLocale('en-US'));
  await expect(partner.getByRole('heading', { name: 'Blood pressure' }).first()).toBeVisible();
});

test('[ARCH-05] thirty mounts leave nodes and listeners as they were', async ({ page, context }) => {
  test.setTimeout(120_000);
  const who = await callerOf(page);
  const partner = await context.newPage();
  await partner.goto(PARTNER);
  const devtools = await context.newCDPSession(partner);
  await devtools.send('Performance.enable');
  const round = async () => {
    await mountIn(partner, who);
    await expect(partner.getByRole('heading', { name: 'Huyết áp' }).first()).toBeVisible();
    await partner.evaluate(async () => {
      const page = window as unknown as PartnerWindow;
      await page.embedded?.unmount();
      // The page's own reference would keep the last mount alive.
      delete page.embedded;
    });
    await expect(partner.getByRole('heading', { name: 'Huyết áp' })).toHaveCount(0);
  };
  const counts = async () => {
    await devtools.send('HeapProfiler.collectGarbage');
    const { metrics } = await devtools.send('Performance.getMetrics');
    const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
    return { nodes: of('Nodes'), listeners: of('JSEventListeners') };
  };
  // Garbage collection is late and irregular, so the minima of the rounds are compared: only leaks raise them.
  const rounds: Awaited<ReturnType<typeof counts>>[] = [];
  for (let warm = 0; warm < 12; warm += 1) await round();
  for (let time = 0; time < 30; time += 1) {
    await round();
    rounds.push(await counts());
  }
  const lowest = (part: typeof rounds, what: 'nodes' | 'listeners') => Math.min(...part.map((count) => count[what]));
  const [early, late] = [rounds.slice(0, 10), rounds.slice(-10)];
  expect(lowest(late, 'nodes')).toBeLessThanOrEqual(lowest(early, 'nodes') + 5);
  expect(lowest(late, 'listeners')).toBeLessThanOrEqual(lowest(early, 'listeners') + 5);
});

test('[ARCH-05] every module runs alone and beside the others, in its own language and width', async ({
  page,
  context,
}) => {
  const who = await callerOf(page);
  const partner = await context.newPage();
  const errors: string[] = [];
  partner.on('pageerror', (error) => errors.push(error.message));
  await partner.goto(PARTNER);
  await partner.evaluate(async ({ token, id }) => {
    const window_ = window as unknown as PartnerWindow & {
      embeds: { unmount(): Promise<void>; setLocale(locale: string): void }[];
      wishes: unknown[];
    };
    window_.wishes = [];
    const views = [
      ['mfe-records', 'recent-encounters'],
      ['mfe-vitals', 'latest-vitals'],
      ['mfe-booking', 'app'],
      ['mfe-devices', 'app'],
      ['mfe-imaging', 'app'],
    ] as const;
    window_.embeds = await Promise.all(
      views.map(([module, view], at) => {
        const element = document.body.appendChild(document.createElement('div'));
        element.id = module;
        element.style.width = `${320 + at * 100}px`;
        return window_.PhrEmbed.mount({
          element,
          module,
          view,
          patient: { id, name: 'TRẦN MINH CHÂU' },
          getAccessToken: async () => token,
          onNavigate: (...wish: unknown[]) => {
            window_.wishes.push(wish);
          },
        });
      }),
    );
  }, who);
  const part = (module: string) => partner.locator(`#${module}`);
  await expect(part('mfe-records').getByRole('link').first()).toBeVisible();
  await expect(part('mfe-vitals').getByRole('heading', { name: 'Chỉ số mới nhất' })).toBeVisible();
  await expect(part('mfe-booking').getByRole('heading', { name: 'Lịch hẹn', exact: true })).toBeVisible();
  await expect(part('mfe-devices').getByRole('heading', { name: 'Thiết bị y tế' })).toBeVisible();
  await expect(part('mfe-imaging').getByRole('alert')).toContainText('Không tìm thấy tệp');
  for (const module of ['mfe-records', 'mfe-vitals', 'mfe-booking', 'mfe-devices', 'mfe-imaging']) {
    expect([module, await part(module).evaluate((element) => element.scrollWidth - element.clientWidth)]).toEqual([
      module,
      0,
    ]);
  }

  // Switching one view to English must not change the others.
  await partner.evaluate(() =>
    (window as unknown as { embeds: { setLocale(locale: string): void }[] }).embeds[2]?.setLocale('en-US'),
  );
  await expect(part('mfe-booking').getByRole('heading', { name: 'Appointments', exact: true })).toBeVisible();
  await expect(part('mfe-devices').getByRole('heading', { name: 'Thiết bị y tế' })).toBeVisible();

  // Links within a module navigate inside the view; links to other modules are left to the page. The page's URL never
  // changes.
  await part('mfe-devices').locator('a[href*="/device-details/"]').first().click();
  await expect(part('mfe-devices').getByRole('heading', { name: 'Thiết bị y tế' })).toHaveCount(0);
  await part('mfe-records').getByRole('link').first().click();
  await expect
    .poll(() => partner.evaluate(() => (window as unknown as { wishes: [string][] }).wishes.map(([screen]) => screen)))
    .toEqual([expect.stringMatching(/^encounter/)]);
  expect(partner.url()).toBe(`${PARTNER}/`);

  await partner.evaluate(async () => {
    // a page may run its cleanup twice
    for (const embed of (window as unknown as { embeds: { unmount(): Promise<void> }[] }).embeds)
      await Promise.all([embed.unmount(), embed.unmount()]).then(() => embed.unmount());
  });
  expect(
    await partner.evaluate(() =>
      [...document.querySelectorAll('[id^="mfe-"]')].map(({ shadowRoot }) => [
        shadowRoot?.childNodes.length,
        shadowRoot?.adoptedStyleSheets.length,
      ]),
    ),
  ).toEqual(Array(5).fill([0, 0]));
  expect(errors).toEqual([]);
});

test('a token that ends while the view works is told in words, and a new one mends it', async ({ page, context }) => {
  const who = await callerOf(page);
  const partner = await context.newPage();
  await partner.goto(PARTNER);
  await partner.evaluate(async (id) => {
    const window_ = window as unknown as PartnerWindow & { token: string };
    window_.token = 'eyJ.ended.token';
    window_.embedded = await window_.PhrEmbed.mount({
      element: document.getElementById('record'),
      module: 'mfe-booking',
      view: 'app',
      patient: { id, name: 'TRẦN MINH CHÂU' },
      getAccessToken: async () => window_.token,
    });
  }, who.id);
  await expect(partner.getByText('Không tải được lịch hẹn')).toBeVisible();
  await partner.evaluate((token) => {
    (window as unknown as { token: string }).token = token;
  }, who.token);
  await partner.getByRole('button', { name: 'Thử lại' }).click();
  await expect(partner.getByText('Không tải được lịch hẹn')).toHaveCount(0);
  await expect(partner.locator('a[href*="/appointment-details/"]').first()).toBeVisible();
});

test('[ARCH-05] a view that is taken away on its way never stands in the page, however often that is said', async ({
  page,
  context,
}) => {
  const who = await callerOf(page);
  const partner = await context.newPage();
  await partner.goto(PARTNER);
  const left = await partner.evaluate(async ({ id, token }) => {
    type View = { unmount(): Promise<void> };
    const { PhrEmbed } = window as unknown as { PhrEmbed: { mount(options: object): Promise<View> & View } };
    const element = document.body.appendChild(document.createElement('div'));
    const mounting = PhrEmbed.mount({
      element,
      module: 'mfe-vitals',
      view: 'blood-pressure',
      patient: { id, name: 'TRẦN MINH CHÂU' },
      getAccessToken: async () => token,
    });
    await Promise.all([mounting.unmount(), mounting.unmount()]);
    const view = await mounting;
    await Promise.all([view.unmount(), mounting.unmount()]);
    return element.shadowRoot?.childElementCount ?? 0;
  }, who);
  expect(left).toBe(0);
});

test('wrong options are refused with the name of the option', async ({ page }) => {
  await page.goto(PARTNER);
  const message = await page.evaluate(() =>
    (window as unknown as PartnerWindow).PhrEmbed.mount({ element: document.body, module: '', view: 'x' }).catch(
      (error: Error) => error.message,
    ),
  );
  expect(message).toContain('"module"');
});

test('a token that may not see the person shows that access is restricted, and no value', async ({ page, context }) => {
  const who = await callerOf(page);
  const partner = await context.newPage();
  await partner.goto(PARTNER);
  await mountIn(partner, { ...who, id: '00000000-0000-4000-8000-00000000dead' });
  await expect(partner.getByText('Bạn không có quyền truy cập').first()).toBeVisible();
  await expect(partner.getByText(/Không tải được|[Tt]hử lại/)).toHaveCount(0);
  await expect(partner.getByText(/mmHg/)).toHaveCount(0);
});

test('a partner with its own accounts: the person agrees once, and no token reaches an address or the page', async ({
  page,
}) => {
  const addresses: string[] = [];
  const trades: string[] = [];
  page.on('request', (request) => {
    addresses.push(request.url());
    if (request.url() === `${IDENTITY}/connect/token`) trades.push(request.postData() ?? '');
  });

  await page.goto(`${PARTNER}/handoff.html`);
  await page.getByRole('link', { name: 'Liên kết sổ sức khỏe' }).click();
  await page.getByLabel('Số điện thoại').fill(ACCOUNT.user);
  await page.getByLabel('Mật khẩu').fill(ACCOUNT.password);
  await page.getByRole('button', { name: 'Đăng nhập' }).click();
  // consent from an earlier run skips this page
  const agree = page.getByRole('button', { name: 'Đồng ý', exact: true });
  await expect(agree.or(page.getByRole('heading', { name: 'Trang của phòng khám' }))).toBeVisible();
  if (await agree.isVisible()) {
    await expect(page.getByRole('heading', { name: 'Cho phép Phòng khám Hoa Sữa?' })).toBeVisible();
    await agree.click();
  }
  await expect(page.getByRole('heading', { name: 'Huyết áp' }).first()).toBeVisible();
  await expect(page.getByText(/\d{2,3}\/\d{2,3}/).first()).toBeVisible();

  expect(trades).toHaveLength(1);
  const code = new URLSearchParams(trades[0]).get('code') ?? '';
  expect(code).not.toBe('');
  for (const address of addresses) {
    expect(address).not.toMatch(/eyJ[\w-]+\./);
    expect(address).not.toContain(code);
  }
  // the code works only once, and the page stores nothing of it
  const again = await page.evaluate(
    async ([endpoint, body]) =>
      (await fetch(endpoint ?? '', { method: 'POST', body: new URLSearchParams(body) })).status,
    [`${IDENTITY}/connect/token`, trades[0] ?? ''],
  );
  expect(again).toBe(400);
  expect(await page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie])).toEqual([0, 0, '']);
});
