import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { actionOf, actionsHelp, readReleaseWords } from '@phr/cli/release-actions';
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
let isFine: boolean;
let refusal: string | undefined;

beforeAll(async () => {
  // responds as the release service does, and records the requests
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
      if (refusal !== undefined) {
        response.writeHead(502).end(refusal);
        return;
      }
      const finding = { where: 'module.json', message: '"partner pages" is new and not approved', fix: 'Ask.' };
      response.end(
        JSON.stringify(
          isChecks ? { state: states.shift(), gates: [{ id: 'CALLS', ok: isFine, findings: [finding] }] } : channel,
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
  isFine = false;
  refusal = undefined;
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
  // a stopped one is started again
  expect(await changesOf({ rollouts: [{ ...IN_ROLLOUT, state: 'stopped' }] })).toHaveLength(1);
});

test('a refused version is checked once more, until its gates have an answer, which is told', async () => {
  states = ['checking', 'checking', 'accepted'];
  isFine = true;
  // warnings of a gate that passes are reported
  expect(await service.checked('1.1.0')).toEqual([
    '  CALLS (warning)  module.json: "partner pages" is new and not approved Ask.',
  ]);
  expect(calls.map(({ path }) => path)).toEqual(['versions/1.1.0/finish']);
  states = ['refused'];
  isFine = false;
  await expect(service.checked('1.1.0')).rejects.toThrow(
    'mfe-notes 1.1.0 is refused:\n  CALLS  module.json: "partner pages" is new and not approved Ask.',
  );
});

test.each(['{"error":"no upstream"}', 'null', '<h1>Bad gateway</h1>'])(
  'a proxy says %s, and so do we',
  async (said) => {
    refusal = said;
    await expect(service.history()).rejects.toThrow(`502 ${said}`);
  },
);

describe('actions of the command line', () => {
  const run = async (name: string, ...words: readonly string[]) => {
    channel = { revision: 7, current: '1.0.0', rollouts: [IN_ROLLOUT] };
    const source = { version: async () => '1.1.0', release: () => Promise.reject(new Error('is not built here')) };
    const told: string[] = [];
    const warn = (line: string) => told.push(line);
    const values = readReleaseWords(words);
    await actionOf(name)?.run({ service, module: 'mfe-notes', source, reason: 'why', values, warn });
    return [...calls.map(({ method, path, body }) => [method, path, body]), ...told];
  };

  test.each([
    ['promote', ['--urgent'], 'promote', { version: '1.1.0', urgent: true, reason: 'why' }],
    ['kill', [], 'kill', { reason: 'why' }],
    ['kill', ['--grace', '0'], 'kill', { grace: 0, reason: 'why' }],
    ['approve', ['--wish', 'partner pages'], 'approve', { names: ['partner pages'] }],
    ['rollback', ['--version', '0.9.0'], 'rollback', { to: '0.9.0', reason: 'why' }],
  ])('%s %j is one call', async (name, words, path, body) => {
    expect(await run(name, ...words)).toEqual([['POST', path, body]]);
  });

  test('a rollout may go to a group alone', async () => {
    const [call] = await run('start', '--version', '1.1.0', '--cohort', 'staff');
    expect(call).toMatchObject(['POST', 'rollouts', { share: 0, cohorts: ['staff'] }]);
  });

  test('a refused version is offered once it passes, and warnings are told', async () => {
    states = ['accepted'];
    isFine = true;
    expect(await run('recheck', '--percent', '5')).toMatchObject([
      ['POST', 'versions/1.1.0/finish', undefined],
      ['PATCH', 'rollouts/r1', { share: 500 }],
      expect.stringContaining('CALLS (warning)'),
    ]);
  });

  test.each([
    ['kill', ['--grace', 'soon'], '--grace must be a number, not "soon"'],
    ['raise', ['--percent', '0'], '--percent must be above 0 and at most 100'],
    ['withdraw', [], '--version is missing'],
    ['hold', [], '--until is missing'],
  ])('%s %j says what is wrong, and asks for nothing', async (name, words, message) => {
    await expect(run(name, ...words)).rejects.toThrow(message);
    expect(calls).toEqual([]);
  });

  test('what is no action is none', () => {
    expect([actionOf('toString'), actionOf('')]).toEqual([undefined, undefined]);
    expect(actionsHelp()).toMatch(/^ {2}promote \[--version X\] \[--urgent\]/m);
  });
});
