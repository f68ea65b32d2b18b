import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Channel, createReleaseService, type ReleaseService } from '@phr/cli/release-service';

interface Call {
  readonly method: string | undefined;
  readonly path: string;
  readonly body: unknown;
  readonly revision: string | undefined;
}

const ASKED = { version: '1.1.0', share: 500, reason: 'a new list' };
const IN_ROLLOUT = { id: 'r1', version: '1.1.0', state: 'running' };
let server: Server;
let service: ReleaseService;
let channel: Channel;
let states: string[];
let calls: Call[];

beforeAll(async () => {
  // answers as the release service does, and keeps what it was asked
  server = createServer((request, response) => {
    let text = '';
    request.on('data', (part) => {
      text += part;
    });
    request.on('end', () => {
      const path = (request.url ?? '').replace(
        /^\/releases\/v1\/(?:environments\/staging\/)?modules\/mfe-notes\/?/,
        '',
      );
      const isChecks = /finish|checks/.test(path);
      if (request.method !== 'GET')
        calls.push({
          method: request.method,
          path,
          body: text === '' ? undefined : JSON.parse(text),
          revision: request.headers['if-match'],
        });
      const finding = { where: 'module.json', message: '"partner pages" is new and not approved', fix: 'Ask.' };
      response.end(
        JSON.stringify(
          isChecks
            ? { state: states.shift(), gates: [{ id: 'CALLS', ok: states.length > 0, findings: [finding] }] }
            : channel,
        ),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const options = {
    url: `http://127.0.0.1:${port}`,
    key: 'k',
    environment: 'staging',
    signing: { id: '', privateKey: '' },
  };
  service = createReleaseService(options, 'mfe-notes');
});
afterAll(() => server.close());
beforeEach(() => {
  calls = [];
  states = [];
});

/** The changes that an offer makes of a channel. */
async function changesOf(now: Partial<Channel>, asked: Parameters<ReleaseService['offer']>[0] = ASKED) {
  channel = { revision: 7, current: '1.0.0', rollouts: [], ...now };
  calls = [];
  await service.offer(asked);
  return calls.map(({ method, path, body }) => [method, path, body]);
}

test('an offer begins a rollout, raises one that runs, and gives a first version to everybody', async () => {
  expect(await changesOf({})).toEqual([['POST', 'rollouts', { ...ASKED, beside: false }]]);
  expect(calls[0]?.revision).toBe('"7"');
  expect(await changesOf({ rollouts: [IN_ROLLOUT] })).toEqual([
    ['PATCH', 'rollouts/r1', { share: 500, reason: 'a new list' }],
  ]);
  expect(await changesOf({ current: null })).toEqual([['POST', 'promote', { version: '1.1.0', reason: 'a new list' }]]);
});

test('a whole share is promoted; a job that is run again changes nothing, or ends what was begun', async () => {
  const whole = { ...ASKED, share: 10_000, urgent: true };
  const promoted = ['POST', 'promote', { version: '1.1.0', urgent: true, reason: 'a new list' }];
  expect(await changesOf({}, whole)).toEqual([['POST', 'rollouts', { ...whole, beside: false }], promoted]);
  expect(await changesOf({ rollouts: [IN_ROLLOUT] }, whole)).toEqual([
    ['PATCH', 'rollouts/r1', { share: 10_000, reason: 'a new list' }],
    promoted,
  ]);
  expect(await changesOf({ current: '1.1.0' }, whole)).toEqual([]);
  // one that was stopped is begun anew
  expect(await changesOf({ rollouts: [{ ...IN_ROLLOUT, state: 'stopped' }] })).toHaveLength(1);
});

test('a refused version is checked once more, until its gates have an answer, which is told', async () => {
  states = ['checking', 'checking', 'accepted'];
  await service.checked('1.1.0');
  expect(calls.map(({ path }) => path)).toEqual(['versions/1.1.0/finish']);
  states = ['refused'];
  await expect(service.checked('1.1.0')).rejects.toThrow(
    'mfe-notes 1.1.0 is refused:\n  CALLS  module.json: "partner pages" is new and not approved Ask.',
  );
});
