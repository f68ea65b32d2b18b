import { createPartnerOrigins } from './partner-origins.ts';

function setUp(listed: readonly string[] = []) {
  const state = { ms: 0, rows: ['https://a.test'], asked: 0, isAway: false };
  const db = {
    async query<R>(): Promise<R[]> {
      state.asked += 1;
      if (state.isAway) throw new Error('away');
      return [{ origins: state.rows, redirect_uris: ['https://back.test/linked'] }] as R[];
    },
  };
  return {
    state,
    origins: createPartnerOrigins(db, { partnerOrigins: listed, shellOrigin: 'https://shell.test' }, () => state.ms),
  };
}

test('the origins of the rows and those of the setting are known, read once for calls that come together', async () => {
  const { origins, state } = setUp(['https://set.test']);
  await Promise.all([origins.read(), origins.read('https://a.test')]);
  expect([...origins.known]).toEqual(['https://set.test', 'https://a.test']);
  expect([...origins.sentTo]).toEqual(['https://set.test', 'https://a.test', 'https://back.test']);
  expect(state.asked).toBe(1);
});

test('a new partner is known within a second, one that was shut out no longer after ten', async () => {
  const { origins, state } = setUp();
  await origins.read();
  state.rows = ['https://b.test'];
  state.ms = 999;
  expect(await origins.isKnown('https://b.test')).toBe(false);
  state.ms = 1_000;
  expect(await origins.isKnown('https://b.test')).toBe(true);
  state.rows = [];
  state.ms = 10_999;
  expect(await origins.isKnown('https://b.test')).toBe(true);
  state.ms = 11_000;
  expect(await origins.isKnown('https://b.test')).toBe(false);
});

test('without a database what was known stays', async () => {
  const { origins, state } = setUp();
  await origins.read();
  state.isAway = true;
  state.ms = 60_000;
  await origins.read();
  expect([...origins.known]).toEqual(['https://a.test']);
});

test('pages of the product itself are known without a look at the partners', async () => {
  const { origins, state } = setUp();
  expect([await origins.isKnown('https://shell.test'), state.asked]).toEqual([true, 0]);
});
