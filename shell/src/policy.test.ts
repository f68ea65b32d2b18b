/** @jest-environment ./shared/build/src/jest-browser.cjs */
interface Rules {
  createScriptURL(url: string): string;
  createHTML(html: string): string;
  createScript(): never;
}
let rules: Rules | undefined;
Object.assign(window, {
  trustedTypes: {
    createPolicy: (name: string, made: Rules) => {
      if (name === 'default') rules = made;
    },
  },
});
const { allowReleases } = await import('./policy.ts');
allowReleases(['/m/mfe-vitals/1.0.0/']);

test("[S-16] scripts come from the shell's build, a registered release, or a worker of this page", () => {
  for (const url of [
    '/main.js',
    '/sw.js',
    '/signed-in.0123abcd.js',
    `${location.origin}/m/mfe-vitals/1.0.0/remoteEntry.js?try=2`,
    '/m/mfe-vitals/1.0.0/12.0123abcd.js',
    '/m/mfe-vitals/1.0.0/pdf/worker.mjs',
    `blob:${location.origin}/1-2-3`,
  ])
    expect(rules?.createScriptURL(url)).toBe(url);
  for (const url of [
    'https://evil.test/x.js',
    '//evil.test/x.js',
    'data:text/javascript,1',
    'javascript:1',
    'blob:https://evil.test/1',
  ])
    expect(() => rules?.createScriptURL(url)).toThrow(TypeError);
});

test.each([
  '/m/evil/1.0.0/x.js',
  '/m/mfe-vitals/1.0.1/remoteEntry.js',
  '/m/mfe-vitals/1.0.0/../../evil/1.0.0/x.js',
  '/m/mfe-vitals/1.0.0/..%2f..%2fevil/x.js',
  '/m/mfe-vitals/1.0.0/',
  '/m/mfe-vitals/1.0.0/x.png',
  '/embed/1.0.0.js',
  '/fhir/Binary/1',
  '/api/phr/x.js',
  '/',
  '/home',
  '/x.js/y',
  '/config.json',
])('[S-16] %s of the own origin is refused as a script: nothing names it', (path) => {
  expect(() => rules?.createScriptURL(path)).toThrow(TypeError);
  expect(() => rules?.createScriptURL(location.origin + path)).toThrow(TypeError);
});

test('a release that the registry names later is taken, and one that it named before goes on', () => {
  expect(() => rules?.createScriptURL('/m/mfe-records/2.0.0/a.js')).toThrow(TypeError);
  allowReleases(['/m/mfe-records/2.0.0/']);
  for (const url of ['/m/mfe-records/2.0.0/a.js', '/m/mfe-vitals/1.0.0/a.js'])
    expect(rules?.createScriptURL(url)).toBe(url);
});

test('[S-16] HTML and script text are refused', () => {
  for (const html of ['<b>x</b>', ' ', 'x']) expect(() => rules?.createHTML(html)).toThrow(TypeError);
  expect(rules?.createHTML('')).toBe('');
  expect(() => rules?.createScript()).toThrow(TypeError);
});

export {};
