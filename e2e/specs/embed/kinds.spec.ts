import type { CDPSession, Page } from '@playwright/test';
import { inTurn, NIGHTLY } from '../../../tools/sample.ts';
import { IDENTITY, PARTNER, SHELL } from '../../support/addresses.ts';
import { expect, test } from '../../support/app.ts';
import { callerOf, type Caller } from '../../support/caller.ts';
import { type Kind, KINDS } from '../../support/partner-kinds.ts';

// Each kind of partner page shows a view, saves, and cleans up; or it receives an error code. CI visits a rotating
// third of the kinds, the nightly run all.

interface PartnerWindow {
  start(who: Caller, more: object): Promise<string[]>;
  readonly view?: { unmount(): Promise<void> };
  readonly codes: string[];
  readonly place: HTMLElement;
}
/** The module that the pages show. */
const MODULE = 'mfe-vitals';
const TURNS = Math.ceil(KINDS.length / 3);
const kinds = inTurn(KINDS, TURNS, []);

test.describe.configure({ mode: 'default' });

let who: Caller | undefined;
/** When that session was started: its token expires before the nightly matrix ends. */
let signedInAt = 0;
const TOKEN_MS = 120_000;
let plain: string | undefined;

const start = (partner: Page, caller: Caller, more?: object) =>
  partner.evaluate(([one, options]) => (window as unknown as PartnerWindow).start(one, options), [
    caller,
    { module: MODULE, ...more },
  ] as const);
const unmount = (partner: Page) =>
  partner.evaluate(async () => {
    const { view } = window as unknown as PartnerWindow;
    await Promise.all([view?.unmount(), view?.unmount()]);
    await view?.unmount();
  });

/** Computed styles of the view. Styles that the page passes on by inheritance must not change them. */
const looks = (partner: Page) =>
  partner.evaluate(() => {
    const { place } = window as unknown as PartnerWindow;
    const heading = (root: ParentNode): Element | undefined => {
      for (const element of root.querySelectorAll('*')) {
        const found =
          element.localName === 'h2' ? element : element.shadowRoot ? heading(element.shadowRoot) : undefined;
        if (found?.getRootNode() instanceof ShadowRoot) return found;
      }
      return undefined;
    };
    const root = place.shadowRoot ?? place;
    const shown = heading(root);
    const part = shown?.closest('[data-phr-part]');
    return JSON.stringify(
      [shown, part].map((element) => {
        if (!element) return 'nothing';
        const style = getComputedStyle(element);
        return [
          'color',
          'fontSize',
          'fontFamily',
          'fontStyle',
          'fontWeight',
          'lineHeight',
          'letterSpacing',
          'wordSpacing',
        ]
          .concat(['textTransform', 'textIndent', 'textAlign', 'direction', 'unicodeBidi', 'whiteSpace', 'visibility'])
          .concat(['cursor', 'userSelect', 'writingMode', 'display'])
          .map((name) => `${name} ${String(Reflect.get(style, name))}`);
      }),
    );
  });

async function countsOf(devtools: CDPSession) {
  await devtools.send('HeapProfiler.collectGarbage');
  const { metrics } = await devtools.send('Performance.getMetrics');
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
  return { nodes: of('Nodes'), listeners: of('JSEventListeners') };
}

/** Mounts the view and removes its element without unmounting, thirty times: nothing may leak. */
async function removals(partner: Page, caller: Caller): Promise<void> {
  const devtools = await partner.context().newCDPSession(partner);
  await devtools.send('Performance.enable');
  const round = async () => {
    await start(partner, caller);
    await expect(partner.getByRole('heading', { name: 'Huyết áp' }).first()).toBeVisible();
    await partner.evaluate(async () => {
      const page = window as unknown as { place: HTMLElement; view?: object };
      const next = page.place.cloneNode(false) as HTMLElement;
      page.place.replaceWith(next);
      page.place = next;
      delete page.view;
      await new Promise((resolve) => setTimeout(resolve, 50));
    });
  };
  const rounds: { nodes: number; listeners: number }[] = [];
  for (let warm = 0; warm < 10; warm += 1) await round();
  for (let time = 0; time < 30; time += 1) {
    await round();
    rounds.push(await countsOf(devtools));
  }
  const lowest = (part: typeof rounds, what: 'nodes' | 'listeners') => Math.min(...part.map((count) => count[what]));
  const [early, late] = [rounds.slice(0, 10), rounds.slice(-10)];
  expect(lowest(late, 'nodes')).toBeLessThanOrEqual(lowest(early, 'nodes') + 5);
  expect(lowest(late, 'listeners')).toBeLessThanOrEqual(lowest(early, 'listeners') + 5);
}

/** Enters a reading in the form of the full module. */
async function saves(partner: Page, caller: Caller): Promise<void> {
  await start(partner, caller, { view: 'app', path: '/blood-pressure-create' });
  await expect(partner.getByLabel(/^Số trên/).first()).toBeVisible();
  await partner
    .getByLabel(/^Số trên/)
    .first()
    .fill('121');
  await partner
    .getByLabel(/^Số dưới/)
    .first()
    .fill('79');
  const stored = partner.waitForResponse(
    (answer) =>
      answer.ok() && answer.request().method() === 'POST' && /\b121\b/.test(answer.request().postData() ?? ''),
    { timeout: 10_000 },
  );
  await partner.getByRole('button', { name: 'Lưu' }).click();
  await stored;
  await unmount(partner);
}

async function shows(partner: Page, caller: Caller, { name }: Kind): Promise<void> {
  const errors: string[] = [];
  partner.on('pageerror', (error) => errors.push(error.message));
  const own = () =>
    partner.evaluate(() => {
      const style = getComputedStyle(document.querySelector('#own') ?? document.body);
      return [style.color, style.fontFamily, style.fontSize, style.letterSpacing, style.margin, style.direction];
    });
  const before = await own();
  expect(await start(partner, caller)).toEqual([]);
  // locators do not reach into a closed shadow root
  if (name !== 'shadow-closed') {
    await expect(partner.getByRole('heading', { name: 'Huyết áp' }).first()).toBeVisible();
    await expect(partner.getByText(/\d{2,3}\/\d{2,3}/).first()).toBeVisible();
  }
  const seen = await looks(partner);
  expect(seen).not.toContain('nothing');
  if (name === 'plain') plain = seen;
  expect(seen).toBe(plain);
  expect(await own()).toEqual(before);
  await unmount(partner);
  await expect(partner.getByRole('heading', { name: 'Huyết áp' })).toHaveCount(0);
  if (NIGHTLY && name !== 'shadow-closed' && name !== 'list') await saves(partner, caller);
  expect(errors).toEqual([]);
}

async function visit(page: Page, kind: Kind): Promise<Page> {
  if (who === undefined || Date.now() - signedInAt > TOKEN_MS) {
    who = await callerOf(page);
    signedInAt = Date.now();
  }
  const partner = await page.context().newPage();
  await partner.goto(`${PARTNER}/kinds/${kind.name}`);
  return partner;
}

/** Styles of the view on a plain page, the reference for all other kinds. */
async function plainLook(page: Page): Promise<void> {
  if (plain !== undefined) return;
  const kind = KINDS[0];
  if (kind === undefined) return;
  const partner = await visit(page, kind);
  if (who) await shows(partner, who, kind);
  await partner.close();
}

for (const kind of kinds) {
  const outcome = kind.code === undefined ? 'shows the view' : 'is told its code';
  test(`[ARCH-05] a page of the kind ${kind.name} ${outcome}`, async ({ page }) => {
    await plainLook(page);
    const partner = await visit(page, kind);
    if (who === undefined) return;
    if (kind.code === undefined) await shows(partner, who, kind);
    else expect(await start(partner, who)).toEqual([kind.code]);
  });
}

test.describe('the person and the page', () => {
  const kind = KINDS[0];
  if (kind === undefined) return;
  const asked = (partner: Page) => {
    const tokens: string[] = [];
    partner.on('request', (request) => {
      if (!/\/(?:fhir|api)\//.test(request.url()) || request.method() === 'OPTIONS') return;
      tokens.push(request.headers()['authorization'] ?? '');
    });
    return tokens;
  };
  /**
   * Mounts with a token source that returns these answers in turn, then repeats the last: 'good' is the person's token,
   * 'undefined' is no token.
   */
  const startWith = (partner: Page, caller: Caller, answers: readonly string[]) =>
    partner.evaluate(
      async ([one, module, given]) => {
        let at = 0;
        const getAccessToken = async () => {
          const answer = given[Math.min(at, given.length - 1)];
          at += 1;
          return answer === 'undefined' ? undefined : answer === 'good' ? one.token : answer;
        };
        const { start: begin } = window as unknown as PartnerWindow;
        return begin(one, { module, getAccessToken });
      },
      [caller, MODULE, answers] as const,
    );
  const codes = (partner: Page) => partner.evaluate(() => (window as unknown as PartnerWindow).codes);

  test('a token that is none is told by its code, and no call is made', async ({ page }) => {
    const partner = await visit(page, kind);
    const tokens = asked(partner);
    if (who) await startWith(partner, who, ['undefined']);
    await expect.poll(() => codes(partner)).toEqual(['PHR-EMB-010']);
    expect(tokens).toEqual([]);
  });

  test('an ended token is asked for once more; a second one that is refused asks for the sign-in', async ({ page }) => {
    const partner = await visit(page, kind);
    if (who) await startWith(partner, who, ['eyJ.ended.token', 'good']);
    await expect(partner.getByText(/\d{2,3}\/\d{2,3}/).first()).toBeVisible();
    expect(await codes(partner)).toEqual([]);
    await partner.reload();
    if (who) await startWith(partner, who, ['eyJ.ended.token']);
    await expect.poll(() => codes(partner)).toContain('signin');
  });

  test('thirty views whose element the page took away leave nothing', async ({ page }) => {
    test.setTimeout(120_000);
    test.skip(!NIGHTLY, 'thirty rounds take half a minute: at night');
    const partner = await visit(page, kind);
    if (who) await removals(partner, who);
  });

  test('a view that is moved stays; one whose element goes away goes, too', async ({ page }) => {
    const partner = await visit(page, kind);
    if (who) await start(partner, who);
    const heading = partner.getByRole('heading', { name: 'Huyết áp' });
    await expect(heading.first()).toBeVisible();
    await partner.evaluate(async () => {
      const { place } = window as unknown as PartnerWindow;
      document.body.prepend(place);
      await new Promise((resolve) => setTimeout(resolve, 100));
    });
    await expect(heading.first()).toBeVisible();
    const left = await partner.evaluate(async () => {
      const { place } = window as unknown as PartnerWindow;
      place.remove();
      await new Promise((resolve) => setTimeout(resolve, 100));
      return [place.shadowRoot?.childNodes.length, place.shadowRoot?.adoptedStyleSheets.length];
    });
    expect(left).toEqual([0, 0]);
  });
});

test('[S-30] a frame of the record shows the view by a code in a message, to pages of the partner alone', async ({
  page,
}) => {
  const answer = await page.request.get(`${SHELL}/embed/frame/clinic`);
  expect(answer.headers()['content-security-policy']).toContain(`frame-ancestors ${PARTNER};`);
  expect((await page.request.get(`${SHELL}/embed/frame/nobody`)).status()).toBe(404);
  const trades: string[] = [];
  page.on('request', (request) => {
    if (request.url() === `${IDENTITY}/connect/token`) trades.push(request.postData() ?? '');
  });
  await page.goto(`${PARTNER}/handoff.html?frame`);
  await page.getByRole('link', { name: 'Liên kết sổ sức khỏe' }).click();
  await page.getByLabel('Số điện thoại').fill('0901234567');
  await page.getByLabel('Mật khẩu').fill('phr-demo-2026');
  await page.getByRole('button', { name: 'Đăng nhập' }).click();
  const agree = page.getByRole('button', { name: 'Đồng ý', exact: true });
  await expect(agree.or(page.getByRole('heading', { name: 'Trang của phòng khám' }))).toBeVisible();
  if (await agree.isVisible()) await agree.click();
  await expect(page.getByRole('heading', { name: 'Trang của phòng khám' })).toBeVisible();
  await page.goto(`${PARTNER}/handoff.html?frame`);
  const frame = page.frameLocator('iframe');
  await expect(frame.getByRole('heading', { name: 'Huyết áp' }).first()).toBeVisible();
  await expect(frame.getByText(/\d{2,3}\/\d{2,3}/).first()).toBeVisible();
  expect(trades.at(-1)).toContain(`parent=${encodeURIComponent(PARTNER)}`);
  await expect.poll(async () => (await page.locator('iframe').boundingBox())?.height ?? 0).toBeGreaterThan(200);
});
