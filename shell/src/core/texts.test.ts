import { loadTexts } from './texts.tsx';

test('[I18N-02] one of something has its own words', async () => {
  const { t } = await loadTexts('en-US');
  expect(t('signout.waiting', { n: 1 })).toBe('1 entry has not been sent');
  expect(t('signout.waiting', { n: 2 })).toBe('2 entries have not been sent');
  expect(t('session.soon', { n: 1 })).toBe('You will be signed out in 1 minute because of inactivity');
  const vi = await loadTexts('vi-VN');
  expect(vi.t('signout.waiting', { n: 1 })).toBe('Có 1 mục chưa gửi');
});

// English texts given by the specification.
test.each([
  ['[AUTH-06]', 'error.noAccessCode', 'Could not get access code'],
  ['[AUTH-13]', 'error.signin', 'An error occurred'],
  ['[AUTH-13]', 'error.signin.detail', 'Please reload the page and try again'],
  ['[AUTH-14]', 'error.signinDismissed', 'Please reload the page and try again'],
  ['[AUTH-15]', 'error.loginLocked', 'Another login window is open. Please close it and try again'],
  ['[SIGN-07]', 'error.invalidReferral', 'Invalid referral code'],
  ['[SIGN-15]', 'error.verifyingUserMissing', 'Registration info was not found. Please contact support.'],
  ['[PROF-04]', 'profile.err.birthRequired', 'Require input date of birth'],
  ['[PROF-05]', 'profile.err.birthInvalid', 'Date of birth incorrect'],
  ['[PROF-06]', 'profile.err.phone', 'Mobile phone incorrect'],
  ['[PROF-10]', 'profile.err.email', 'Email incorrect'],
  ['[FAM-11]', 'family.cannotRemoveMain', "Can't delete main household member"],
])('%s in English %s says: %s', async (_id, key, words) => {
  const { find } = await loadTexts('en-US');
  expect(find(key)).toBe(words);
});
