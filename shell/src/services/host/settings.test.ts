/** @jest-environment ./shared/build/src/jest-browser.cjs */
import { createSettings, deviceName } from './settings.ts';
import { createTextStore } from './storage.ts';

const store = createTextStore(() => window.localStorage);
const darkMode = (matches: boolean) => Object.assign(new EventTarget(), { matches }) as unknown as MediaQueryList;
const make = (dark = false) =>
  createSettings({
    store,
    deployment: { emergencyNumber: '115', supportPhone: '1900 0000' },
    userAgent: 'Mozilla Linux Android Chrome/140',
    darkMode: darkMode(dark),
  });
beforeEach(() => localStorage.clear());

test('[I18N-01] the first start is Vietnamese', () => {
  expect(make().settings.get().locale).toBe('vi-VN');
});

test('[UI-04] [GLU-02] the first start is light and in mmol/L, whatever the system prefers', () => {
  expect(make(true).settings.get()).toMatchObject({ colorMode: 'light', textSize: 100, glucoseUnit: 'mmol/L' });
});

test('[I18N-03] [UI-04] choices take effect at once and are remembered', () => {
  const port = make();
  let told = 0;
  port.settings.subscribe(() => {
    told += 1;
  });
  port.choose({ locale: 'en-US', colorChoice: 'dark', textSize: 130, glucoseUnit: 'mg/dL' });
  const expected = { locale: 'en-US', colorMode: 'dark', textSize: 130, glucoseUnit: 'mg/dL' };
  expect(told).toBe(1);
  expect(port.settings.get()).toMatchObject(expected);
  expect(make().settings.get()).toMatchObject(expected);
  expect(localStorage.getItem('phr.lang')).toBe('en-US');
  expect(localStorage.getItem('phr.colorMode')).toBe('dark');
});

test('[UI-04] "as the system" follows the system', () => {
  const port = make(true);
  port.choose({ colorChoice: 'system' });
  expect(port.settings.get().colorMode).toBe('dark');
});

test('[SET-04] the device code has 12 characters and stays; the name says browser and system', () => {
  const { deviceId } = make().settings.get();
  expect(deviceId).toMatch(/^[A-Z0-9]{12}$/);
  expect(make().settings.get().deviceId).toBe(deviceId);
  expect(make().settings.get().deviceName).toBe('Chrome, Android');
  expect(deviceName('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1')).toBe(
    'Safari, iPhone',
  );
  expect(deviceName('something else')).toBe('Web');
});

test('what was kept by somebody else is not believed', () => {
  localStorage.setItem('phr.lang', 'xx');
  localStorage.setItem('phr.textSize', '9000');
  localStorage.setItem('phr.deviceId', '<script>');
  expect(make().settings.get()).toMatchObject({ locale: 'vi-VN', textSize: 100 });
  expect(make().settings.get().deviceId).toMatch(/^[A-Z0-9]{12}$/);
});
