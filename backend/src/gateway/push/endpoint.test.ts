import { isPublicAddress, isPushEndpoint, lookupPublic } from './endpoint.ts';

test.each([
  'https://fcm.googleapis.com/fcm/send/abc',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://web.push.apple.com/abc',
  'https://wns2-par02p.notify.windows.com/w/?token=abc',
  'https://push.hospital.example/abc',
])('the push service %s may be called', (address) => {
  expect(isPushEndpoint(address, ['https://push.hospital.example'])).toBe(true);
});

test.each([
  'http://fcm.googleapis.com/fcm/send/abc',
  'https://fcm.googleapis.com:8443/abc',
  'https://fcm.googleapis.com@127.0.0.1/abc',
  'https://user@fcm.googleapis.com/abc',
  'https://fcm.googleapis.com.attacker.example/abc',
  'https://attacker.example/fcm.googleapis.com',
  'https://xpush.apple.com/abc',
  'https://127.0.0.1/abc',
  'https://[::1]/abc',
  'https://2130706433/abc',
  'https://localhost/abc',
  'https://169.254.169.254/latest/meta-data',
  'https://push.hospital.example:8443/abc',
  'http://push.hospital.example/abc',
  'file:///etc/passwd',
  'not an address',
  `https://fcm.googleapis.com/${'a'.repeat(2_000)}`,
])('%s is no push service', (address) => {
  expect(isPushEndpoint(address, ['https://push.hospital.example'])).toBe(false);
});

test.each(['8.8.8.8', '142.250.1.1', '2404:6800:4005::5f'])('%s is public', (ip) => {
  expect(isPublicAddress(ip)).toBe(true);
});

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.31.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  'fc00::1',
  'fe80::1',
  'ff02::1',
  '2001:db8::1',
  '2002:7f00:1::',
  'localhost',
  '',
])('%s is not public', (ip) => {
  expect(isPublicAddress(ip)).toBe(false);
});

test.each([true, false])('a name that leads to this machine is not called (all addresses at once: %s)', async (all) => {
  const found = await new Promise((resolve) => {
    lookupPublic('localhost', { all }, (error, address) => resolve(error?.message ?? address));
  });
  expect(found).toBe('localhost does not lead to a public address');
});
