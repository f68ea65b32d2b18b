import { fetchStrategyOf } from './fetch-strategy.ts';

const ORIGIN = 'https://phr.test';
const asked = (
  path: string,
  parts: { readonly method?: string; readonly mode?: RequestMode; readonly headers?: Record<string, string> } = {},
) =>
  fetchStrategyOf(
    {
      method: parts.method ?? 'GET',
      url: new URL(path, ORIGIN).href,
      mode: parts.mode ?? 'cors',
      headers: new Headers(parts.headers),
    },
    ORIGIN,
  );

test.each([
  '/fhir/Patient/1',
  '/fhir/Binary/1',
  '/api/phr/device/current/get',
  '/api/ano/phr/x',
  '/api/services/vendor',
  '/patient-app/user',
  '/cities',
  '/districts/1',
  '/registry/2.json',
  '/config.json',
  '/sw.js',
  '/manifest.webmanifest',
  '/openapi/fhir.json',
  '/socket.io/?transport=websocket',
  '/csp-report',
  '/ready',
  '/embed/1.0.0.js',
  '/m/mfe-vitals/channel.json',
  '/m/mfe-vitals/1.0.0/integrity.json',
  '/connect/token',
  '/.well-known/openid-configuration',
  '/photo.jpg',
  '/main.js',
  '/fhir/main.801efacd.js',
  '/m/mfe-vitals/1.0.0/../../fhir/Patient.js',
  '/api/m/mfe-vitals/1.0.0/remoteEntry.js',
])('%s goes past the worker', (path) => {
  expect(asked(path)).toEqual({ kind: 'pass' });
});

test('other origins, writes, parts of files and whatever carries a token go past the worker', () => {
  expect(asked('https://files.test/m/mfe-vitals/1.0.0/remoteEntry.js')).toEqual({ kind: 'pass' });
  expect(asked('https://id.test/account/sessions', { mode: 'navigate' })).toEqual({ kind: 'pass' });
  expect(asked('/main.801efacd.js', { method: 'POST' })).toEqual({ kind: 'pass' });
  expect(asked('/auth-cb', { method: 'POST', mode: 'navigate' })).toEqual({ kind: 'pass' });
  expect(asked('/main.801efacd.js', { headers: { range: 'bytes=0-1' } })).toEqual({ kind: 'pass' });
  expect(asked('/m/mfe-vitals/1.0.0/remoteEntry.js', { headers: { authorization: 'Bearer x' } })).toEqual({
    kind: 'pass',
  });
});

test.each(['/', '/dashboard', '/encounter-details/42?tab=x', '/auth-cb?code=x&state=y'])(
  '%s opens the page',
  (path) => {
    expect(asked(path, { mode: 'navigate' })).toEqual({ kind: 'document' });
  },
);

test('a file that somebody opens is no page of the app', () => {
  expect(asked('/openapi/fhir.json', { mode: 'navigate' })).toEqual({ kind: 'pass' });
  expect(asked('/m/mfe-vitals/1.0.0/remoteEntry.js', { mode: 'navigate' })).toEqual({ kind: 'pass' });
});

test('files whose address changes with their content are kept, a second try goes past the copy', () => {
  expect(asked('/main.801efacd.js')).toEqual({ kind: 'file', of: 'shell', key: '/main.801efacd.js', anew: false });
  expect(asked('/noto-sans-latin-wght-normal.20625185.woff2')).toMatchObject({ of: 'shell' });
  expect(asked('/m/mfe-vitals/1.0.0-b.1a2b3c4d/755.2f8c6870.js')).toEqual({
    kind: 'file',
    of: 'release',
    key: '/m/mfe-vitals/1.0.0-b.1a2b3c4d/755.2f8c6870.js',
    anew: false,
  });
  expect(asked('/m/mfe-imaging/1.0.0/assets/decoder.wasm')).toMatchObject({ of: 'release' });
  expect(asked('/m/mfe-vitals/1.0.0/remoteEntry.js?try=2')).toEqual({
    kind: 'file',
    of: 'release',
    key: '/m/mfe-vitals/1.0.0/remoteEntry.js',
    anew: true,
  });
});
