import { isInAppBrowser, signinMode } from './signin-mode.ts';

const NAMES = ['Zalo', 'FBAN', 'FBAV', 'Instagram', 'Line/', 'Viber', 'MicroMessenger', 'Telegram'];
const CHROME = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36';

test('[AUTH-11] a window of its own on wide screens, the same page on narrow ones', () => {
  expect(signinMode(992, false)).toBe('popup');
  expect(signinMode(991, false)).toBe('redirect');
});

test.each([
  'Zalo/1.0',
  '[FBAN/FBIOS;FBAV/500]',
  'Instagram 300.0',
  'Mozilla Line/13.1',
  'Viber',
  'MicroMessenger/8',
  'Telegram-Android',
])('[BLK-03] %s is a browser inside an app: same page', (agent) => {
  expect(isInAppBrowser(agent, NAMES)).toBe(true);
  expect(signinMode(1_400, true)).toBe('redirect');
});

test('[BLK-03] an ordinary browser is none', () => {
  expect(isInAppBrowser(CHROME, NAMES)).toBe(false);
});
