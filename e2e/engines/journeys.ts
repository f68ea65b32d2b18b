// User journeys shared by all engines, independent of the driver.
import { ACCOUNT, IDENTITY, PARTNER, SHELL } from '../support/addresses.ts';
import type { Kind } from '../support/partner-kinds.ts';
import { expect } from '../support/proves.ts';
import type { Driver } from './driver.ts';
import type { Named } from './named.ts';

/** Generous, since a screen may first load a module while other browsers are busy on the same machine. */
export const WAIT = { timeout: 30_000, intervals: [50, 100, 200] };

/** Waits until an element is visible. */
export async function sees(browser: Driver, target: Named): Promise<void> {
  await expect
    .poll(() => browser.shows(target), { ...WAIT, message: `${target.role} ${target.name} is shown` })
    .toBe(true);
}

export async function press(browser: Driver, target: Named): Promise<void> {
  await sees(browser, target);
  await browser.press(target);
}

async function type(browser: Driver, target: Named, text: string): Promise<void> {
  await sees(browser, target);
  await browser.type(target, text);
}

async function isAt(browser: Driver, pattern: RegExp): Promise<void> {
  await expect.poll(() => browser.ask(() => location.href).catch(() => ''), WAIT).toMatch(pattern);
}

export const onScreen = (browser: Driver, name: string) => sees(browser, { role: 'heading', name });

/** Signs in on the identity service's page, which replaces the app in a narrow window. */
export async function signIn(browser: Driver): Promise<void> {
  await browser.open(`${SHELL}/`);
  await press(browser, { role: 'button', name: '^Đăng nhập$' });
  await isAt(browser, new RegExp(`^${IDENTITY}/`));
  await type(browser, { role: 'field', name: 'Số điện thoại' }, ACCOUNT.user);
  await type(browser, { role: 'field', name: 'Mật khẩu' }, ACCOUNT.password);
  await press(browser, { role: 'button', name: '^Đăng nhập$' });
  await isAt(browser, /\/dashboard$/);
}

/** The dashboard has loaded the patient's values, not only its frame. */
export async function seesDashboard(browser: Driver): Promise<void> {
  await sees(browser, { role: 'text', name: '^\\d{2,3}/\\d{2,3}', within: 'main' });
}

/** Records a blood pressure and reads it back on its details. */
export async function addsReading(browser: Driver, systolic: number, diastolic: number): Promise<void> {
  await browser.open(`${SHELL}/blood-pressure-create`);
  await type(browser, { role: 'field', name: '^Số trên' }, String(systolic));
  await type(browser, { role: 'field', name: '^Số dưới' }, String(diastolic));
  await press(browser, { role: 'button', name: '^Lưu$' });
  await sees(browser, { role: 'text', name: 'Đã lưu chỉ số sức khỏe' });
  await browser.open(`${SHELL}/health-details/bloodPressures`);
  await sees(browser, { role: 'text', name: `${systolic}/${diastolic}`, within: 'main' });
}

/** Opens an encounter's file by its link, starting at the treatment history. */
async function opensFile(browser: Driver, link: string): Promise<void> {
  await browser.open(`${SHELL}/encounters`);
  await press(browser, { role: 'link', name: 'Trung tâm Y khoa Ánh Dương', within: 'main' });
  await press(browser, { role: 'button', name: '^Xét nghiệm, hình ảnh \\([1-9]', within: 'main' });
  await press(browser, { role: 'link', name: link });
}

/** A report's PDF is rendered. */
export async function opensReport(browser: Driver): Promise<void> {
  await opensFile(browser, '^Xem tài liệu PDF');
  await isAt(browser, /\/pdf-viewer\?/);
  await expect
    .poll(() => browser.ask(() => document.querySelector('[data-page="1"][data-drawn]') !== null), WAIT)
    .toBe(true);
}

/** Number of distinct greys in the canvas; a blank canvas has one. */
function greys(): number {
  const picture = document.querySelector('canvas');
  const small = document.createElement('canvas');
  small.width = small.height = 64;
  const context = small.getContext('2d');
  if (picture === null || context === null || document.querySelector('[data-shown]') === null) return 0;
  context.drawImage(picture, 0, 0, 64, 64);
  return new Set(context.getImageData(0, 0, 64, 64).data.filter((_, at) => at % 4 === 0)).size;
}

/** A DICOM image is decoded in a worker and rendered. */
export async function seesDicom(browser: Driver): Promise<void> {
  await opensFile(browser, '^Xem ảnh DICOM');
  await expect.poll(() => browser.ask(greys), WAIT).toBeGreaterThan(8);
}

/** Selects a language by name; the lists are native `<select>` elements. */
function choose(name: string): void {
  for (const list of document.querySelectorAll('select')) {
    const option = [...list.options].find(({ text }) => text === name);
    if (option === undefined) continue;
    list.value = option.value;
    list.dispatchEvent(new Event('change', { bubbles: true }));
  }
}

export async function changesLanguage(browser: Driver): Promise<void> {
  await browser.open(`${SHELL}/setting`);
  await onScreen(browser, '^Cài đặt$');
  await browser.ask(choose, 'English');
  await onScreen(browser, '^Settings$');
  await browser.ask(choose, 'Tiếng Việt');
  await onScreen(browser, '^Cài đặt$');
}

export async function signsOut(browser: Driver): Promise<void> {
  await browser.open(`${SHELL}/setting`);
  await press(browser, { role: 'button', name: '^Đăng xuất$', within: 'main' });
  await press(browser, { role: 'button', name: '^Đăng xuất$', within: '[role="alertdialog"]' });
  await isAt(browser, /\/signin/);
  expect(await browser.ask(() => JSON.stringify({ ...sessionStorage }))).not.toContain('eyJ');
}

/** What a partner's page needs to know of the signed-in person. */
interface Person {
  readonly id: string;
  readonly token: string;
}

/** Reads the person's id and token from a signed-in tab. */
async function personIn(browser: Driver): Promise<Person> {
  await browser.open(`${SHELL}/health-indexes`);
  await onScreen(browser, '^Chỉ số');
  const token = await browser.ask(
    () => (JSON.parse(sessionStorage.getItem('phr.session') ?? '{}') as { readonly accessToken?: string }).accessToken,
  );
  const claims = JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString()) as {
    readonly box_user?: string;
    readonly sub: string;
  };
  const answer = await fetch(`${SHELL}/fhir/User/${claims.box_user ?? claims.sub}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { data } = (await answer.json()) as { readonly data: { readonly patient_id: string } };
  return { id: data.patient_id, token: token ?? '' };
}

interface PartnerPage {
  readonly PhrEmbed: { mount(options: object): Promise<{ unmount(): Promise<void> }> };
  embedded?: { unmount(): Promise<void> };
}

const VALUE = { role: 'text', name: '^\\d{2,3}/\\d{2,3}' } as const;

/** A partner's page on another origin mounts a view with that person's token and unmounts it. */
export async function seesPartnerPage(browser: Driver): Promise<void> {
  const person = await personIn(browser);
  await browser.open(PARTNER);
  await browser.ask(async ({ id, token }) => {
    const page = globalThis as unknown as PartnerPage;
    page.embedded = await page.PhrEmbed.mount({
      element: document.getElementById('record'),
      module: 'mfe-vitals',
      view: 'blood-pressure',
      patient: { id, name: 'TRẦN MINH CHÂU' },
      getAccessToken: async () => token,
    });
  }, person);
  await sees(browser, VALUE);
  await browser.ask(() => (globalThis as unknown as PartnerPage).embedded?.unmount());
  expect(await browser.shows(VALUE)).toBe(false);
}

interface KindPage {
  start(who: Person, more: object): Promise<string[]>;
  readonly view?: { unmount(): Promise<void> };
}

/** A page of this kind shows the view and unmounts it cleanly, or receives the error code that this kind tests. */
export async function visitsKind(browser: Driver, { name, code }: Kind): Promise<void> {
  const person = await personIn(browser);
  await browser.open(`${PARTNER}/kinds/${name}`);
  const codes = await browser.ask(
    (who) => (globalThis as unknown as KindPage).start(who, { module: 'mfe-vitals' }),
    person,
  );
  expect(codes).toEqual(code === undefined ? [] : [code]);
  // a closed shadow root cannot be searched
  if (code !== undefined || name === 'shadow-closed') return;
  await sees(browser, VALUE);
  await browser.ask(() => (globalThis as unknown as KindPage).view?.unmount());
  expect(await browser.shows(VALUE)).toBe(false);
}
