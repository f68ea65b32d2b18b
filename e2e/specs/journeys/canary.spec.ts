import type { BrowserContext, Page } from '@playwright/test';
import { IDENTITY } from '../../support/addresses.ts';
import { expect, onScreen, signIn, test } from '../../support/app.ts';
import { callAs } from '../../support/ids.ts';
import { codesOf, fillProfile, newAccount, register, signInNarrow } from '../../support/person.ts';
import { listenToServers } from '../../support/server-log.ts';

test.use({ viewport: { width: 390, height: 844 }, serviceWorkers: 'allow' });

const letters = (count: number): string =>
  [...crypto.getRandomValues(new Uint8Array(count))].map((byte) => String.fromCharCode(97 + (byte % 26))).join('');
const digits = (count: number): string =>
  [...crypto.getRandomValues(new Uint8Array(count))].map((byte) => byte % 10).join('');

/** Everything the app has stored in this browser, as text by storage. */
async function kept(page: Page): Promise<Readonly<Record<string, string>>> {
  const inPage = await page.evaluate(async () => {
    const done = <T>(asked: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        asked.onsuccess = () => resolve(asked.result);
        asked.onerror = () => reject(asked.error ?? new Error(''));
      });
    const bytes = (value: unknown): string =>
      value instanceof ArrayBuffer || ArrayBuffer.isView(value)
        ? new TextDecoder().decode(value)
        : typeof value === 'object' && value !== null && !(value instanceof CryptoKey)
          ? Object.entries(value)
              .map(([name, part]) => `${name} ${bytes(part)}`)
              .join(' ')
          : String(value);
    const rooms: string[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name));
      for (const room of database.objectStoreNames) {
        const store = database.transaction(room).objectStore(room);
        rooms.push(
          name,
          room,
          bytes(await done(store.getAllKeys())),
          ...(await done<unknown[]>(store.getAll())).map(bytes),
        );
      }
      database.close();
    }
    const cached: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      // The build's own files are the same for everybody; other bodies may contain personal data.
      for (const request of await cache.keys()) {
        const answer = await cache.match(request);
        cached.push(
          request.url,
          /script|css|font|image/.test(answer?.headers.get('content-type') ?? '') ? '' : ((await answer?.text()) ?? ''),
        );
      }
    }
    return {
      localStorage: JSON.stringify({ ...localStorage }),
      sessionStorage: JSON.stringify({ ...sessionStorage }),
      indexedDB: rooms.join('\n'),
      cacheStorage: cached.join('\n'),
    };
  });
  return { ...inPage, cookies: JSON.stringify(await page.context().cookies()) };
}

/** Tokens contain account data, and the tab has to store them (D-15) until it is closed or signed out. */
const withoutTokens = (text: string): string => text.replace(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, '');

/** Records everything that leaves the page or stays visible after it: URLs, referrers, titles, console output. */
function watch(context: BrowserContext): string[] {
  const seen: string[] = [];
  context.on('request', (request) => {
    seen.push(`request ${decodeURIComponent(request.url())} referer ${request.headers()['referer'] ?? ''}`);
  });
  context.on('console', (message) => {
    seen.push(`console ${message.text()}`);
  });
  context.on('weberror', (error) => {
    seen.push(`error ${error.error().message}`);
  });
  for (const page of context.pages())
    page.on('framenavigated', (frame) => {
      seen.push(`address ${decodeURIComponent(frame.url())}`);
    });
  return seen;
}

test("[SEC-05, UX-01, UX-03] a person's data reach no address, title, log or storage, nor the next person", async ({
  context,
  page,
  faults,
}) => {
  test.setTimeout(180_000);
  const account = newAccount();
  const canary = {
    family: `q${letters(7)}`,
    member: `z${letters(7)}`,
    phone: account.user.slice(1),
    id: `0${digits(11)}`,
  };
  // No generated demo patient has such a wide pulse pressure.
  const [systolic, diastolic] = [`17${digits(1)}`, `6${digits(1)}`];
  const reading = `${systolic}/${diastolic}`;
  const words = [canary.family, canary.member, canary.phone, canary.id, reading];
  /** The first canary in a text with its context, if any. */
  const canaryIn = (text: string): string | undefined => {
    const plain = text.toLowerCase();
    const word = words.find((one) => plain.includes(one));
    return word === undefined
      ? undefined
      : plain.slice(Math.max(0, plain.indexOf(word) - 120), plain.indexOf(word) + 60);
  };
  const serversSaid = await listenToServers();
  const seen = watch(context);
  const stays = async (where: string, allowed: Readonly<Record<string, RegExp>> = {}) => {
    seen.push(`title ${await page.title()}`);
    for (const [place, text] of Object.entries(await kept(page)))
      expect
        .soft(canaryIn(withoutTokens(text).replace(allowed[place] ?? /$^/, '')), `${place}, ${where}`)
        .toBeUndefined();
  };
  const look = async (path: string, heading: string | RegExp) => {
    await page.goto(path);
    await onScreen(page, heading);
    await stays(path);
  };

  // Between sign-up and confirmation the phone number itself is stored, so that the person can leave the page
  // (SIGN-14).
  await page.goto('/signup');
  await register(page, account, `Canh ${canary.family}`);
  await expect(page).toHaveURL(/\/phone-verify$/);
  await stays('after sign-up', { localStorage: /"phr\.verifying\.[^}]*\}"/g });
  const [code = ''] = await codesOf(account);
  await page.getByLabel('Nhập mã xác thực gồm 6 chữ số').fill(code);
  await page.getByRole('button', { name: 'Xác thực' }).click();
  await expect(page).toHaveURL(/\/signin$/);
  await stays('after the number was confirmed');

  await signInNarrow(page, account);
  await onScreen(page, 'Bạn chưa có hồ sơ');
  await page.getByRole('link', { name: 'Tạo hồ sơ' }).click();
  await fillProfile(page, { name: `Canh ${canary.family}`, birthDate: '14031985', gender: 'Nữ' });
  await page.getByLabel(/căn cước/i).fill(canary.id);
  await stays('with a half-filled profile');
  await page.getByRole('button', { name: 'Tạo hồ sơ' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  const member = await callAs(page, '/patient-app/related-person/create-family-member', {
    patient: {
      resourceType: 'Patient',
      name: [{ text: `AN ${canary.member.toUpperCase()}` }],
      birthDate: '2018-09-21',
      gender: 'male',
    },
    relationship: 'SON',
  });
  expect(member.status).toBe(200);

  await look('/profile', 'Hồ sơ cá nhân');
  await expect(page.getByText(canary.id)).toBeVisible();
  await page.goto('/blood-pressure-create');
  await page.getByLabel(/tâm thu/).fill(systolic);
  await page.getByLabel(/tâm trương/).fill(diastolic);
  await stays('with a half-filled reading');
  await page.getByRole('button', { name: 'Lưu' }).click();
  const unusual = page.getByRole('button', { name: 'Đúng, tiếp tục' });
  const saved = page.getByRole('status').filter({ hasText: 'Đã lưu chỉ số sức khỏe' });
  await expect(unusual.or(saved).first()).toBeVisible();
  if (await unusual.isVisible()) await unusual.click();
  await expect(saved.first()).toBeVisible();
  await look('/health-details/bloodPressures', 'Huyết áp');
  await expect(page.getByText(reading).first()).toBeVisible();
  await page.goto('/search');
  await page.getByRole('searchbox').fill(`an ${canary.member}`);
  await expect(page.getByRole('main').getByRole('link', { name: new RegExp(canary.member, 'i') })).toBeVisible();
  await stays('with a name in the search field');
  await look('/patient-qrs', 'Mã QR cá nhân');
  await look('/notifications', 'Thông báo');
  await look('/family', 'Gia đình');
  await page
    .getByRole('button', { name: new RegExp(canary.member, 'i') })
    .first()
    .click();
  await expect(page.getByText(/Đang xem hồ sơ của/)).toBeVisible();
  await stays('with another person on screen');
  await page.goto(`/no-such-screen`);
  await look('/setting', 'Cài đặt');
  await page.locator('main').getByRole('button', { name: 'Đăng xuất' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Đăng xuất' }).click();
  await expect(page.getByRole('button', { name: 'Đăng nhập' })).toBeVisible();
  const after = await kept(page);
  for (const [place, text] of Object.entries(after))
    expect.soft(canaryIn(text), `${place}, after sign-out`).toBeUndefined();
  expect(after['sessionStorage']).not.toMatch(/eyJ/);

  // Another person signs in in the same tab.
  await signIn(page, '/signin', { user: '0907654321', password: 'phr-demo-2026' });
  for (const path of [
    '/dashboard',
    '/family',
    '/profile',
    '/notifications',
    '/search',
    '/health-details/bloodPressures',
    '/setting',
  ]) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.waitForLoadState('networkidle');
    expect.soft(canaryIn(await page.locator('body').innerText()), `the next person's ${path}`).toBeUndefined();
    await stays(`the next person's ${path}`);
  }

  // Sign-in requests identify the account by design of the protocol, but only in POST bodies, never in URLs.
  for (const line of seen) expect.soft(canaryIn(line), 'addresses, titles, console').toBeUndefined();
  expect(seen.some((line) => line.startsWith(`request ${IDENTITY}/connect/authorize`))).toBe(true);
  const said = await serversSaid();
  expect(said.length).toBeGreaterThan(1_000);
  expect.soft(canaryIn(said), 'logs of the servers').toBeUndefined();
  expect(faults.policy).toEqual([]);
});
