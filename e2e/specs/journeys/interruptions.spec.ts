import { NIGHTLY } from '../../../tools/sample.ts';
import { randomOf } from '@phr/testing/random';
import type { BrowserContext, Page } from '@playwright/test';
import { expect, onScreen, test } from '../../support/app.ts';
import { isReadBatch } from '../../support/read-batches.ts';
import { readRecord } from '../../support/ids.ts';
import { beNewPerson, newAccount } from '../../support/person.ts';
import { openSession } from '../../support/session.ts';

// Runs against the real server: each kind once in CI, 200 times at night. The shell's unit tests cover 200 as well.
const KINDS = [
  'offline',
  'tab closed before the call',
  'tab closed during the call',
  'answer lost',
  'two tabs',
  'token expired',
] as const;
type Kind = (typeof KINDS)[number];
const COUNT = NIGHTLY ? 200 : KINDS.length;
const SEED = Number(process.env['SEED'] ?? 20261128);

/** A seeded random order in which every kind occurs once before any is repeated. */
function plan(): readonly Kind[] {
  const pick = randomOf(String(SEED)).next;
  const rounds = Array.from({ length: Math.ceil(COUNT / KINDS.length) }, () =>
    KINDS.map((kind) => ({ kind, at: pick() }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ kind }) => kind),
  );
  return rounds.flat().slice(0, COUNT);
}

/** Interrupts the next write to the record server, from whichever tab; later writes pass. */
async function meetWrites(context: BrowserContext) {
  let next: Kind | undefined;
  await context.route('**/fhir/**', async (route) => {
    const request = route.request();
    if (request.method() !== 'POST' || isReadBatch(request) || next === undefined) return route.fallback();
    const kind = next;
    next = undefined;
    if (kind === 'token expired')
      return route.fulfill({
        status: 401,
        contentType: 'application/fhir+json',
        body: '{"resourceType":"OperationOutcome","issue":[{"severity":"error","code":"login"}]}',
      });
    if (kind !== 'tab closed before the call') await route.fetch();
    if (kind === 'answer lost' || kind === 'two tabs') return route.abort();
    return request.frame().page().close();
  });
  return (kind: Kind) => {
    next = kind;
  };
}

interface Readings {
  readonly entry?: readonly {
    readonly resource: { readonly component: readonly { readonly valueQuantity: { readonly value: number } }[] };
  }[];
}

const kept = (page: Page) => page.getByText('Đã giữ trên máy. Sẽ gửi khi có mạng.').first();

test(`[UX-27] loses and doubles no write over ${COUNT} interruptions`, async ({ context }) => {
  test.setTimeout(60_000 + COUNT * 15_000);
  const account = newAccount();
  let page = await context.newPage();
  const patient = await beNewPerson(page, account);
  const meet = await meetWrites(context);
  const entered: string[] = [];

  for (const [at, kind] of plan().entries()) {
    await test.step(`${at + 1}: ${kind}`, async () => {
      // Unique values, close enough to the previous ones that the app does not ask for confirmation.
      const [systolic, diastolic] = [110 + (at % 30), 60 + Math.floor(at / 30)];
      await page.goto('/blood-pressure-create');
      await page.getByLabel(/tâm thu/).fill(String(systolic));
      await page.getByLabel(/tâm trương/).fill(String(diastolic));
      entered.push(`${systolic}/${diastolic}`);
      const gone = kind.startsWith('tab closed') ? page.waitForEvent('close') : undefined;
      if (kind === 'offline') await context.setOffline(true);
      else meet(kind);
      await page.getByRole('button', { name: 'Lưu', exact: true }).click();
      if (gone !== undefined) {
        await gone;
        page = await context.newPage();
        return openSession(page, account);
      }
      await expect(
        kept(page)
          .or(page.getByRole('status').filter({ hasText: 'Đã lưu chỉ số sức khỏe' }))
          .first(),
      ).toBeVisible({ timeout: 20_000 });
      if (kind === 'offline') await context.setOffline(false);
      if (kind !== 'two tabs') return undefined;
      // Two tabs reload at once, find the same entry in the outbox, and both try to send it.
      const second = await context.newPage();
      await second.goto('/notifications');
      await onScreen(second, 'Thông báo');
      await Promise.all([second.reload(), page.reload()]);
      await onScreen(second, 'Thông báo');
      return second.close();
    });
  }

  await page.goto('/notifications');
  await onScreen(page, 'Thông báo');
  const send = page.getByRole('button', { name: 'Gửi ngay' });
  await expect(async () => {
    if (await send.isVisible()) await send.click({ timeout: 1_000 });
    await expect(page.getByText('Chưa gửi', { exact: true })).toHaveCount(0, { timeout: 2_000 });
  }).toPass({ timeout: 60_000 });

  const { entry = [] } = (await readRecord(
    page,
    `/Patient/${patient}/Observation?code=85354-9&_count=200`,
  )) as Readings;
  const stored = new Map<string, number>();
  for (const { resource } of entry) {
    const pair = resource.component.map(({ valueQuantity }) => valueQuantity.value).join('/');
    stored.set(pair, (stored.get(pair) ?? 0) + 1);
  }
  expect([...stored].toSorted()).toEqual(entered.map((pair) => [pair, 1]).toSorted());
});
