import { runInNewContext } from 'node:vm';
import { ASK_AGAIN, underPolicies } from './integrity-plugin.ts';

const { jest } = import.meta;
type Done = (event: { readonly type: string }) => void;

/**
 * Loads a chunk whose attempts end with the given `events`; returns requested URLs with times in ms, and the outcome.
 */
async function ask(events: readonly string[], onLine = true) {
  jest.useFakeTimers();
  const asked: [string, number][] = [];
  const ended: string[] = [];
  const begun = Date.now();
  const left = [...events];
  const runtime = {
    l(url: string, done: Done, key: string, chunk: string) {
      expect([key, chunk]).toEqual(['chunk-7', '7']);
      asked.push([url, Date.now() - begun]);
      done({ type: left.shift() ?? 'load' });
    },
  };
  runInNewContext(ASK_AGAIN, { __webpack_require__: runtime, navigator: { onLine }, setTimeout, Math });
  runtime.l('/m/a/1.0.0/7.js', ({ type }) => ended.push(type), 'chunk-7', '7');
  await jest.advanceTimersByTimeAsync(10_000);
  jest.useRealTimers();
  return {
    asked: asked.map(([url, at]) => `${url.replace(/=.+/, '=…')} ${at}`),
    keys: asked.map(([url]) => url),
    ended,
  };
}

test('[ARCH-08] a file that does not come, or has wrong bytes, is asked for twice more, past all caches', async () => {
  const { asked, keys, ended } = await ask(['error', 'error', 'error']);
  expect(asked).toEqual(['/m/a/1.0.0/7.js 0', '/m/a/1.0.0/7.js?r=… 300', '/m/a/1.0.0/7.js?r=… 2300']);
  expect(new Set(keys).size).toBe(3);
  expect(ended).toEqual(['error']);
  expect(await ask(['error', 'load'])).toMatchObject({ asked: { length: 2 }, ended: ['load'] });
});

test('[ARCH-08] a file that is slow, and any without a network, is not asked for again', async () => {
  expect(await ask(['timeout'])).toMatchObject({ asked: { length: 1 }, ended: ['timeout'] });
  expect(await ask(['error'], false)).toMatchObject({ asked: { length: 1 }, ended: ['error'] });
});

/** As written by webpack. */
const WRITTEN = `script = document.createElement('script');
if (__webpack_require__.nc) {
	script.setAttribute("nonce", __webpack_require__.nc);
}
script.src = url;
if (script.src.indexOf(window.location.origin + '/') !== 0) {
	script.crossOrigin = "anonymous";
}`;

/** The script element a module creates on a page with these settings. */
function elementFor(page?: object): Record<string, unknown> {
  const element: Record<string, unknown> = {};
  const globals: Record<PropertyKey, unknown> = { url: '/m/a/1.0.0/7.js', document: { createElement: () => element } };
  runInNewContext(
    `if (given) globalThis[Symbol.for('phr.page')] = given;\nlet script;\n${underPolicies(WRITTEN)}`,
    Object.assign(globals, { given: page }),
  );
  return element;
}

test('a file is named through the policy of the page and carries its nonce, where a page says so', () => {
  expect(elementFor({ nonce: 'n1', address: (url: string) => `trusted ${url}` })).toEqual({
    src: 'trusted /m/a/1.0.0/7.js',
    nonce: 'n1',
  });
  expect(elementFor()).toEqual({ src: '/m/a/1.0.0/7.js' });
});

test('another way of webpack to load a file ends the build', () => {
  expect(() => underPolicies('script.src = other(url);')).toThrow('another way');
});
