import { signoutUrl } from './signout.ts';

const target = { clientId: 'phr-web', idToken: 'id-token', entry: undefined, origin: 'https://app.test' };
const read = (url: string) => Object.fromEntries(new URL(url).searchParams);

test('[NAV-34] sign-out opens the end-session address with the id token', () => {
  const url = signoutUrl('https://id.test/connect/endsession', target);
  expect(url.startsWith('https://id.test/connect/endsession?')).toBe(true);
  expect(read(url)).toMatchObject({ id_token_hint: 'id-token', client_id: 'phr-web' });
});

test('[NAV-35] it comes back to the web origin, or to the stored entry point', () => {
  expect(read(signoutUrl('https://id.test/e', target))['post_logout_redirect_uri']).toBe('https://app.test/');
  expect(read(signoutUrl('https://id.test/e', { ...target, entry: '/partner/abc' }))['post_logout_redirect_uri']).toBe(
    'https://app.test/partner/abc',
  );
});

test.each(['//evil.test', 'https://evil.test', '/\\evil.test'])(
  '[NAV-35] an entry point elsewhere (%s) is not believed',
  (entry) => {
    expect(read(signoutUrl('https://id.test/e', { ...target, entry }))['post_logout_redirect_uri']).toBe(
      'https://app.test/',
    );
  },
);
