import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locale } from '@phr/contract/host-api';
import { ERROR_CODES } from '../backend/src/kit/server-error.ts';
import { errorKey } from '../shared/http/src/error-key.ts';
import { dirOf } from './workspace.ts';

const wordsIn = async (locale: Locale): Promise<Readonly<Record<string, unknown>>> =>
  JSON.parse(await readFile(path.join(dirOf('shared/ui'), `src/locales/${locale}.json`), 'utf8'));
/** These mean that nothing more can be said. */
const DEFAULT = new Set(['SERVER_ERROR']);

/**
 * Error codes in the servers' source: thrown, in the detail of an OperationOutcome, or sent to a socket. Codes of the
 * release service are left out, since only teams call it.
 */
async function codesInSource(): Promise<ReadonlySet<string>> {
  const dir = path.join(dirOf('backend'), 'src');
  const files = (await readdir(dir, { recursive: true })).filter(
    (name) =>
      name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.startsWith('seed') && !name.startsWith('releases/'),
  );
  const codes = new Set<string>();
  for (const file of files) {
    const text = await readFile(path.join(dir, file), 'utf8');
    for (const [, code = ''] of text.matchAll(/new ServerError\(\s*'(\w+)'/g)) codes.add(code);
    for (const [, code = ''] of text.matchAll(/\bdetail: '([A-Z][A-Z_]+)'/g)) codes.add(code);
    for (const [, code = ''] of text.matchAll(/\bcode: '([A-Z]+(?:_[A-Z]+)+)'/g)) codes.add(code);
  }
  return codes;
}

test('[ERR-02, ERR-16] every code that a server can send has words of its own in both languages', async () => {
  const [vi, en, written] = [await wordsIn('vi-VN'), await wordsIn('en-US'), await codesInSource()];
  const codes = [...new Set([...ERROR_CODES, ...written])];
  // the search finds what it should
  for (const code of ['PROMO_USED', 'NOT_DELETABLE', 'OUT_OF_SESSION', 'ACCESS_DENIED']) expect(codes).toContain(code);
  const silent = codes.filter((code) => {
    const key = errorKey({ code, message: '', source: 'PHR_API' });
    return (
      typeof vi[key] !== 'string' || typeof en[key] !== 'string' || (key === 'error.default' && !DEFAULT.has(code))
    );
  });
  expect(silent).toEqual([]);
  // different problems have different messages
  const wordsOf = (code: string): unknown => vi[errorKey({ code, message: '', source: 'PHR_API' })];
  for (const group of [
    ['PROMO_INVALID', 'PROMO_USED', 'PROMO_EXPIRED'],
    ['ALREADY_JOINED', 'ALREADY_REGISTERED', 'ALREADY_PAIRED'],
    ['DuplicateUserName', 'InvalidPhoneNumber', 'InvalidToken', 'FORM_INPUT_INVALID'],
  ]) {
    expect(new Set(group.map(wordsOf)).size).toBe(group.length);
  }
  await proves('ERR-09', () => expect(wordsOf('DuplicateUserName')).toBe('Số điện thoại đã được đăng ký'));
  await proves('ERR-10', () =>
    expect(wordsOf('InvalidPhoneNumber')).toBe(
      'Số điện thoại không đúng, không gửi được tin nhắn kích hoạt. Vui lòng liên hệ hỗ trợ.',
    ),
  );
  await proves('ERR-11', () => expect(wordsOf('InvalidToken')).toBe('Mã không đúng hoặc đã hết hạn'));
  await proves('ERR-13', () => expect(wordsOf('FORM_INPUT_INVALID')).toBe('Thông tin không đúng'));
  const inBoth = (code: string): readonly unknown[] =>
    [vi, en].map((words) => words[errorKey({ code, message: '', source: 'PHR_API' })]);
  expect([inBoth('SERVER_ERROR'), inBoth('ANONYMOUS')]).toEqual([
    ['Có lỗi xảy ra', 'An error occurred'],
    ['Người dùng ẩn danh', 'Anonymous user'],
  ]);
});
