import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ConfigError, readConfig } from '../src/kit/config.ts';
import { publicConfig } from '../src/gateway/web/public-config.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'phr-config-'));
});
afterEach(() => rm(dir, { recursive: true }));
const read = (settings: Record<string, string> = {}) => readConfig({ DATA_DIR: dir, ...settings });

test('without settings everything is on localhost', () => {
  expect(read()).toMatchObject({
    shellOrigin: 'http://localhost:4000',
    filesOrigin: 'http://localhost:4002',
    production: false,
    demo: false,
    embeddedFhir: true,
    identity: { issuer: 'http://localhost:4001', embedded: true, clientId: 'phr-web', audience: 'urn:phr:api' },
    sessions: { accessToken: 1_800, refreshToken: 1_209_600, idle: 1_800, absolute: 43_200, sharedIdle: 600 },
    limits: { lockAfterFailures: 5, lockSeconds: 900, uploadBytes: 20 * 1_048_576, uploadDicomBytes: 200 * 1_048_576 },
  });
});

test('[AUTH-02] the page is told the scopes of the specification', () => {
  expect(publicConfig(read()).oidc.scope).toBe(
    'openid profile email phone offline_access fhir_api med_profile one_user_ids_app_api',
  );
});

test('[BACK-02] each server can be replaced by its address', () => {
  const config = read({
    OIDC_AUTHORITY: 'https://kc.test/realms/phr',
    FHIR_BASE_URL: 'https://fhir.test/r4/',
    PHR_BASE_URL: 'https://phr.test',
    ADMIN_BASE_URL: 'https://admin.test',
    DIRECTORY_BASE_URL: 'https://dir.test',
    EMR_BASE_URL: 'https://emr.test',
    FILES_ORIGIN: 'https://files.test',
    DATABASE_URL: 'postgres://u:p@db.test/phr',
    SHELL_ORIGIN: 'https://phr.test/',
  });
  expect(config.identity).toMatchObject({ embedded: false, issuer: 'https://kc.test/realms/phr' });
  expect([config.embeddedFhir, config.servesRecords]).toEqual([false, false]);
  expect(config.services).toEqual({
    fhir: 'https://fhir.test/r4',
    phr: 'https://phr.test',
    admin: 'https://admin.test',
    directory: 'https://dir.test',
    emr: 'https://emr.test',
  });
  expect([config.filesOrigin, config.shellOrigin, config.databaseUrl]).toEqual([
    'https://files.test',
    'https://phr.test',
    'postgres://u:p@db.test/phr',
  ]);
});

test('releases come from a service elsewhere, but not where the service itself runs', () => {
  const url = 'https://releases.test';
  expect(read({ RELEASES_URL: `${url}/` }).releasesUrl).toBe(url);
  expect(read({ RELEASES_URL: url, RELEASES_PORT: '4994' }).releasesUrl).toBeUndefined();
  expect(read().releasesUrl).toBeUndefined();
});

test('where there is no PHR the browser signs people up at the identity service', () => {
  expect(
    [read(), read({ PHR_BASE_URL: 'https://phr.test' }), read({ PHR_BASE_URL: 'none' })].map(
      ({ services, signUpAt }) => [services.phr, signUpAt],
    ),
  ).toEqual([
    ['', 'phr'],
    ['https://phr.test', 'phr'],
    ['', 'identity'],
  ]);
});

test('[BACK-02] another record server may stand behind our own address and rights', () => {
  const config = read({ FHIR_UPSTREAM_URL: 'https://hapi.test/fhir/', FHIR_UPSTREAM_TOKEN: 'secret' });
  expect(config.fhirUpstream).toEqual({ base: 'https://hapi.test/fhir', authorization: 'Bearer secret' });
  expect([config.embeddedFhir, config.servesRecords, config.services.fhir]).toEqual([
    false,
    true,
    'http://localhost:4000/fhir',
  ]);
  const medplum = {
    FHIR_UPSTREAM_URL: 'https://medplum.test/fhir/R4',
    FHIR_UPSTREAM_USER: 'client',
    FHIR_UPSTREAM_PASSWORD: 'pass:wörd',
    FHIR_UPSTREAM_IDS: 'client',
  };
  expect(read(medplum).fhirUpstream).toEqual({
    base: 'https://medplum.test/fhir/R4',
    authorization: `Basic ${Buffer.from('client:pass:wörd').toString('base64')}`,
    choosesIds: true,
  });
  for (const wrong of [{ FHIR_UPSTREAM_TOKEN: 'secret' }, { FHIR_UPSTREAM_PASSWORD: '' }])
    expect(() => read({ ...medplum, ...wrong })).toThrow('FHIR_UPSTREAM_');
  expect(() => read({ FHIR_UPSTREAM_URL: 'https://medplum.test/fhir/R4', FHIR_UPSTREAM_USER: 'client' })).toThrow(
    'FHIR_UPSTREAM_PASSWORD',
  );
});

test.each([
  [{ PORT: '4001' }, 'PORT and IDENTITY_PORT are both 4001'],
  [{ FILES_PORT: '4001' }, 'IDENTITY_PORT and FILES_PORT are both 4001'],
  [{ PORT: '3999' }, 'FILES_PORT and MQTT_PORT are both 4002'],
  [{ METRICS_PORT: '4003' }, 'METRICS_PORT and MQTT_PORT are both 4003'],
  [{ METRICS_PORT: '3999' }, 'PORT and METRICS_PORT + 1 are both 4000'],
])('two settings may not have one port: %o', (settings, words) => {
  expect(() => read(settings)).toThrow(new ConfigError(`${words}: give each a port of its own.`));
});

test('a port of what another process or server does is free', () => {
  const elsewhere = { DATABASE_URL: 'postgres://u:p@db.test/phr', REDIS_URL: 'redis://redis.test' };
  expect(read({ ...elsewhere, SERVICES: 'fhir', PORT: '4001' }).ports.shell).toBe(4001);
  expect(
    read({ OIDC_AUTHORITY: 'https://kc.test', MQTT_URL: 'mqtt://broker.test', PORT: '4001', METRICS_PORT: '4004' })
      .ports.shell,
  ).toBe(4001);
});

test('secrets are made once, for their owner only', async () => {
  const first = read().secrets;
  expect(read().secrets).toEqual(first);
  const file = path.join(dir, 'secrets.json');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(first);
  expect(new Set(Object.values(first)).size).toBe(4);
});

test('keys of push are made once, for their owner only; in production none are made', async () => {
  const first = read().push;
  expect(first?.publicKey).toMatch(/^B[\w-]{86}$/);
  expect(first?.privateKey).toMatch(/^[\w-]{43}$/);
  expect(read().push).toEqual(first);
  expect((await stat(path.join(dir, 'vapid.json'))).mode & 0o777).toBe(0o600);
  const given = { VAPID_PUBLIC_KEY: `B${'a'.repeat(86)}`, VAPID_PRIVATE_KEY: 'b'.repeat(43) };
  expect(read(given).push).toMatchObject({ publicKey: given.VAPID_PUBLIC_KEY, privateKey: given.VAPID_PRIVATE_KEY });
  expect(() => read({ VAPID_PUBLIC_KEY: given.VAPID_PUBLIC_KEY })).toThrow('VAPID_PRIVATE_KEY are given together');
  const production = {
    NODE_ENV: 'production',
    COOKIE_KEY: 'a'.repeat(32),
    FILES_KEY: 'b'.repeat(32),
    OTP_PEPPER: 'c'.repeat(32),
    CURSOR_KEY: 'd'.repeat(32),
  };
  expect(read(production).push).toBeUndefined();
  expect(read({ ...production, ...given }).push?.publicKey).toBe(given.VAPID_PUBLIC_KEY);
});

test('production refuses made secrets and demo accounts', () => {
  const given = {
    COOKIE_KEY: 'a'.repeat(32),
    FILES_KEY: 'b'.repeat(32),
    OTP_PEPPER: 'c'.repeat(32),
    CURSOR_KEY: 'd'.repeat(32),
  };
  read();
  expect(() => read({ NODE_ENV: 'production' })).toThrow(ConfigError);
  expect(() => read({ NODE_ENV: 'production', ...given, DEMO: '1' })).toThrow('DEMO=1');
  expect(read({ NODE_ENV: 'production', ...given }).production).toBe(true);
});

test.each([
  ['PORT', '70000'],
  ['ISSUER', 'ftp://x'],
  ['DATABASE_URL', 'mysql://x'],
  ['PARTNER_ORIGINS', 'not an origin'],
  ['DEMO', 'yes'],
  ['ACCESS_TOKEN_SECONDS', '600'],
  ['EMERGENCY_NUMBER', 'call'],
])('a wrong %s is named and refused', (name, value) => {
  expect(() => read({ [name]: value })).toThrow(new RegExp(name));
});

test('identity pages, in-app browsers and the scheme of app links are configurable', () => {
  expect(publicConfig(read()).oidc.sessionsUrl).toMatch(/\/account\/sessions$/);
  expect(publicConfig(read()).inAppBrowsers).toContain('Zalo');
  expect(publicConfig(read()).appScheme).toBe('phr');
  const other = publicConfig(
    read({ OIDC_AUTHORITY: 'https://id.example', IN_APP_BROWSERS: 'KakaoTalk, Zalo ,', APP_SCHEME: 'sosuckhoe' }),
  );
  expect(other.appScheme).toBe('sosuckhoe');
  expect(() => read({ APP_SCHEME: 'https' })).toThrow(/APP_SCHEME/);
  expect(other.oidc.sessionsUrl).toBe('');
  expect(other.inAppBrowsers).toEqual(['KakaoTalk', 'Zalo']);
});
