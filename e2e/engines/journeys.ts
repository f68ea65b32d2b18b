// What a person does, told once for all engines: nothing here knows what drives the browser.
import { ACCOUNT, IDENTITY, PARTNER, SHELL } from '../support/addresses.ts';
import type { Kind } from '../support/partner-kinds.ts';
import { expect } from '../support/proves.ts';
import type { Driver } from './driver.ts';
import type { Named } from './named.ts';

/** A screen may load a module first, on a machine that runs other browsers too; ms. */
export const WAIT = { timeout: 30_000, intervals: [50, 100, 200] };

/** Waits until an element is there. A page that is being left answers nothing. */
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

/** Signs in by the identity service's page, which takes the app's place in a narrow window. */
export async function signIn(browser: Driver): Promise<void> {
  await browser.open(`${SHELL}/`);
  await press(browser, { role: 'button', name: '^Đăng nhập$' });
  await isAt(browser, new RegExp(`^${IDENTITY}/`));
  await type(browser, { role: 'field', name: 'Số điện thoại' }, ACCOUNT.user);
  await type(browser, { role: 'field', name: 'Mật khẩu' }, ACCOUNT.password);
  await press(browser, { role: 'button', name: '^Đăng nhập$' });
  await isAt(browser, /\/dashboard$/);
}

/** The dashboard with values of the person, not only its frame. */
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

/** From the treatment history to a file of a visit, by the file's own link. */
async function opensFile(browser: Driver, link: string): Promise<void> {
  await browser.open(`${SHELL}/encounters`);
  await press(browser, { role: 'link', name: 'Trung tâm Y khoa Ánh Dương', within: 'main' });
  await press(browser, { role: 'button', name: '^Xét nghiệm, hình ảnh \\([1-9]', within: 'main' });
  await press(browser, { role: 'link', name: link });
}

/** A report's document, drawn. */
export async function opensReport(browser: Driver): Promise<void> {
  await opensFile(browser, '^Xem tài liệu PDF');
  await isAt(browser, /\/pdf-viewer\?/);
  await expect
    .poll(() => browser.ask(() => document.querySelector('[data-page="1"][data-drawn]') !== null), WAIT)
    .toBe(true);
}

/** How many greys the drawn picture has: one where nothing was drawn. */
function greys(): number {
  const picture = document.querySelector('canvas');
  const small = document.createElement('canvas');
  small.width = small.height = 64;
  const context = small.getContext('2d');
  if (picture === null || context === null || document.querySelector('[data-shown]') === null) return 0;
  context.drawImage(picture, 0, 0, 64, 64);
  return new Set(context.getImageData(0, 0, 64, 64).data.filter((_, at) => at % 4 === 0)).size;
}

/** A DICOM image, decoded in a worker and drawn. */
export async function seesDicom(browser: Driver): Promise<void> {
  await opensFile(browser, '^Xem ảnh DICOM');
  await expect.poll(() => browser.ask(greys), WAIT).toBeGreaterThan(8);
}

/** Chooses a language by its name; the lists are native ones. */
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

/** Who is signed in, as a partner's page needs it. */
interface Person {
  readonly id: string;
  readonly token: string;
}

/** The person's record and token, from the app of a tab where she is signed in. */
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

/** A partner's page on another origin mounts a view with the token of the same person, and takes it away. */
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

/** A page of one kind shows the view and gives its place back, or is told the code that the kind is about. */
export async function visitsKind(browser: Driver, { name, code }: Kind): Promise<void> {
  const person = await personIn(browser);
  await browser.open(`${PARTNER}/kinds/${name}`);
  const codes = await browser.ask(
    (who) => (globalThis as unknown as KindPage).start(who, { module: 'mfe-vitals' }),
    person,
  );
  expect(codes).toEqual(code === undefined ? [] : [code]);
  // nobody finds what stands in a closed shadow of the page
  if (code !== undefined || name === 'shadow-closed') return;
  await sees(browser, VALUE);
  await browser.ask(() => (globalThis as unknown as KindPage).view?.unmount());
  expect(await browser.shows(VALUE)).toBe(false);
}
