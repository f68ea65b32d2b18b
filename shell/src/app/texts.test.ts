import { loadTexts } from './texts.tsx';

test('[I18N-02] one of something has its own words', async () => {
  const { t } = await loadTexts('en-US');
  expect(t('signout.waiting', { n: 1 })).toBe('1 entry has not been sent');
  expect(t('signout.waiting', { n: 2 })).toBe('2 entries have not been sent');
  expect(t('session.soon', { n: 1 })).toBe('You will be signed out in 1 minute because of inactivity');
  const vi = await loadTexts('vi-VN');
  expect(vi.t('signout.waiting', { n: 1 })).toBe('Có 1 mục chưa gửi');
});
