import { framePage } from './frame-page.ts';

test('the frame runs the embed alone, for pages of the partner alone', () => {
  const config = {
    shellOrigin: 'https://phr.test',
    filesOrigin: 'https://files.test',
    identity: { issuer: 'https://id.test' },
    services: {},
    storage: {},
  };
  const headers = framePage.headers(config as never, ['https://clinic.test']);
  expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'");
  expect(headers['content-security-policy']).toContain('frame-ancestors https://clinic.test;');
  expect(headers['content-security-policy']).toContain('trusted-types phr-embed');
  expect(framePage.text('2.0.0', ['https://clinic.test'])).toContain('data-phr-origins="https://clinic.test"');
});
