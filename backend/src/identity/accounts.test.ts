import type { Db } from '../kit/platform.ts';
import { readConfig } from '../kit/config.ts';
import { createAccounts } from './accounts.ts';

const salt = (name: string) => Buffer.from(name).toString('base64');
const hashed = (password: string, by: string) => `$argon2id$v=19$m=1$${salt(by)}$${password}`;

/** Accounts of one number by their passwords; all with the salt `s`. */
function open(passwords: readonly string[], { isLocked = false } = {}) {
  const rows = passwords.map((password, at) => ({
    id: `account-${at}`,
    phone: '84901234567',
    password_hash: hashed(password, 's'),
    created_at: new Date(),
  }));
  const query = async (text: string) =>
    text.includes('from account') ? rows : text.includes('lock') ? [{ until: isLocked ? new Date() : null }] : [];
  const hashes: string[] = [];
  const accounts = createAccounts({ query } as unknown as Db, readConfig({}).limits, async (password, by) => {
    hashes.push(password);
    return hashed(password, by.toString());
  });
  const signIn = async (password: string) => {
    const { kind } = await accounts.signIn('0901234567', password, { ip: '192.0.2.1' });
    return { kind, hashes: hashes.length };
  };
  return { signIn };
}

test('the right password costs one hash, a wrong one as many as a number without an account', async () => {
  await expect(open(['right']).signIn('right')).resolves.toEqual({ kind: 'ok', hashes: 1 });
  await expect(open(['other', 'right']).signIn('right')).resolves.toEqual({ kind: 'ok', hashes: 1 });
  for (const passwords of [['right'], ['right', 'other'], []])
    await expect(open(passwords).signIn('wrong')).resolves.toEqual({ kind: 'refused', hashes: 2 });
});

test('while a name is locked, the time tells nobody that a password is right', async () => {
  const locked = { isLocked: true };
  for (const password of ['right', 'wrong'])
    await expect(open(['right'], locked).signIn(password)).resolves.toEqual({ kind: 'locked', hashes: 2 });
});
