import { returnPath } from './return-path.ts';

const isOwn = (pathname: string) => pathname === '/dashboard' || pathname.startsWith('/encounters');

test.each([
  '//evil.test',
  'https:evil.test',
  'https://evil.test/encounters',
  '/\\evil.test',
  '/encounters/..//\\evil.test',
  '%2F%2Fevil.test',
  'javascript:alert(1)',
  ' /encounters',
  '/\tencounters',
  '/unknown',
  '',
  `/encounters?q=${'x'.repeat(5_000)}`,
  'encounters',
])('[ROUTE-84] after sign-in %j leads to the dashboard', (wanted) => {
  expect(returnPath(wanted, isOwn)).toBe('/dashboard');
});

test('[ROUTE-84] after sign-in a path of the app comes back with query and fragment', () => {
  expect(returnPath('/encounters?page=2#row', isOwn)).toBe('/encounters?page=2#row');
});

test('[AUTH-12] without a wanted path the dashboard opens', () => {
  expect(returnPath(undefined, isOwn)).toBe('/dashboard');
});

test.each(['/..//evil.test', '/.//evil.test/encounters', '/encounters/..//evil.test'])(
  '[ROUTE-84] what becomes an address of another host leads to the dashboard, whatever is known: %s',
  (wanted) => {
    expect(returnPath(wanted, () => true)).toBe('/dashboard');
  },
);
