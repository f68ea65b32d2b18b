import { isComplete, signUpParamsOf, stepAfterProfile } from './sign-up-params.ts';

test("[ROUTE-02] [DEEP-04] the quick sign-up's link names code type, enrollment and organisation", () => {
  expect(signUpParamsOf('/quick-in?t=F0H&e=E1&o=O1')).toEqual({ codeType: 'F0H', enrollmentCode: 'E1', orgCode: 'O1' });
  expect(isComplete(signUpParamsOf('/quick-in?t=F0H&e=E1&o=O1'))).toBe(true);
  expect(isComplete(signUpParamsOf('/quick-in?t=F0H&e=E1'))).toBe(false);
});

test.each([
  ['/register-org', {}],
  ['/register-org/7', { registerOrg: '7' }],
  ['/register-org/7/8', { registerOrg: '7', sharedOrg: '8' }],
  ['/register-org/7/8/f0h', { registerOrg: '7', sharedOrg: '8', codeType: 'F0H', encounterType: 'F0H' }],
])('[DEEP-08] [SIGN-18] %s names up to three things', (path, params) => {
  expect(signUpParamsOf(path)).toEqual(params);
});

test('what no code looks like is dropped', () => {
  expect(signUpParamsOf(`/quick-in?t=${encodeURIComponent('<script>')}&e=${'x'.repeat(65)}&o=ok-1.2_3`)).toEqual({
    orgCode: 'ok-1.2_3',
  });
  expect(signUpParamsOf('/register-org/%E0%A4%A/..%2f')).toEqual({});
});

test('[NAV-06] [SIGN-18] an organisation comes first, with the encounter type of the stored code type', () => {
  expect(
    stepAfterProfile({ registerOrg: '7', sharedOrg: '8', codeType: 'F0H', encounterType: 'SS', enrollmentCode: 'E1' }),
  ).toEqual({ screen: 'organisation', params: { ro: '7', so: '8', encounterType: 'F0H' } });
  expect(stepAfterProfile({ registerOrg: '7', encounterType: 'SS' })).toEqual({
    screen: 'organisation',
    params: { ro: '7', encounterType: 'SS' },
  });
  expect(stepAfterProfile({ registerOrg: '7' })).toEqual({ screen: 'organisation', params: { ro: '7' } });
});

test('[NAV-07] [NAV-08] an enrollment code leads to the programme, nothing to the dashboard', () => {
  expect(stepAfterProfile({ enrollmentCode: 'E1', codeType: 'F0H', orgCode: 'O1' })).toEqual({
    screen: 'programme',
    params: { e: 'E1', t: 'F0H', o: 'O1' },
  });
  expect(stepAfterProfile({ codeType: 'F0H' })).toBeUndefined();
});
