import { createSignedTokens } from './signed-token.ts';

const tokens = createSignedTokens('k'.repeat(32), 'qr');

test('a token says what it was made with until its time is over', () => {
  const token = tokens.make({ pid: 'CHAU85P01' }, 300, 1_000_000);
  expect(tokens.read(token, 1_000_000)).toEqual({ pid: 'CHAU85P01' });
  expect(tokens.read(token, 1_299_999)).toEqual({ pid: 'CHAU85P01' });
  expect(tokens.read(token, 1_300_000)).toBe('expired');
});

test('one that was altered, made with another key or for another purpose is none', () => {
  const token = tokens.make({ pid: 'A' }, 300);
  const [payload = '', signature = ''] = token.split('.');
  const other = Buffer.from(JSON.stringify([9_999_999_999, { pid: 'B' }])).toString('base64url');
  for (const wrong of [
    `${other}.${signature}`,
    `${payload}.`,
    payload,
    '',
    '.',
    `${token}.x`,
    createSignedTokens('j'.repeat(32), 'qr').make({ pid: 'A' }, 300),
    createSignedTokens('k'.repeat(32), 'upload').make({ pid: 'A' }, 300),
  ]) {
    expect(tokens.read(wrong)).toBeUndefined();
  }
});
