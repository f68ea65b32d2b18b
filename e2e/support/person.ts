import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { IDENTITY, PORTS, type Account } from './addresses.ts';
import { tokenOf } from './ids.ts';
import { expect } from './proves.ts';
import { openSession } from './session.ts';

const CODES = path.join(import.meta.dirname, `../../.data/e2e-${PORTS.shell}/one-time-codes.txt`);

/** A new account that no other spec uses. */
export function newAccount(): Account {
  return {
    user: `09${crypto.getRandomValues(new Uint32Array(1)).join('').padStart(8, '0').slice(-8)}`,
    password: 'mot-mat-khau-dai-2026',
  };
}

/** Codes sent to a phone number, oldest first. */
export async function codesOf({ user }: Account): Promise<readonly string[]> {
  const lines = (await readFile(CODES, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => line.split(' '));
  return lines.flatMap(([, phone, code]) => (phone === `84${user.slice(1)}` && code !== undefined ? [code] : []));
}

/** The code that `ask` causes to be sent; the page may change before the message arrives. */
export async function newCodeOf(account: Account, ask: () => Promise<void>): Promise<string> {
  const known = (await codesOf(account)).length;
  await ask();
  await expect.poll(async () => (await codesOf(account)).length).toBeGreaterThan(known);
  return (await codesOf(account)).at(-1) ?? '';
}

export interface NewPerson {
  readonly name: string;
  readonly birthDate: string;
  readonly gender: 'male' | 'female';
}

async function post(
  page: Page,
  url: string,
  data: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<unknown> {
  const answer = await page.request.post(url, {
    data,
    headers: { 'Idempotency-Key': crypto.randomUUID(), ...headers },
  });
  if (!answer.ok()) throw new Error(`${url} was answered ${answer.status()}: ${await answer.text()}`);
  return answer.json();
}

/**
 * Creates an account without a record by the requests that the app's forms send, and signs this page in; no screen is
 * open yet.
 */
export async function beNewAccount(page: Page, account: Account, name = 'LÝ THỊ THỬ'): Promise<void> {
  const phoneNumber = `84${account.user.slice(1)}`;
  const { data } = (await post(page, '/api/ano/phr/auth/sign-up', {
    fullName: name,
    userName: account.user,
    phoneNumber,
    password: account.password,
  })) as { readonly data: { readonly otpId: string } };
  const [code] = await codesOf(account);
  await post(page, `${IDENTITY}/api/account/confirmPhoneNumber`, { userName: account.user, otpId: data.otpId, code });
  await openSession(page, account);
}

/**
 * The same with its own record, for specs that count or leave data and therefore must not use the people shared by all
 * specs. Returns the record's id.
 */
export async function beNewPerson(
  page: Page,
  account: Account,
  { name, birthDate, gender }: NewPerson = { name: 'LÝ THỊ THỬ', birthDate: '1980-02-03', gender: 'female' },
): Promise<string> {
  const phoneNumber = `84${account.user.slice(1)}`;
  await beNewAccount(page, account, name);
  const headers = { Authorization: `Bearer ${await tokenOf(page)}` };
  const [given = '', ...others] = name.split(' ').toReversed();
  await post(
    page,
    '/fhir/User',
    { resourceType: 'User', identifier: [], userName: account.user, phoneNumber, data: {} },
    headers,
  );
  const patient = (await post(
    page,
    '/fhir/Patient',
    {
      resourceType: 'Patient',
      name: [
        { use: 'usual', text: name, family: others.at(-1) ?? '', given: [...others.slice(0, -1).toReversed(), given] },
      ],
      birthDate,
      gender,
      telecom: [{ system: 'phone', value: phoneNumber, use: 'mobile' }],
      address: [
        {
          text: '12, Nguyễn Thái Học, Kim Mã, Quận Ba Đình, Hà Nội',
          line: ['12', 'Nguyễn Thái Học', 'Kim Mã'],
          district: 'Quận Ba Đình',
          city: 'Hà Nội',
          country: 'VN',
        },
      ],
    },
    headers,
  )) as { readonly id: string };
  return patient.id;
}

export async function register(page: Page, { user, password }: Account, name = 'Đặng Thị Hồng'): Promise<void> {
  await page.getByLabel('Họ và tên').fill(name);
  await page.getByLabel('Số điện thoại di động').fill(user);
  await page.getByLabel('Mật khẩu', { exact: true }).fill(password);
  await page.getByLabel('Nhập lại mật khẩu').fill(password);
  await page.getByRole('button', { name: 'Tạo tài khoản' }).click();
}

/** Selects from a list that can be searched by typing without accents. */
export async function choose(page: Page, label: string, typed: string, option: string): Promise<void> {
  const field = page.getByRole('textbox', { name: label }).or(page.getByRole('combobox', { name: label }));
  await expect(field).toBeEnabled();
  await field.click();
  await field.fill(typed);
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** Fills in the required fields of a profile; the phone number is left as it is when none is given. */
export async function fillProfile(
  page: Page,
  {
    name,
    birthDate,
    gender,
    phone,
  }: { readonly name: string; readonly birthDate: string; readonly gender: string; readonly phone?: string },
): Promise<void> {
  await page.getByLabel('Họ và tên').fill(name);
  await page.getByRole('textbox', { name: 'Ngày sinh' }).fill(birthDate);
  await page.getByRole('radio', { name: gender, exact: true }).check();
  if (phone !== undefined) await page.getByLabel('Số điện thoại').fill(phone);
  await choose(page, 'Tỉnh/Thành phố', 'ha noi', 'Hà Nội');
  await choose(page, 'Quận/Huyện (địa chỉ cũ)', 'ba dinh', 'Quận Ba Đình');
  await page.getByLabel('Phường/Xã').fill('Kim Mã');
  await page.getByLabel('Đường/Phố').fill('Nguyễn Thái Học');
  await page.getByLabel('Số nhà').fill('12');
}

/**
 * Signs in on a narrow screen, where the identity service's page replaces the app; ends when the app is back, on any
 * screen.
 */
export async function signInNarrow(page: Page, { user, password }: Account): Promise<void> {
  await page.getByRole('button', { name: 'Đăng nhập' }).click();
  await page.waitForURL(`${IDENTITY}/**`);
  await page.getByLabel('Số điện thoại').fill(user);
  await page.getByLabel('Mật khẩu').fill(password);
  await page.getByRole('button', { name: 'Đăng nhập' }).click();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Đăng xuất' })).toBeAttached();
}
