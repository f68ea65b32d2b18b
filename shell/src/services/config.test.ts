/** @jest-environment ./shared/build/src/jest-browser.cjs */
import { dataBlock, parseConfig } from './config.ts';

const oidc = { authority: 'https://id.test', clientId: 'phr-web' };

test('[AUTH-04] reads the client id and service addresses, without trailing slashes', () => {
  expect(parseConfig({ oidc, services: { fhir: 'https://f.test/fhir/', phr: '' } })).toMatchObject({
    oidc,
    services: { fhir: 'https://f.test/fhir', phr: '' },
    emergencyNumber: '115',
  });
});

test('whoever signs up does so at the identity service only where the configuration says so', () => {
  expect(
    [{}, { signUpAt: 'x' }, { signUpAt: 'identity' }].map((more) => parseConfig({ oidc, ...more }).signUpAt),
  ).toEqual(['phr', 'phr', 'identity']);
});

test("[DEEP-01] the scheme of the app's own links is configuration, phr without one", () => {
  expect([{}, { appScheme: 'sosuckhoe' }].map((more) => parseConfig({ oidc, ...more }).appScheme)).toEqual([
    'phr',
    'sosuckhoe',
  ]);
});

test('without an identity service there is no configuration', () => {
  expect(() => parseConfig({})).toThrow(/authority/);
  expect(() => parseConfig(null)).toThrow(/authority/);
});

test('a data block that the backend did not fill in is none', () => {
  document.body.innerHTML =
    '<script type="application/json" id="a">__PHR_CONFIG__</script><script type="application/json" id="b">{"x":1}</script>';
  expect(dataBlock('a')).toBeUndefined();
  expect(dataBlock('b')).toBe('{"x":1}');
  expect(dataBlock('c')).toBeUndefined();
});
