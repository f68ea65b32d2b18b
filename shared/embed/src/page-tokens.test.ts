import { AppError } from '@phr/contract/app-error';
import type { Client } from '@phr/http/client';
import { createPageTokens, withSecondToken } from './page-tokens.ts';

const nothing = () => undefined;
const CALL = { service: 'fhir', method: 'GET', path: '/Patient/p1/Observation' } as const;
const answer = (): Awaited<ReturnType<Client['send']>> => ({ status: 200, body: {}, receivedAt: '' });
const refused = new AppError({ code: '401', httpStatus: 401, source: 'FHIR_SERVER' });

test.each([
  ['undefined', undefined],
  ['an object', { token: 'eyJ' }],
  ['a text with a space', 'eyJ a'],
  ['a text with a line break', 'eyJ\r\nX-Evil: 1'],
])('%s is no token: no call gets it, and the page is told once, without what stood in it', async (_name, given) => {
  const told: string[] = [];
  const { get } = createPageTokens(
    () => given,
    nothing,
    ({ message }) => told.push(message),
  );
  await expect(get()).rejects.toMatchObject({ name: 'AppError', httpStatus: 401, cause: { code: 'PHR-EMB-010' } });
  await expect(get()).rejects.toThrow();
  expect(told).toHaveLength(1);
  expect(told[0]).toContain('PHR-EMB-010');
  expect(told[0]).not.toContain('eyJ');
});

test('a token is passed on as it is; what the page throws is a sign-in that has ended', async () => {
  expect(await createPageTokens(() => 'eyJ.a-b_c', nothing, nothing).get()).toBe('eyJ.a-b_c');
  const failing = createPageTokens(
    () => {
      throw new TypeError('session is null');
    },
    nothing,
    nothing,
  );
  await expect(failing.get()).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
});

/** Sends a call to a server with the given successive responses; returns the requests. */
async function send(answers: readonly (AppError | undefined)[], path: string = CALL.path) {
  const seen = { sent: 0, dropped: [] as (string | undefined)[], signIns: 0, noAccess: 0 };
  const clientWith = (getToken: () => Promise<string>): Client => ({
    async send() {
      await getToken();
      const error = answers[seen.sent];
      seen.sent += 1;
      if (error) throw error;
      return answer();
    },
  });
  const drop = (token: string | undefined) => {
    seen.dropped.push(token);
  };
  const get = async () => `token ${seen.sent}`;
  const tell = {
    signIn: () => void (seen.signIns += 1),
    noAccess: () => void (seen.noAccess += 1),
  };
  const failed = await withSecondToken(clientWith, { get, drop }, tell)
    .send({ ...CALL, path })
    .then(nothing, (error: unknown) => error);
  return { ...seen, failed };
}

test('a refused token is asked for once more; only a second refusal asks for the sign-in', async () => {
  expect(await send([refused, undefined])).toMatchObject({
    sent: 2,
    dropped: ['token 0'],
    signIns: 0,
    failed: undefined,
  });
  expect(await send([refused, refused, undefined])).toMatchObject({
    sent: 2,
    dropped: ['token 0'],
    signIns: 1,
    failed: refused,
  });
});

test('a person without the right, and a page without a token, are not asked about again', async () => {
  const noRight = new AppError({ code: '403', httpStatus: 403 });
  expect(await send([noRight])).toMatchObject({ sent: 1, signIns: 0, noAccess: 1, failed: noRight });
  const anonymous = new AppError({ code: 'ANONYMOUS', httpStatus: 401 });
  expect(await send([anonymous])).toMatchObject({ sent: 1, signIns: 0, failed: anonymous });
});

test('a path that could name another host gets no token', async () => {
  expect(await send([], '@evil.test/')).toMatchObject({ sent: 0, failed: { code: 'CALL_NOT_DECLARED' } });
});
