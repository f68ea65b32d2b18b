import { createHealth, type ModuleReport } from './health.ts';
import type { Candidate } from './resolve.ts';
import { reportingLog } from './telling-log.ts';

const { jest } = import.meta;

/** A page, and the reports its server received. */
function setUp(why: Readonly<Record<string, Candidate['why']>> = { '1.0.0': 'current', '1.1.0': 'rollout' }) {
  const sent: ModuleReport[][] = [];
  const target = new EventTarget();
  const tell = createHealth({
    target,
    whyOf: (_module, version) => why[version],
    send: async (reports) => {
      sent.push(JSON.parse(JSON.stringify(reports)));
      throw new Error('the line is cut, and nobody minds');
    },
  });
  const end = () => target.dispatchEvent(new Event('pagehide'));
  return { tell, sent, target, end };
}

const errorAt = (message: string, ...lines: readonly string[]): Error =>
  Object.assign(new TypeError(message), { stack: `TypeError: ${message}\n${lines.join('\n')}` });

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test('the first load of a version is told within a minute, with those of others', () => {
  const { tell, sent } = setUp();
  tell('mfe-a', '1.1.0', { ms: 412.4 });
  tell('mfe-b', '1.0.0', { ms: 90 });
  tell('mfe-a', '1.1.0', { ms: 20 });
  expect(sent).toEqual([]);
  jest.advanceTimersByTime(60_000);
  expect(sent).toEqual([
    [
      { module: 'mfe-a', version: '1.1.0', why: 'rollout', load: { ms: 412 } },
      { module: 'mfe-b', version: '1.0.0', why: 'current', load: { ms: 90 } },
    ],
  ]);
  jest.advanceTimersByTime(600_000);
  expect(sent).toHaveLength(1);
});

test('a failure is told at once, and what takes its place is on no side of a comparison', () => {
  const { tell, sent, end } = setUp();
  tell('mfe-a', '1.1.0', { failed: 'evaluation' });
  expect(sent).toEqual([[{ module: 'mfe-a', version: '1.1.0', why: 'rollout', load: { failed: 'evaluation' } }]]);
  tell('mfe-a', '1.0.0', { ms: 300 });
  end();
  expect(sent[1]).toEqual([{ module: 'mfe-a', version: '1.0.0', why: 'fallback', load: { ms: 300 } }]);
});

test('what a host decides before loading says nothing about a version', () => {
  const { tell, sent, end } = setUp();
  tell('mfe-a', '1.0.0', { failed: 'disabled' });
  end();
  expect(sent).toEqual([]);
});

test('of a fault the name and the place in its own files are told, and nothing that a person typed', () => {
  const { tell, sent } = setUp();
  const error = errorAt(
    'An\n    at (https://phr.test/m/mfe-a/1.0.0/typed.js:1:1) has 140/90',
    '    at Card (https://phr.test/assets/ui.1a2b.js:1:2)',
    '    at render (https://phr.test/m/mfe-a/1.1.0/view.1a2b.js:1:99)',
  );
  tell('mfe-a', '1.1.0', { fault: 'render', error: errorAt('x', '    at https://phr.test/encounter-details/42:1:1') });
  expect(sent[0]?.[0]?.faults).toEqual([{ kind: 'render', code: 'TypeError' }]);
  tell('mfe-a', '1.1.0', {
    fault: 'render',
    error: Object.assign(error, { stack: error.stack?.replace('An\n', 'An ') }),
  });
  expect(sent[1]?.[0]?.faults).toEqual([
    { kind: 'render', code: 'TypeError', frame: '/m/mfe-a/1.1.0/view.1a2b.js:1:99' },
  ]);
  expect(JSON.stringify(sent)).not.toMatch(/An|140|42/);
});

test('what nobody caught is told of the module in whose files it happened, of others not', () => {
  const { sent, target } = setUp();
  const raise = (kind: string, field: string, error: Error) =>
    target.dispatchEvent(Object.assign(new Event(kind), { [field]: error }));
  raise('error', 'error', errorAt('x', 'go@https://phr.test/m/mfe-b/1.0.0/a.js:3:4'));
  raise('unhandledrejection', 'reason', errorAt('x', '    at https://phr.test/m/mfe-b/1.0.0/b.js:1:2'));
  raise('error', 'error', errorAt('x', '    at https://phr.test/assets/main.js:1:2'));
  expect(sent.flat().map(({ module, faults }) => [module, faults?.[0]?.kind, faults?.[0]?.frame])).toEqual([
    ['mfe-b', 'uncaught', '/m/mfe-b/1.0.0/a.js:3:4'],
    ['mfe-b', 'uncaught', '/m/mfe-b/1.0.0/b.js:1:2'],
  ]);
});

test('a page that fails in a loop tells ten times', () => {
  const { tell, sent } = setUp();
  for (let more = 0; more < 50; more += 1) tell('mfe-a', '1.0.0', { fault: 'render' });
  expect(sent).toHaveLength(10);
});

test('what was left behind is summed up; nothing left is no news', () => {
  const { tell, sent, end } = setUp();
  tell('mfe-a', '1.0.0', { left: 0 });
  end();
  expect(sent).toEqual([]);
  tell('mfe-a', '1.0.0', { left: 3 });
  tell('mfe-a', '1.0.0', { left: 1 });
  end();
  expect(sent[0]?.[0]?.leaks).toEqual({ nodes: 4, sheets: 0, subscriptions: 0 });
});

test('one thing left behind is news, and one report alone goes within the minute', () => {
  const { tell, sent } = setUp();
  tell('mfe-a', '1.0.0', { left: 1 });
  jest.advanceTimersByTime(60_000);
  expect(sent).toMatchObject([[{ leaks: { nodes: 1 } }]]);
});

test('no more reports go in one message than the server takes', () => {
  const { tell, sent, end } = setUp();
  for (let module = 0; module < 13; module += 1) tell(`mfe-${module}`, '1.0.0', { ms: 1 });
  end();
  expect(sent.map((reports) => reports.length)).toEqual([12]);
});

test('what the wall of a module catches is told and logged; other errors are no fault of a part', () => {
  const { tell, sent } = setUp();
  const logged: unknown[] = [];
  const log = reportingLog({ event: () => undefined, error: (...args) => logged.push(args) }, tell, 'mfe-a', '1.1.0');
  log.error('module.texts', new Error('x'));
  expect(sent).toEqual([]);
  log.error('module.render', new RangeError('x'));
  expect(sent[0]).toMatchObject([
    { module: 'mfe-a', version: '1.1.0', faults: [{ kind: 'render', code: 'RangeError' }] },
  ]);
  expect(logged).toHaveLength(2);
});
