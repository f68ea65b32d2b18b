import { claimsOf } from './claims.ts';

const tokenOf = (payload: unknown): string =>
  `header.${Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload)).toString('base64url')}.signature`;

test('a token says who is signed in, since when, on what device and in which groups', () => {
  expect(
    claimsOf(
      tokenOf({
        sub: 'Nguyễn',
        sid: 's',
        auth_time: 5,
        iat: 7,
        shared_device: true,
        phr_cohorts: ['staff', 1],
        other: 'x',
      }),
    ),
  ).toEqual({ sub: 'Nguyễn', sid: 's', authTime: 5, issuedAt: 7, isOnSharedDevice: true, cohorts: ['staff', '1'] });
});

test.each<[string, string | undefined]>([
  [
    'nothing of what is of another kind',
    tokenOf({ sub: 5, sid: '', auth_time: 'x', iat: null, shared_device: 'true', phr_cohorts: 'staff' }),
  ],
  ['nothing of an own device', tokenOf({ shared_device: false })],
  ['nothing of a list', tokenOf([])],
  ['nothing of what is no JSON', tokenOf('{')],
  ['nothing of what is no base64', 'a.!.c'],
  ['nothing of what has no parts', 'abc'],
  ['nothing without a token', undefined],
])('a token tells %s', (_, token) => {
  expect(claimsOf(token)).toEqual({});
});
