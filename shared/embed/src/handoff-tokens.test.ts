/** @jest-environment ./shared/build/src/jest-browser.cjs */
import { createHandoffTokens } from './handoff-tokens.ts';
import { checkOptions, type EmbedOptions } from './options.ts';

const ENDPOINT = 'https://id.test/connect/token';

/** The identity service, and a page server with a new code for each call. */
function setUp(
  answer: (nth: number) => Response = (nth) => Response.json({ access_token: `token-${nth}`, expires_in: 300 }),
) {
  const requests: { readonly address: string; readonly form: Readonly<Record<string, string>> }[] = [];
  const clock = { ms: 1_000_000 };
  let codes = 0;
  const tokens = createHandoffTokens({
    handoffCode: async () => `code-${(codes += 1)}`,
    module: 'mfe-vitals',
    patientId: 'p1',
    tokenEndpoint: ENDPOINT,
    now: () => clock.ms,
    fetch: async (input, init) => {
      requests.push({
        address: String(input),
        form: init?.body instanceof URLSearchParams ? Object.fromEntries(init.body) : {},
      });
      return answer(requests.length);
    },
  });
  return { tokens, requests, clock };
}

test('a code is traded for this module and this person, in the body and not in the address', async () => {
  const { tokens, requests } = setUp();
  expect(await tokens.get()).toBe('token-1');
  expect(requests).toEqual([
    {
      address: ENDPOINT,
      form: {
        grant_type: 'urn:phr:params:oauth:grant-type:handoff',
        client_id: 'phr-embed',
        code: 'code-1',
        module: 'mfe-vitals',
        patient: 'p1',
      },
    },
  ]);
});

test('one token serves all calls until shortly before its end; the next needs a new code', async () => {
  const { tokens, requests, clock } = setUp();
  expect(await Promise.all([tokens.get(), tokens.get(), tokens.get()])).toEqual(['token-1', 'token-1', 'token-1']);
  clock.ms += 269_000;
  expect(await tokens.get()).toBe('token-1');
  clock.ms += 1_000;
  expect(await tokens.get()).toBe('token-2');
  expect(requests.map(({ form }) => form['code'])).toEqual(['code-1', 'code-2']);
});

test.each([
  ['refused', () => Response.json({ error: 'invalid_grant' }, { status: 400 })],
  ['an answer without a token', () => Response.json({})],
  ['no JSON', () => new Response('<html>')],
])('%s is told as not signed in, and the next call tries again', async (_name, answer) => {
  const { tokens, requests } = setUp(answer);
  await expect(tokens.get()).rejects.toMatchObject({ code: 'UNAUTHORIZED', source: 'ID_SERVER' });
  await expect(tokens.get()).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  expect(requests).toHaveLength(2);
});

test('a page without a code, and a service that is away, are told apart', async () => {
  const options = { module: 'm', patientId: 'p', tokenEndpoint: ENDPOINT };
  await expect(
    createHandoffTokens({
      ...options,
      handoffCode: async () => {
        throw new Error('signed out there');
      },
    }).get(),
  ).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  await expect(
    createHandoffTokens({
      ...options,
      handoffCode: async () => 'x',
      fetch: async () => {
        throw new TypeError('away');
      },
    }).get(),
  ).rejects.toMatchObject({ code: 'NETWORK' });
});

test('a page says one way to a token', () => {
  const base: EmbedOptions = {
    element: document.body,
    module: 'mfe-vitals',
    view: 'blood-pressure',
    patient: { id: 'p1', name: 'AN' },
  };
  const give = async () => 'x';
  expect(() => checkOptions(base)).toThrow('"getAccessToken"');
  expect(() => checkOptions({ ...base, getAccessToken: give, handoffCode: give })).toThrow('not both');
  expect(() => checkOptions({ ...base, handoffCode: give })).not.toThrow();
  expect(() => checkOptions({ ...base, getAccessToken: give })).not.toThrow();
});

test('calls that went out with one token and are all refused cost one new code', async () => {
  const { tokens, requests } = setUp();
  const [one, other] = await Promise.all([tokens.get(), tokens.get()]);
  tokens.drop(one);
  expect(await tokens.get()).toBe('token-2');
  // the second call learns of its rejection after the first already has a new token
  tokens.drop(other);
  expect(await tokens.get()).toBe('token-2');
  expect(requests).toHaveLength(2);
});
