import type { TextStore } from '../host/storage.ts';
import { createAccountMemory } from './account-memory.ts';

function store(): TextStore & { readonly kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return {
    kept,
    get: (key) => kept.get(key),
    set: (key, value) => {
      kept.set(key, value);
    },
    remove: (key) => {
      kept.delete(key);
    },
    keys: () => [...kept.keys()],
  };
}

function setUp(now = { value: 1_000_000 }) {
  const [localStore, tabStore] = [store(), store()];
  return { localStore, tabStore, now, open: () => createAccountMemory({ localStore, tabStore, now: () => now.value }) };
}

test('[SIGN-13] [SIGN-17] parameters are kept per user name, given once, and outlive the page', () => {
  const { open, localStore } = setUp();
  open().keepParams('0901', {
    registerOrg: '7',
    sharedOrg: '8',
    encounterType: 'SS',
    enrollmentCode: 'E1',
    codeType: 'F0H',
    orgCode: 'O1',
  });
  open().keepParams('0902', { codeType: 'SS' });
  expect([...localStore.kept.keys()]).toEqual(['phr.signup.0901', 'phr.signup.0902']);
  expect(open().takeParams('0901')).toEqual({
    registerOrg: '7',
    sharedOrg: '8',
    encounterType: 'SS',
    enrollmentCode: 'E1',
    codeType: 'F0H',
    orgCode: 'O1',
  });
  expect(open().takeParams('0901')).toEqual({});
  expect(open().takeParams('0902')).toEqual({ codeType: 'SS' });
});

test('[SIGN-14] the verifying user is kept per user name; the last one is found, and never a password', () => {
  const { open, localStore, now } = setUp();
  open().keepVerifying({ userName: '0901', phoneNumber: '84901' });
  now.value += 10;
  open().keepVerifying({ userName: '0902', phoneNumber: '84902' });
  expect(open().verifying()).toEqual({ userName: '0902', phoneNumber: '84902' });
  open().dropVerifying('0902');
  expect(open().verifying()).toEqual({ userName: '0901', phoneNumber: '84901' });
  expect(JSON.parse(localStore.kept.get('phr.verifying.0901') ?? '')).toEqual({
    userName: '0901',
    phoneNumber: '84901',
    savedAt: 1_000_000,
  });
});

test('entries go after seven days, and unreadable ones at once', () => {
  const { open, localStore, now } = setUp();
  open().keepParams('0901', { codeType: 'SS' });
  open().keepVerifying({ userName: '0901', phoneNumber: '84901' });
  localStore.set('phr.verifying.x', '{');
  now.value += 7 * 24 * 3_600_000 + 1;
  open().dropOld();
  expect([...localStore.kept.keys()]).toEqual([]);
});

test("[SIGN-06] [SIGN-10] a code and its id live in the page's memory only", () => {
  const { open, localStore, tabStore } = setUp();
  const memory = open();
  memory.keepCode({ userName: '0901', phoneNumber: '84901', otpId: 'otp-1', left: 1 });
  expect(memory.code()).toMatchObject({ otpId: 'otp-1' });
  expect([...localStore.kept.values(), ...tabStore.kept.values()].join()).not.toContain('otp-1');
  memory.dropCode();
  expect(memory.code()).toBeUndefined();
});

test('the link that a person came by is kept as a path, for the tab', () => {
  const { open, tabStore } = setUp();
  open().keepEntry('/register-org/7/8/SS');
  expect([...tabStore.kept]).toEqual([['phr.from', '/register-org/7/8/SS']]);
  expect(open().entry()).toEqual({ registerOrg: '7', sharedOrg: '8', codeType: 'SS', encounterType: 'SS' });
});
