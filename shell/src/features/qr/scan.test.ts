import type { Registry } from '@phr/contract/registry';
import { createRouteTable } from '../../core/routes.ts';
import { personNumberIn, readScanned } from './scan.model.ts';
import { offerOf } from '../../testing/offer-of.ts';

const SERVES: Readonly<Record<string, readonly string[]>> = {
  'pair-device': ['device-code'],
  enrollment: ['programme'],
};
const route = (screen: string) => ({
  screen,
  path: `/${screen}`,
  layout: 'app' as const,
  needsMainPatient: true,
  serves: SERVES[screen] ?? [],
});
const module = (...screens: readonly string[]): Registry['modules'][number] => ({
  name: 'mfe-x',
  enabled: true,
  loadTimeoutMs: 1,
  current: {
    version: '1.0.0',
    container: 'x',
    entry: '',
    integrity: '',
    manifest: {
      name: 'mfe-x',
      contract: '^1.0.0',
      access: 'signed-in',
      calls: [],
      slots: [],
      routes: screens.map(route),
    },
  },
});
const table = (...screens: readonly string[]) =>
  createRouteTable(offerOf({ schema: 1, publishedAt: '', modules: [module(...screens)] }));
const read = (content: string, routes = table('pair-device', 'enrollment')) =>
  readScanned(content, { origin: 'https://phr.example', scheme: 'phr' }, routes);

test.each([
  ['https://phr.example/register-org/a/b', '/register-org/a/b'],
  ['phr://enrollment?e=E1&t=F0H&o=BV1', '/enrollment?e=E1&t=F0H&o=BV1'],
  ['AA:bb:CC:dd:EE:01', '/pair-device?mac=AA%3ABB%3ACC%3ADD%3AEE%3A01'],
  ['A1B2C3D4E5F6', '/pair-device?id=A1B2C3D4E5F6'],
  ['KCTM-2026', '/enrollment?e=KCTM-2026'],
  ['phr://quick-in?t=FAMILY_DOCTOR&e=KCTM-2026&o=BV1', '/quick-in?t=FAMILY_DOCTOR&e=KCTM-2026&o=BV1'],
  ['phr://partner/phong-kham-7', '/partner/phong-kham-7'],
  ['phr://pair-device?id=A1B2C3D4E5F6', '/pair-device?id=A1B2C3D4E5F6'],
  ['e=KCTM-2026&t=FAMILY_DOCTOR&o=BV1', '/enrollment?e=KCTM-2026&t=FAMILY_DOCTOR&o=BV1'],
])('[QR-02] the code %p opens %p', (content, path) => {
  expect(read(content)).toEqual({ kind: 'path', path });
});

test.each([
  'https://evil.example/dashboard',
  'javascript:alert(1)',
  'https://phr.example/no-such-screen',
  'WIFI:S:home;T:WPA;P:secret;;',
  'Xin chào',
  'e=E1&evil=1',
  '',
  '12345678',
  'e=KCTM&o=BV1',
])('[QR-02] foreign content %p is only shown', (content) => {
  expect(read(content)).toEqual({ kind: 'foreign', text: content });
});

test('a device cannot be opened where no module shows devices', () => {
  expect(read('A1B2C3D4E5F6', table())).toEqual({ kind: 'foreign', text: 'A1B2C3D4E5F6' });
});

test.each([
  ['001085012345', 'citizenCard'],
  ['0010 8501 2345', 'citizenCard'],
  ['012345678', 'citizenCard'],
  ['001085012345|012345678|TRẦN MINH CHÂU|14031985|Nữ|Hà Nội|01012022', 'citizenCard'],
  ['DN4010112345678', 'insurance'],
  ['gd 4 01 0112345678', 'insurance'],
  ['0112345678', 'insurance'],
  ['401011234567890', 'insurance'],
  ['DN4010112345678|5472|14/03/1985', 'insurance'],
  ['B1234567', 'passport'],
  ['BN1234567', 'patient'],
  ['0901234567', 'phone'],
  ['+84901234567', 'phone'],
])('[QR-02] %p is the number of a person: it opens nothing and stands in no address', (content, of) => {
  expect(read(content)).toEqual({ kind: 'person-number', of });
});

test.each([
  'https://phr.example/pair-device?id=001085012345',
  'phr://enrollment?e=DN4010112345678',
  'phr://quick-in?e=001085012345&t=A&o=B',
  'e=DN4010112345678',
])('[QR-02] nor does it in %p', (content) => {
  expect(read(content)).not.toHaveProperty('path');
});

test.each(['KCTM-2026', 'A1B2C3D4E5F6', '2026-11-29', 'Xin chào', '19001234', ''])(
  '%p is no number of a person',
  (text) => expect(personNumberIn(text)).toBeUndefined(),
);
