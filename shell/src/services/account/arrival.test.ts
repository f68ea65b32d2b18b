import { arrivalOf, requestedPath } from './arrival.ts';

test.each([
  ['/quick-in?t=F0H&e=E1&o=O1', '/quick-in?t=F0H&e=E1&o=O1'],
  ['/signin?e=E1', '/quick-in?e=E1'],
  ['/signup?t=F0H&evil=1&o=%3Cb%3E', '/quick-in?t=F0H'],
  ['/register-org/7/8/SS', '/register-org/7/8/SS'],
  ['/register-org', undefined],
  ['/signin', undefined],
  ['/quick-in?x=1', undefined],
  ['/partner/x', undefined],
])('[DEEP-04] somebody at %p came for %p', (path, wanted) => expect(requestedPath(path)).toBe(wanted));

test.each([
  [
    '/quick-in?t=F0H&e=E1&o=O1',
    { kind: 'programme', step: { screen: 'programme', params: { e: 'E1', t: 'F0H', o: 'O1' } } },
  ],
  ['/signin?e=E1', { kind: 'programme', step: { screen: 'programme', params: { e: 'E1' } } }],
  ['/quick-in?t=F0H&o=O1', { kind: 'incomplete' }],
  ['/partner/phong-kham-7', { kind: 'partner', partner: 'phong-kham-7' }],
  ['/partner/%3Cb%3E', undefined],
  ['/partner', undefined],
  ['/signin', undefined],
  ['/quick-in', undefined],
  ['/auth-cb?code=1&state=2', undefined],
])('[DEEP-04] [DEEP-07] with a token %p means %p', (path, arrival) => expect(arrivalOf(path)).toEqual(arrival));
