import { pathPattern } from './path-pattern.ts';

test('[ROUTE-85] parameters are path segments, the rest becomes the query', () => {
  const pattern = pathPattern('/report-details/:id');
  expect(pattern.match('/report-details/a%20b')).toEqual({ id: 'a b' });
  expect(pattern.build({ id: 'a b', code: 'X' })).toBe('/report-details/a%20b?code=X');
});

test('[ROUTE-85] optional segments may be missing at the end', () => {
  const pattern = pathPattern('/register-org/:ro?/:so?/:t?');
  expect(pattern.match('/register-org')).toEqual({});
  expect(pattern.match('/register-org/1/2')).toEqual({ ro: '1', so: '2' });
  expect(pattern.build({ ro: '1' })).toBe('/register-org/1');
});

test('other paths do not fit', () => {
  const pattern = pathPattern('/encounter-details/:id');
  for (const path of ['/encounter-details', '/encounter-details/1/2', '/encounters/1', '/encounter-details/%E0%A4%A'])
    expect(pattern.match(path)).toBeUndefined();
});

test('a missing parameter is an error, not a broken address', () => {
  expect(() => pathPattern('/encounter-details/:id').build({})).toThrow(/id/);
});
